import { type Reader, sql } from '../../../db/database.ts'
import type { Prefetch } from '../../../kernel/prefetch.ts'
import { isBlocked } from '../../relations/is-blocked.ts'
import { isMonthUsedUp } from '../budget/of-board.ts'
import { isAgentFull, isBoardFull, isListFull } from '../holds/caps.ts'
import { sessionIsHeld } from '../holds/hold.ts'
import { mayTakeFromQueue } from '../may-invoke.ts'
import { cardIsOpen } from './open-card.ts'

/**
 * The work that an agent may claim now: its queued sessions, then the cards of queues, each by priority, then rank. A card is ready if it
 * is open, not blocked, past its start, not delegated to another agent, and below every cap. Specification: beyond §3.
 *
 * `$1` = the agent; unless said otherwise `$2` = a list or null, `$3` = now.
 */
const urgency = "(case c.priority when 'urgent' then 0 when 'high' then 1 when 'medium' then 2 when 'low' then 3 else 4 end)"
const isOpen = cardIsOpen('$3')
const isWanted = '($2::uuid is null or c.list_id = $2)'
const isMine = "s.agent_actor_id = $1 and s.state = 'queued' and s.ended_at is null and s.stop_requested_at is null"
const serves = `l.queue is not null and l.archived_at is null and ($2::uuid is null or l.id = $2)
  and (jsonb_array_length(l.queue->'agentActorIds') = 0 or l.queue->'agentActorIds' @> to_jsonb($1::uuid))
  and ${mayTakeFromQueue}`
/**
 * A person has stopped the agent on the card, and no one has called it there again, which would have opened a session, nor has a person
 * moved the card from another list since. It is left to other agents. Here and in `isFree` a value and not `exists`, which PostgreSQL may
 * answer by a hash of all sessions.
 */
const isStoppedHere = `coalesce((select z.agent_actor_id = $1 and z.stop_requested_at is not null
      and not exists (select from activities v join actors p on p.id = v.actor_id and p.kind = 'human'
        where v.card_id = c.id and v.id > z.id and v.verb = 'card.moved' and v.created_at >= z.stop_requested_at
          and v.payload ->> 'fromListId' <> v.payload ->> 'toListId')
      from sessions z where z.id = c.latest_session_id), false)`
/**
 * A card with a live session, or with work that waits for review, is not taken from a queue. The condition tests first whether there was
 * any session: most cards in queues have had none.
 */
const isFree = `c.delegate_actor_id is null and c.review is null and (c.latest_session_id is null
    or (select true from sessions o where o.card_id = c.id and o.ended_at is null limit 1) is null and not ${isStoppedHere})`

type Held = 'none' | 'paused' | 'capacity'
type Pick = { cardId: string; sessionId: string | null; queueSetBy: string | null }

const holdsOn = (board: string): string => `case
    when ${board}.agents_paused is not null or a.paused_at is not null then 'paused'
    when ${isBoardFull(board)} or ${isAgentFull('a')} or ${isMonthUsedUp(board, '$3')} then 'capacity'
    else 'none' end`

/**
 * Sessions that were refused are left out. `offset 0` has the few that are queued read first: without it, two of three runs with no
 * session queued read many more pages per claim than the third, in one of them 370 of the index of queued sessions.
 */
const own = ({ boardId, refusedIds }: { boardId: string; refusedIds: string }): string =>
  `select 0 as turn, s.id as session_id, null::uuid as queue_set_by, c.id as card_id, ${urgency} as urgency, c.rank
  from (select * from sessions s where s.board_id = ${boardId} and ${isMine} and s.id <> all (${refusedIds}::uuid[]) offset 0) s
    join cards c on c.board_id = s.board_id and c.id = s.card_id join lists l on l.board_id = c.board_id and l.id = c.list_id
  where ${isOpen} and ${isWanted} and not ${sessionIsHeld} and not (${isListFull('l')})
  order by urgency, c.rank, c.id limit 1`
/** Null for an agent that set the queue for several people: what is taken from there is for no single one of them. */
const personOfQueue = "(select p.id from actors p where p.id = l.queue_set_by and p.kind = 'human')"
const queued = (boardId: string): string => `select 1 as turn, null::uuid as session_id, ${personOfQueue} as queue_set_by,
    q.id as card_id, q.urgency, q.rank
  from lists l cross join lateral (
    select c.id, ${urgency} as urgency, c.rank from cards c
    where c.board_id = l.board_id and c.list_id = l.id and ${isOpen} and ${isFree} and not ${isBlocked('c.id')}
    order by ${urgency}, c.rank limit 1) q
  where l.board_id = ${boardId} and ${serves} and not (${isListFull('l')})
  order by q.urgency, q.rank, q.id limit 1`

type Terms = { isPaused: boolean; hasCap: boolean; capped: boolean; hasOwn: boolean }

/**
 * Cheap conditions, read first. `$2` = the board. `hasOwn`: the agent has queued sessions. `capped`: its running sessions have to be
 * counted.
 */
const readTerms = sql<Terms>(`select b.agents_paused is not null or a.paused_at is not null as is_paused,
    b.max_agent_sessions is not null or a.max_sessions is not null or b.monthly_budget is not null as has_cap, a.max_sessions is not null as capped,
    exists (select from sessions s where s.board_id = b.id and ${isMine}) as has_own
  from boards b join actors a on a.id = $1 where b.id = $2`)
/** `$2` = the board, `$3` = now. */
const readHold = sql<{ held: Held }>(`select ${holdsOn('b')} as held from boards b join actors a on a.id = $1 where b.id = $2`)
/** `$4` = sessions that were refused, `$5` = the board. */
const firstOwn = sql<Pick>(own({ boardId: '$5', refusedIds: '$4' }))
/** `$4` = the board. */
const firstQueued = sql<Pick>(`select q.* from actors a cross join lateral (${queued('$4')}) q where a.id = $1`)

/** The first reads of `pickOnBoard`. */
export const readsOfPick = ({ agentActorId, listId, now }: Scope, boardId: string): readonly Prefetch[] => [
  { statement: readTerms, values: [agentActorId, boardId] },
  { statement: firstQueued, values: [agentActorId, listId, now, boardId] },
]

/**
 * Several statements instead of one: PostgreSQL prepares each part of a statement whether it is run or not, while most boards have no cap and
 * most agents nothing queued. Undefined where nothing is ready.
 */
export async function pickOnBoard(
  reader: Reader,
  { agentActorId, listId, now }: Scope,
  { boardId, refusedIds }: { boardId: string; refusedIds: ReadonlySet<string> },
): Promise<(Pick & { capped: boolean }) | undefined> {
  const [terms, fromQueue] = await Promise.all([
    reader.row(readTerms, [agentActorId, boardId]),
    reader.row(firstQueued, [agentActorId, listId, now, boardId]),
  ])
  if (!terms || terms.isPaused) return undefined
  const { hasCap, hasOwn, capped } = terms
  const [hold, mine] = await Promise.all([
    hasCap ? reader.row(readHold, [agentActorId, boardId, now]) : undefined,
    hasOwn ? reader.row(firstOwn, [agentActorId, listId, now, [...refusedIds], boardId]) : undefined,
  ])
  const pick = mine ?? fromQueue
  if (!pick || (hold && hold.held !== 'none')) return undefined
  return { ...pick, capped }
}

const mostBoards = 8
const firstOn = (boardId: string): string =>
  `select * from ((${own({ boardId, refusedIds: '$4' })}) union all (${queued(boardId)})) ready order by turn limit 1`

/** `$5` = the boards that the caller's token reaches, or null, `$6` = those that were tried. The boards with something ready, the best first. */
const boardsWithWork = sql<{ boardId: string; capped: boolean }>(`select b.id as board_id, a.max_sessions is not null as capped
  from effective_members m join boards b on b.id = m.board_id and b.archived_at is null and b.deleted_at is null join actors a on a.id = $1
    cross join lateral (${firstOn('b.id')}) r
  where m.actor_id = $1 and m.role <> 'viewer' and ($5::uuid[] is null or b.id = any ($5)) and b.id <> all ($6::uuid[])
    and ${holdsOn('b')} = 'none'
  order by r.turn, r.urgency, r.rank, r.card_id limit ${mostBoards}`)

const boardsOf = sql<{ id: string }>(`select b.id from effective_members m
  join boards b on b.id = m.board_id and b.archived_at is null and b.deleted_at is null
  where m.actor_id = $1 and m.role <> 'viewer' and ($2::uuid[] is null or b.id = any ($2)) limit 1000`)

/**
 * Of all boards at `$4`: whether work waits there that only a hold or a blocker keeps back. `$5` = sessions that the agent may not begin: no
 * hold keeps those back.
 */
const waiting = sql<{ held: Held; hasFree: boolean; hasBlocked: boolean }>(`with waiting as (
    select b.id as board_id, ${sessionIsHeld} as is_blocked from boards b
      join sessions s on s.board_id = b.id and ${isMine} and s.id <> all ($5::uuid[])
      join cards c on c.board_id = s.board_id and c.id = s.card_id and ${isOpen} and ${isWanted}
      where b.id = any ($4::uuid[])
    union all
    select b.id, ${isBlocked('c.id')} from boards b join actors a on a.id = $1 join lists l on l.board_id = b.id and ${serves}
      join lateral (select c.id from cards c where c.board_id = l.board_id and c.list_id = l.id and ${isOpen} and ${isFree} limit 500) c on true
      where b.id = any ($4::uuid[]))
  select ${holdsOn('b')} as held,
    exists (select from waiting w where w.board_id = b.id and not w.is_blocked) as has_free,
    exists (select from waiting w where w.board_id = b.id and w.is_blocked) as has_blocked
  from boards b join actors a on a.id = $1 where b.id = any ($4::uuid[])`)

type Scope = { agentActorId: string; listId: string | null; now: string }

type Tried = { boardIds: ReadonlySet<string>; refusedIds: ReadonlySet<string> }

/** But those that were tried, and without the sessions that were refused. */
export const findBoards = (reader: Reader, { agentActorId, listId, now }: Scope, leash: readonly string[] | null, tried: Tried) =>
  reader.rows(boardsWithWork, [agentActorId, listId, now, [...tried.refusedIds], leash && [...leash], [...tried.boardIds]])

export const boardsOfAgent = async (reader: Reader, agentActorId: string, leash: readonly string[] | null): Promise<string[]> =>
  (await reader.rows(boardsOf, [agentActorId, leash && [...leash]])).map(({ id }) => id)

/** Why there is nothing to take on these boards. Where several reasons hold, the one that is likely to pass first. */
export async function whyNothing(
  reader: Reader,
  { agentActorId, listId, now }: Scope,
  { boardIds, refusedIds }: { boardIds: readonly string[]; refusedIds: ReadonlySet<string> },
) {
  const boards = await reader.rows(waiting, [agentActorId, listId, now, [...boardIds], [...refusedIds]])
  const withWork = boards.filter((board) => board.hasFree)
  if (withWork.some(({ held }) => held !== 'paused')) return 'capacity'
  if (withWork.length > 0) return 'paused'
  return boards.some((board) => board.hasBlocked) ? 'blocked' : 'empty'
}
