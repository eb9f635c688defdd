import type { AgentsPaused, Budget, Work } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import { holdsScope } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { cardSummaryOf, isStale, keyOf, type SummaryRow } from '../cards/summary.ts'
import { inboxOf } from '../notifications/handlers.ts'
import { type Counted, endedByOctets } from '../pages.ts'
import { summaryColumns } from '../summary-rows.ts'
import { isUsedUp } from './budget/figures.ts'
import { boardBudgetOf } from './budget/of-board.ts'
import { queuedOnNotOpen } from './claim/open-card.ts'
import { heldByCaps } from './holds/caps.ts'
import { type HoldOf, holdsOf } from './holds/hold.ts'
import { newsOf, startsOf } from './news.ts'
import { withOctets } from './octets.ts'
import { sessionOnWire } from './record.ts'

/** Work that waits for the caller, on every board it can read. Specification: service §4 (my_work), decisions §4, beyond §2. */
type OnBoard = { boardId: string; agentsPaused: AgentsPaused | null; monthlyBudget: Budget | null }
type WorkRow = SummaryRow & OnBoard & { keyPrefix: string; boardName: string }
/** The newest session that the caller has had on the card. */
type OwnSession = {
  ownId: string | null
  ownState: SessionRow['state']
  ownStatusText: string | null
  ownLastEventAt: string
  ownStopRequestedAt: string | null
  ownLeaseExpiresAt: string | null
  ownStartRequestedAt: string | null
  ownFailureReason: string | null
}
type KeyedSession = Counted<SessionRow & OnBoard & { keyPrefix: string; number: number }>

const cards = `from card_faces c
  join boards b on b.id = c.board_id and b.archived_at is null
  join members m on m.board_id = c.board_id and m.actor_id = $1`
const columns = `${summaryColumns}, c.board_id, b.key_prefix, b.name as board_name, b.agents_paused, b.monthly_budget`
const open = 'c.completed_at is null and c.archived_at is null and ($2::uuid[] is null or c.board_id = any ($2))'
/** The index has the assignments in this order, and no more of them are read than the page has. Conditions are values: a join may begin elsewhere. */
const assigned = sql<WorkRow>(`select ${columns} from (
    select o.card_id from (select board_id, card_id from card_assignees
        where actor_id = $1 and is_open and ($2::uuid[] is null or board_id = any ($2)) order by due_at, card_id offset 0) o
      where (select h.archived_at is null from boards h where h.id = o.board_id)
        and (select true from members m where m.board_id = o.board_id and m.actor_id = $1) limit $3
  ) first join card_faces c on c.id = first.card_id join boards b on b.id = c.board_id order by c.due_at, c.id`)
/**
 * The agent has done its work, and may complete the card: the cards that it blocks cannot begin. In lists with review, people complete it.
 */
const stillBlocks = `exists (select from relations r where r.card_id = c.id and r.kind = 'blocks'
    and (select o.completed_at is null and o.archived_at is null from cards o where o.id = r.other_card_id))
  and (select e.role <> 'viewer' from effective_members e where e.board_id = c.board_id and e.actor_id = $1)
  and c.review is null and (select l.acceptance <> 'required' from lists l where l.board_id = c.board_id and l.id = c.list_id)`
const delegated = sql<WorkRow & OwnSession>(`select ${columns}, own.id as own_id, own.state as own_state,
    own.status_text as own_status_text, own.last_event_at as own_last_event_at, own.stop_requested_at as own_stop_requested_at, own.lease_expires_at as own_lease_expires_at, own.start_requested_at as own_start_requested_at,
    own.failure_reason as own_failure_reason
  ${cards} left join lateral (
    select * from sessions s where s.card_id = c.id and s.agent_actor_id = $1 order by s.id desc limit 1
  ) own on true
  where c.delegate_actor_id = $1 and ${open} and (own.state is distinct from 'done' or ${stillBlocks})
  order by c.delegated_at, c.id limit $3`)

const agentPause = sql<{ pausedAt: string | null }>('select paused_at from actors where id = $1')

const sessionsOnBoards = `select s.*, b.key_prefix, b.agents_paused, b.monthly_budget, c.number from sessions s
  join members m on m.board_id = s.board_id and m.actor_id = $1
  join boards b on b.id = s.board_id
  join cards c on c.id = s.card_id
  where s.ended_at is null and ($2::uuid[] is null or s.board_id = any ($2))`
const ownLive = sql<KeyedSession>(endedByOctets(withOctets(`${sessionsOnBoards} and s.agent_actor_id = $1 order by s.id limit $3`), 'id'))
/** The open questions that were routed to the caller, whether it has read of them or not; those that wait longest come first. */
const awaiting = sql<KeyedSession>(
  endedByOctets(
    withOctets(`${sessionsOnBoards} and s.state = 'awaiting_input'
      and exists (select from notifications n where n.session_id = s.id and n.actor_id = $1 and n.reason = 'question'
        and n.created_at >= (s.question->>'askedAt')::timestamptz)
      order by s.question->>'askedAt', s.id limit $3`),
    "question->>'askedAt', id",
  ),
)

export const readWork: HandlerOf<'me.work'> = async (read, { limit, newsCursor }) => {
  const { principal, now } = read
  const leash = principal.grant?.leash ? [...principal.grant.leash] : null
  // One more than is shown: so the answer can say where it is cut.
  const of = [principal.actorId, leash, limit + 1] as const
  const maySee = holdsScope(principal, 'sessions:read')
  const isAgent = principal.kind === 'agent'
  const [mine, given, live, asked, unread, paused] = await Promise.all([
    read.rows(assigned, of),
    read.rows(delegated, of),
    maySee && isAgent ? read.rows(ownLive, of) : [],
    maySee ? read.rows(awaiting, of) : [],
    holdsScope(principal, 'notifications:read') ? inboxOf(read, principal, { unread: true, cursor: null, limit: limit + 1 }) : [],
    isAgent ? read.row(agentPause, [principal.actorId]) : undefined,
  ])
  const [news, holdOf, atCapacity, notReady] = await Promise.all([
    startsOf(read, live, newsCursor).then((starts) => newsOf(read, live, starts)),
    holdsOf(read, [...live, ...given.flatMap(ownWaiting)]),
    heldByCaps(read, live),
    queuedOnNotOpen(read, live),
  ])
  const context = { now, staleAfterMs: read.policy.staleAfterMs }
  const cardOnWire = (row: WorkRow) => ({
    ...cardSummaryOf(row, { ...context, keyPrefix: row.keyPrefix }),
    boardId: row.boardId,
    boardName: row.boardName,
  })
  const onWire = (row: KeyedSession) => sessionOnWire(row, { ...context, holdOf, cardKey: keyOf(row.keyPrefix, row.number) })
  const lists: Lists = {
    assigned: mine.map(cardOnWire),
    delegated_to_me: given.map((row) => ({ ...cardOnWire(row), session: ownSession(row, { ...context, holdOf }) })),
    liveSessions: live.map(onWire),
    sessions_awaiting_me: asked.map(onWire),
    notifications: unread,
  }
  return {
    ...cut(lists, limit, { liveSessions: endsByOctets(live), sessions_awaiting_me: endsByOctets(asked) }),
    news,
    agentPausedAt: paused?.pausedAt ?? null,
    pausedBoards: pausedAmong([...given, ...live]),
    atCapacity,
    notReady,
    overBudgetBoards: await overBudgetAmong(read, [...given, ...live], now),
  }
}

function pausedAmong(rows: readonly OnBoard[]): Work['pausedBoards'] {
  const paused = new Map(rows.flatMap(({ boardId, agentsPaused }) => (agentsPaused ? [[boardId, { boardId, ...agentsPaused }]] : [])))
  return [...paused.values()]
}

async function overBudgetAmong(reader: Reader, rows: readonly OnBoard[], now: string): Promise<string[]> {
  const boardIds = [...new Set(rows.filter(({ monthlyBudget }) => monthlyBudget !== null).map(({ boardId }) => boardId))]
  const budgets = await Promise.all(boardIds.map((boardId) => boardBudgetOf(reader, boardId, now)))
  return boardIds.filter((_, at) => {
    const budget = budgets[at]
    return budget !== undefined && isUsedUp(budget, now)
  })
}

const endsByOctets = (rows: readonly KeyedSession[]): boolean => rows.at(-1)?.more === true

type Lists = Omit<Work, 'cutAtLimit' | NotLists>
type NotLists = 'news' | 'agentPausedAt' | 'pausedBoards' | 'atCapacity' | 'notReady' | 'overBudgetBoards'

/** Each list to its limit, and which of them have more. */
function cut(lists: Lists, limit: number, endsEarly: Partial<Record<keyof Lists, boolean>>): Omit<Work, NotLists> {
  const names = Object.keys(lists) as (keyof Lists)[]
  const shown = Object.fromEntries(names.map((name) => [name, lists[name].slice(0, limit)])) as Lists
  return { ...shown, cutAtLimit: names.filter((name) => lists[name].length > limit || endsEarly[name]) }
}

function ownWaiting({ id, ownState, ownStartRequestedAt }: WorkRow & OwnSession) {
  return ownState === null ? [] : [{ cardId: id, state: ownState, startRequestedAt: ownStartRequestedAt }]
}

function ownSession(
  row: WorkRow & OwnSession,
  { now, staleAfterMs, holdOf }: { now: string; staleAfterMs: number; holdOf: HoldOf },
): Work['delegated_to_me'][number]['session'] {
  const [waiting] = ownWaiting(row)
  if (row.ownId === null || !waiting) return null
  return {
    id: row.ownId,
    state: row.ownState,
    statusText: row.ownStatusText,
    stale: isStale({ state: row.ownState, lastEventAt: row.ownLastEventAt, leaseExpiresAt: row.ownLeaseExpiresAt }, now, staleAfterMs),
    stopRequestedAt: row.ownStopRequestedAt,
    ...holdOf(waiting),
    failureReason: row.ownFailureReason,
  }
}
