import { z } from 'zod'
import { id, limit } from '../../fields.ts'
import { read } from '../../operation.ts'
import { waits as record } from '../../records/agents/wait.ts'

/** Waits between actors. Specification: beyond §4. */
export const waits = {
  'wait.list': read({
    summary: 'Read who waits for whom, on one board or all of yours: questions, agents that were not seen since, and blocked cards',
    spec: 'beyond §4',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ boardId: id.optional(), limit: limit.describe('The most rows of each kind.') }),
    output: record,
    rest: 'GET /api/waits',
    errors: ['not_found'],
  }),
} as const
