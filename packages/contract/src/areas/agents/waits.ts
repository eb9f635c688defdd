import { z } from 'zod'
import { id, limit } from '../../fields.ts'
import { read } from '../../operation.ts'
import { waits as record } from '../../records/agents/wait.ts'

/** Waits between actors. Specification: beyond §4. */
export const waits = {
  'wait.list': read({
    summary:
      'Read what is waiting, on one board or on all of yours: open questions, agents that have not been seen since they could continue, blocked cards',
    spec: 'beyond §4',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ boardId: id.optional(), limit: limit.describe('The maximum number of rows of each kind.') }),
    output: record,
    rest: 'GET /api/waits',
    errors: ['not_found'],
  }),
} as const
