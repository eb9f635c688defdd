import { z } from 'zod'
import { id } from '../../fields.ts'
import { mutation } from '../../operation.ts'

/** Watching a card: a private setting of each actor who can read it, viewers included. Specification: service §4, decisions §1 and §3. */
export const watch = {
  'watch.set': mutation({
    summary: 'Watch a card to get notified about changes',
    spec: 'service §4',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ cardId: id }),
    output: null,
    rest: 'PUT /api/cards/:cardId/watch',
    errors: ['not_found', 'conflict'],
  }),
  'watch.clear': mutation({
    summary: 'Stop watching a card',
    spec: 'service §4',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ cardId: id }),
    output: null,
    rest: 'DELETE /api/cards/:cardId/watch',
    errors: ['not_found'],
  }),
} as const
