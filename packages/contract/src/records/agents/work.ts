import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'
import { notification } from '../accounts/notification.ts'
import { agentsPaused, cardSummary, sessionSummary } from '../boards/board.ts'
import { hold, lease, news, session, sessionContext } from './session.ts'

/** A card with its board, for answers over several boards. */
export const workCard = z.object({ ...cardSummary.shape, boardId: id, boardName: z.string() }).meta({ id: 'WorkCard' })
export type WorkCard = z.infer<typeof workCard>

/** The result of a claim: delegation, working session and lease are set together. Specification: beyond §3. */
export const claimed = z.object({ card: workCard, session, lease, context: sessionContext, news }).meta({ id: 'Claimed' })

export const nothingToClaim = z
  .object({
    card: z.null(),
    because: z
      .enum(['empty', 'capacity', 'paused', 'blocked'])
      .describe('Why there is nothing to claim now. capacity = a limit of sessions, or the monthly budget of the board, is reached.'),
    retryAfterSeconds: z.int(),
  })
  .meta({ id: 'NothingToClaim' })
export type NothingToClaim = z.infer<typeof nothingToClaim>

const delegatedCard = workCard.omit({ session: true }).extend({
  session: sessionSummary
    .extend({ failureReason: z.string().nullable(), ...hold })
    .nullable()
    .describe('The newest session of the caller on this card, which may not be the newest of the card.'),
})

/** Open work of the caller, on every board. Specification: service §4 (my_work), decisions §4. */
export const work = z
  .object({
    assigned: z.array(workCard).describe('Open cards assigned to the caller.'),
    delegated_to_me: z
      .array(delegatedCard)
      .describe(
        "Open cards delegated to the caller on which the caller's newest session is live, absent, in error, or done while the card still blocks another one.",
      ),
    liveSessions: z
      .array(session)
      .describe('Sessions that the caller, an agent, has not ended, oldest first. Empty without sessions:read.'),
    sessions_awaiting_me: z
      .array(session)
      .describe('Sessions with an open question that is routed to the caller. Empty without sessions:read.'),
    notifications: z.array(notification).describe('Unread, newest first. Empty without notifications:read.'),
    /** Activities of others on the sessions in `liveSessions` and on their cards. */
    news,
    agentPausedAt: timestamp.nullable().describe('Since when the owner has paused the caller, an agent.'),
    pausedBoards: z
      .array(agentsPaused.extend({ boardId: id }))
      .describe('The boards of `delegated_to_me` and `liveSessions` where agents are paused: queued sessions there wait.'),
    atCapacity: z
      .array(id)
      .describe('The queued sessions that cannot start because the caller, their board or their list is at its limit of sessions.'),
    notReady: z.array(id).describe('The queued sessions whose card is archived, completed, or before its `startAt`.'),
    overBudgetBoards: z
      .array(id)
      .describe('The boards of `delegated_to_me` and `liveSessions` whose monthly budget is used up: queued sessions there wait.'),
    cutAtLimit: z
      .array(z.enum(['assigned', 'delegated_to_me', 'liveSessions', 'sessions_awaiting_me', 'notifications']))
      .describe('The lists in this response that have more than `limit` entries: request them with a higher limit.'),
  })
  .meta({ id: 'Work' })
export type Work = z.infer<typeof work>
