import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** Whether a person must review the work of an agent in a list before the card is completed. Specification: beyond §8. */
export const acceptances = ['none', 'required'] as const
export type Acceptance = (typeof acceptances)[number]

export const verdicts = ['accept', 'send_back'] as const
export type Verdict = (typeof verdicts)[number]

export const cardReview = z
  .object({
    state: z.enum(['waiting']),
    since: timestamp,
    sessionId: id.describe('The completed session whose work is to be reviewed.'),
    agentActorId: id,
  })
  .meta({ id: 'CardReview' })
export type CardReview = z.infer<typeof cardReview>
