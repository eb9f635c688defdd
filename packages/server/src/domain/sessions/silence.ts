import { sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { type SessionRow, sessions } from '../../db/tables/agents/sessions.ts'
import { pick, update, write } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { isUsedUp } from './budget/figures.ts'
import { boardBudgetOf } from './budget/of-board.ts'
import { heldByCaps } from './holds/caps.ts'
import { pauseOf } from './holds/pause.ts'

/**
 * A queued session that a pause, a cap or a budget keeps from starting does not count as silent: its agent cannot begin. Its timeout
 * restarts when it can. For a queued session `last_event_at` is that time. Specification: beyond §3.
 */
const writeSilence = update(sessions, { key: ['boardId', 'id'], set: ['lastEventAt'] })
const restartOnBoard = write(
  { ...pick(sessions, ['boardId']), now: parameter<string>('timestamptz') },
  (given) => `update sessions set last_event_at = ${given.now} where board_id = ${given.boardId} and state = 'queued' and ended_at is null`,
)
/**
 * When the session was last released: by the owner of its agent, by another session that ended and made room under a cap, or by a new
 * month. `$1` board, `$2` agent, `$3` card, `$4` the earliest time of interest, `$5` now.
 */
const lastRelease = sql<{ at: string | null }>(`select greatest(a.resumed_at,
    case when b.monthly_budget is not null then date_trunc('month', $5::timestamptz, 'UTC') end,
    case when a.max_sessions is not null then
      (select max(w.ended_at) from sessions w where w.agent_actor_id = a.id and w.ended_at > $4::timestamptz and w.worked_ms > 0) end,
    case when b.max_agent_sessions is not null then
      (select max(w.ended_at) from sessions w where w.board_id = b.id and w.ended_at > $4::timestamptz and w.worked_ms > 0) end,
    case when l.wip_limit is not null and l.wip_policy <> 'warn' then
      (select max(w.ended_at) from sessions w join cards k on k.board_id = w.board_id and k.id = w.card_id
        where w.board_id = b.id and w.ended_at > $4::timestamptz and w.worked_ms > 0 and k.list_id = l.id) end) as at
  from boards b join actors a on a.id = $2
    join cards c on c.board_id = b.id and c.id = $3 join lists l on l.board_id = c.board_id and l.id = c.list_id
  where b.id = $1`)

/** Whether the agent could have reported for this long and did not. If it could not, the timeout restarts. */
export async function isSilentFor(tx: Mutation<never>, session: SessionRow, ms: number): Promise<boolean> {
  const since = await silentSince(tx, session, ms)
  if (Date.parse(tx.now) - Date.parse(since) >= ms) return true
  if (since !== session.lastEventAt) tx.send(writeSilence({ ...session, lastEventAt: since }))
  return false
}

async function silentSince(tx: Mutation<never>, session: SessionRow, ms: number): Promise<string> {
  const { boardId, agentActorId, cardId, lastEventAt } = session
  if (session.state !== 'queued') return lastEventAt
  const earliest = new Date(Date.parse(tx.now) - ms).toISOString()
  const [pause, capped, budget, release] = await Promise.all([
    pauseOf(tx, session),
    heldByCaps(tx, [session]),
    boardBudgetOf(tx, boardId, tx.now),
    tx.row(lastRelease, [boardId, agentActorId, cardId, earliest, tx.now]),
  ])
  if (pause?.agentsPaused || pause?.agentPausedAt || capped.length > 0 || (budget && isUsedUp(budget, tx.now))) return tx.now
  const at = release?.at ?? lastEventAt
  return Date.parse(at) > Date.parse(lastEventAt) ? at : lastEventAt
}

/** Restarts the timeout of queued sessions on the board: they may begin from now on, or other limits apply. */
export const restartSilence = (tx: Mutation<never>): void => tx.send(restartOnBoard({ boardId: tx.board.id, now: tx.now }))
