import { z } from 'zod'
import { id } from '../fields.ts'
import { mutation } from '../operation.ts'

const cardId = '019f0000-0000-7000-8000-000000000003'

/** Watching a card: private, so nothing is recorded. Specification: service §4, decisions §3. */
export const watch = {
  'watch.set': mutation({
    summary: 'Watch a card: be told of what happens on it',
    spec: 'service §4',
    access: { target: 'card', role: 'viewer', scope: 'boards:read' },
    input: z.object({ cardId: id }),
    output: null,
    rest: 'PUT /api/cards/:cardId/watch',
    example: { input: { cardId } },
  }),
  'watch.clear': mutation({
    summary: 'Stop watching a card',
    spec: 'service §4',
    access: { target: 'card', role: 'viewer', scope: 'boards:read' },
    input: z.object({ cardId: id }),
    output: null,
    rest: 'DELETE /api/cards/:cardId/watch',
    example: { input: { cardId } },
  }),
} as const
