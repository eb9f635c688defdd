import { mostBlockersShown } from '@tandem/contract'
import { byId } from '../../db/by-id.ts'
import { type Reader, sql, type Value } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { isOpenCard } from '../relations/is-blocked.ts'

/** Blocked cards, what blocks them, and who works on either. */
export type BlockedRow = { boardId: string; cardId: string; number: number; title: string; since: string; blockerCount: number }
export type BlockerRow = {
  blockedId: string
  boardId: string
  cardId: string
  number: number
  title: string
  keyPrefix: string
  boardName: string
}
export type LiveRow = Pick<SessionRow, 'id' | 'cardId' | 'state' | 'agentActorId'>

const mostLive = 2_000

/** `$1` boards, `$2` how many. */
const blocked =
  sql<BlockedRow>(`select c.board_id, c.id as card_id, c.number, c.title, min(r.created_at) as since, count(*)::int as blocker_count
  from relations r
    ${byId('cards', 'r.other_card_id', 'c')}
  where r.other_board_id = any ($1::uuid[]) and r.kind = 'blocks' and ${isOpenCard('r.card_id')} and ${isOpenCard('r.other_card_id')}
  group by c.board_id, c.id, c.number, c.title order by since, c.id limit $2`)
/** `$1` blocked cards, `$2` actor, `$3` leash or null: on all boards that the actor can read. */
const blockersOf = sql<BlockerRow>(`select * from (
    select r.other_card_id as blocked_id, w.board_id, w.id as card_id, w.number, w.title, b.key_prefix, b.name as board_name,
      row_number() over (partition by r.other_card_id order by r.created_at, w.id) as place
    from relations r ${byId('cards', 'r.card_id', 'w')} join boards b on b.id = w.board_id
      join members m on m.board_id = w.board_id and m.actor_id = $2
    where r.other_card_id = any ($1::uuid[]) and r.kind = 'blocks' and ${isOpenCard('r.card_id')} and ($3::uuid[] is null or w.board_id = any ($3))
  ) placed where place <= ${mostBlockersShown} order by blocked_id, place`)
const liveOn = sql<LiveRow>(`select id, card_id, state, agent_actor_id from sessions
  where card_id = any ($1::uuid[]) and ended_at is null order by id limit ${mostLive}`)

export async function blockedCards(
  reader: Reader & { principal: Principal },
  of: readonly Value[],
  seesSessions: boolean,
): Promise<{ cards: BlockedRow[]; blockers: BlockerRow[]; live: LiveRow[] }> {
  const cards = await reader.rows(blocked, of)
  if (cards.length === 0) return { cards, blockers: [], live: [] }
  const { actorId, grant } = reader.principal
  const ids = cards.map(({ cardId }) => cardId)
  const blockers = await reader.rows(blockersOf, [ids, actorId, grant?.leash ? [...grant.leash] : null])
  const live = seesSessions ? await reader.rows(liveOn, [[...new Set([...ids, ...blockers.map(({ cardId }) => cardId)])]]) : []
  return { cards, blockers, live }
}
