import { z } from 'zod'
import { id } from '../../fields.ts'
import { mutation } from '../../operation.ts'
import { relationKind } from '../../records/cards/relation.ts'

/** Relations between cards. Specification: decisions §3. */
export const relations = {
  'relation.put': mutation({
    summary: 'Relate a card to another one that you can read; cycles of blocks or parent are refused',
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id, otherCardId: id, kind: relationKind }),
    output: null,
    rest: 'PUT /api/cards/:cardId/relations/:otherCardId',
    records: ['card.related', 'card.blocked'],
    errors: ['conflict'],
  }),
  'relation.delete': mutation({
    summary: 'Remove a relation between two cards',
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({ cardId: id, otherCardId: id, kind: relationKind.optional().describe('All kinds when absent.') }),
    output: null,
    rest: 'DELETE /api/cards/:cardId/relations/:otherCardId',
    records: ['card.unrelated', 'card.unblocked', 'agent_session.updated'],
  }),
} as const
