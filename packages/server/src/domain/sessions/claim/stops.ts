import { sql } from '../../../db/database.ts'
import type { BoardFinder } from '../../../kernel/handlers.ts'

/** The request carries the time of the instance that took it, whose clock may be behind. Earlier ones then end a wait too, which does no harm. */
const clocksApart = '2 s'

const askedSince = sql<{ isAsked: boolean }>(`select exists (select from sessions
    where agent_actor_id = $1 and ended_at is null and board_id = any ($2::uuid[])
      and stop_requested_at >= $3::timestamptz - interval '${clocksApart}') as is_asked`)

type Wait = { boardIds: readonly string[]; since: string }

/**
 * Whether a person has asked a session of the agent to stop since a wait began: then the wait is over, and the agent finds the request in its
 * work. Earlier requests do not count: until another process has ended such a session, each wait would end at once.
 */
export async function isAskedToStop(finder: BoardFinder<'work.claim'>, { boardIds, since }: Wait): Promise<boolean> {
  return (await finder.row(askedSince, [finder.principal.actorId, [...boardIds], since]))?.isAsked === true
}
