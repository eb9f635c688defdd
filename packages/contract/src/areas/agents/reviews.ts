import { z } from 'zod'
import { id } from '../../fields.ts'
import { mutation } from '../../operation.ts'
import { verdicts } from '../../records/agents/review.ts'
import { session } from '../../records/agents/session.ts'
import { cardRecord } from '../../records/cards/card.ts'

/** Review of agents' work. Specification: beyond §8. */
export const reviews = {
  'card.review': mutation({
    summary: 'Accept the work of an agent on a card, or send it back; people only',
    spec: 'beyond §8',
    // The handler refuses agents and, where others must review, the person who asked for the work (403).
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z.object({
      cardId: id,
      verdict: z
        .enum(verdicts)
        .describe('accept completes the card. send_back opens a session of the same agent with the note as its opening summary.'),
      note: z.string().trim().min(1).max(20_000).optional().describe('send_back, required: what to change.'),
      sessionId: id.optional().describe('Refused with 409 if the work of another session is waiting for review by now.'),
    }),
    output: z.object({ card: cardRecord, session: session.nullable().describe('The session that send_back opened.') }),
    rest: 'POST /api/cards/:cardId/review',
    records: ['card.reviewed', 'card.updated', 'card.unblocked', 'agent_session.created', 'agent_session.updated'],
    errors: ['conflict'],
  }),
} as const
