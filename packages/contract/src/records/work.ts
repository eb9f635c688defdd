import { z } from 'zod'
import { id } from '../fields.ts'
import { cardSummary } from './board.ts'
import { notification } from './notification.ts'
import { session } from './session.ts'

/** A card where its board is not evident from the request. */
export const workCard = z.object({ ...cardSummary.shape, boardId: id, boardName: z.string() }).meta({ id: 'WorkCard' })
export type WorkCard = z.infer<typeof workCard>

/** What waits for the caller, on every board. Specification: service §4 (my_work), decisions §4. */
export const work = z
  .object({
    assigned: z.array(workCard).describe('Open cards assigned to the caller.'),
    delegated_to_me: z
      .array(workCard)
      .describe('Open cards delegated to the caller whose newest session of its own is live, absent or in error.'),
    sessions_awaiting_me: z
      .array(session)
      .describe('Sessions with an open question that is routed to the caller. Empty without sessions:read.'),
    notifications: z.array(notification).describe('Unread, newest first. Empty without notifications:read.'),
  })
  .meta({ id: 'Work' })
export type Work = z.infer<typeof work>
