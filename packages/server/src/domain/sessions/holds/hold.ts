import { byId } from '../../../db/by-id.ts'
import { type Reader, sql } from '../../../db/database.ts'
import type { SessionRow } from '../../../db/tables/agents/sessions.ts'
import { holdsScope } from '../../../kernel/access.ts'
import type { Principal } from '../../../kernel/identity/principal.ts'
import { isBlocked, isOpenCard } from '../../relations/is-blocked.ts'

/**
 * A queued session of a blocked card stays queued until the last blocker is done, or until a person starts it anyway. The blockers are read
 * for each reader: those that they cannot see are only counted. Specification: beyond §4.
 */
export type Hold = { waitingFor: string[]; waitingForHidden: number }
type Waiting = Pick<SessionRow, 'cardId' | 'state' | 'startRequestedAt'>
export type HoldOf = (session: Waiting) => Hold
type Viewer = { actorId: string; leash: readonly string[] | null; readsCards: boolean }

/** Whether the session `s` is held. */
export const sessionIsHeld = `(s.state = 'queued' and s.start_requested_at is null and ${isBlocked('s.card_id')})`

export const noHold: Hold = { waitingFor: [], waitingForHidden: 0 }
export const holdsNone: HoldOf = () => noHold

/** `$1` cards, `$2` actor, `$3` leash or null, `$4` whether the actor reads cards. A card has at most 200 relations. */
const readBlockers = sql<Hold & { cardId: string }>(`select r.other_card_id as card_id,
    coalesce(array_agg(o.key_prefix || '-' || b.number order by o.key_prefix, b.number) filter (where m.actor_id is not null), '{}')
      as waiting_for,
    count(*) filter (where m.actor_id is null)::int as waiting_for_hidden
  from relations r ${byId('cards', 'r.card_id', 'b')} join boards o on o.id = b.board_id
    left join members m on m.board_id = b.board_id and m.actor_id = $2 and $4 and ($3::uuid[] is null or b.board_id = any ($3))
  where r.other_card_id = any ($1::uuid[]) and r.kind = 'blocks' and ${isOpenCard('r.card_id')}
  group by r.other_card_id`)

/** The blockers of each of the sessions, as the caller sees them. Sends no query if none is queued. */
export function holdsOf(reader: Reader & { principal: Principal }, sessions: readonly Waiting[]): Promise<HoldOf> {
  const { actorId, grant } = reader.principal
  const readsCards = holdsScope(reader.principal, 'boards:read')
  return holdsFor(reader, { actorId, leash: grant?.leash ? [...grant.leash] : null, readsCards }, sessions)
}

export async function holdsFor(reader: Reader, { actorId, leash, readsCards }: Viewer, sessions: readonly Waiting[]): Promise<HoldOf> {
  const cardIds = new Set(sessions.filter(mayWait).map(({ cardId }) => cardId))
  if (cardIds.size === 0) return holdsNone
  const rows = await reader.rows(readBlockers, [[...cardIds], actorId, leash, readsCards])
  const holds = new Map(rows.map(({ cardId, ...hold }) => [cardId, hold]))
  return (session) => (mayWait(session) ? (holds.get(session.cardId) ?? noHold) : noHold)
}

const mayWait = ({ state, startRequestedAt }: Waiting): boolean => state === 'queued' && startRequestedAt === null
