import type { PayloadOf } from '@tandem/contract'
import { byId } from '../../db/by-id.ts'
import { sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { Mutation, Notice } from '../../kernel/mutation.ts'
import { advance } from '../sessions/advance.ts'
import { isOpenCard } from './is-blocked.ts'

/**
 * Cards become blocked and unblocked: each change is recorded on the card's own board, in the transaction of its cause. Specification:
 * beyond §4.
 */
export type OnlyBlocked = (PayloadOf<'card.blocked'> & { id: string; boardId: string })[]

/** The number of cards read at once; all are recorded. */
const pageSize = 500

/** `$1` the cards that close or open. */
const boardsBlocked = sql<{ boardId: string }>(`select distinct other_board_id as board_id from relations
  where card_id = any ($1::uuid[]) and kind = 'blocks' order by board_id`)
/** `$2` the last card read, or null. Cards of other boards are counted: readers of the blocked card's log may not see them. */
const onlyBlocked = sql<OnlyBlocked[number]>(`select r.other_card_id as id, r.other_board_id as board_id,
    coalesce(array_agg(o.key_prefix || '-' || c.number order by c.number) filter (where c.board_id = r.other_board_id), '{}') as blockers,
    count(*) filter (where c.board_id <> r.other_board_id)::int as blockers_elsewhere
  from relations r join cards c on c.id = r.card_id join boards o on o.id = c.board_id
  where r.card_id = any ($1::uuid[]) and r.kind = 'blocks' and r.other_card_id <> all ($1::uuid[])
    and ($2::uuid is null or r.other_card_id > $2) and not exists (
    select from relations s where s.other_card_id = r.other_card_id and s.kind = 'blocks' and s.card_id <> all ($1::uuid[])
      and ${isOpenCard('s.card_id')})
  group by r.other_card_id, r.other_board_id order by id limit ${pageSize}`)

/** `$1` a board. */
const blockingElsewhere = sql<{ cardId: string }>(`select distinct r.card_id from relations r ${byId('cards', 'r.card_id', 'c')}
  where r.board_id = $1 and r.other_board_id <> $1 and r.kind = 'blocks' and c.completed_at is null and c.archived_at is null`)

/**
 * Cards of other boards that only open cards of this board block: they become free when the board is archived, and blocked again when it is
 * restored.
 */
export async function findBlockedElsewhere(tx: Mutation<never>): Promise<OnlyBlocked> {
  const blocking = (await tx.rows(blockingElsewhere, [tx.board.id])).map((row) => row.cardId)
  return blocking.length === 0 ? [] : (await findOnlyBlocked(tx, blocking)).filter((card) => card.boardId !== tx.board.id)
}

/** The boards of all that these cards block. */
export async function boardsBlockedBy(tx: Mutation<never>, cardIds: readonly string[]): Promise<string[]> {
  return (await tx.rows(boardsBlocked, [[...cardIds]])).map((row) => row.boardId)
}

/**
 * Cards that these cards alone block: they are free, or blocked again, when these are done with or come back. Locks the boards of all that
 * these cards block, so it is to be called before the first write. Of two cards that block a third from boards of their own, done with at
 * the same moment, one would else not see the other.
 */
export async function findOnlyBlocked(tx: Mutation<never>, cardIds: readonly string[]): Promise<OnlyBlocked> {
  tx.lockBoards(await boardsBlockedBy(tx, cardIds))
  const found: OnlyBlocked = []
  for (;;) {
    const page = await tx.rows(onlyBlocked, [[...cardIds], found.at(-1)?.id ?? null])
    found.push(...page)
    if (page.length < pageSize) return found
  }
}

export function recordBlocked(tx: Mutation<'card.blocked'>, cards: OnlyBlocked): void {
  if (cards.length === 0) return
  const logs = tx.lockBoards(boardsOf(cards))
  for (const { id, boardId, blockers, blockersElsewhere } of cards)
    logs.get(boardId)?.record('card.blocked', { blockers, blockersElsewhere }, { cardId: id })
}

/** `$1` cards of one page, `$2` the last session read, or null: a card may have sessions of several agents. */
const waitingOn = sql<SessionRow>(`select * from sessions
  where card_id = any ($1::uuid[]) and ended_at is null and state = 'queued' and start_requested_at is null
    and ($2::uuid is null or id > $2) order by id limit ${pageSize}`)
const freedCards = sql<CardFaceRow>(`select * from card_faces where id = any ($1::uuid[]) limit ${pageSize}`)

/** Tells the agent of each card that it can begin, in the trail of its session too: that wakes programs which listen to their sessions alone. */
export async function recordUnblocked(tx: Mutation<'card.unblocked' | 'agent_session.updated'>, cards: OnlyBlocked): Promise<void> {
  for (let at = 0; at < cards.length; at += pageSize) await recordPage(tx, cards.slice(at, at + pageSize))
}

async function recordPage(tx: Mutation<'card.unblocked' | 'agent_session.updated'>, cards: OnlyBlocked): Promise<void> {
  const ids = cards.map(({ id }) => id)
  const [sessions, freed] = await Promise.all([readWaiting(tx, ids), tx.rows(freedCards, [ids])])
  const waiting = Map.groupBy(sessions, ({ cardId }) => cardId)
  const cardOf = new Map(freed.map((card) => [card.id, card]))
  const logs = tx.lockBoards(boardsOf(cards))
  for (const { id, boardId, blockers, blockersElsewhere } of cards) {
    const [log, card, queued] = [logs.get(boardId), cardOf.get(id), waiting.get(id) ?? []]
    if (!log || !card) continue
    const session = queued.find(({ agentActorId }) => agentActorId === card.delegateActorId) ?? queued[0]
    const about = { cardId: id, notify: [noticeOf(card, queued)] }
    log.record('card.unblocked', { blockers, blockersElsewhere }, session ? { ...about, sessionId: session.id } : about)
    for (const each of queued) release(log, { session: each, card })
  }
}

async function readWaiting(tx: Mutation<never>, cardIds: string[]): Promise<SessionRow[]> {
  const found: SessionRow[] = []
  for (;;) {
    const page = await tx.rows(waitingOn, [cardIds, found.at(-1)?.id ?? null])
    found.push(...page)
    if (page.length < pageSize) return found
  }
}

/** The agent to which the card is delegated, and those that a mention or a person called. */
function noticeOf(card: CardFaceRow, queued: readonly SessionRow[]): Notice {
  const delegate = card.delegateActorId !== null && card.completedAt === null && card.archivedAt === null ? [card.delegateActorId] : []
  return { actorIds: [...delegate, ...queued.map(({ agentActorId }) => agentActorId)], reason: 'unblocked', excerpt: card.title }
}

function release(tx: Mutation<'agent_session.updated'>, at: { session: SessionRow; card: CardFaceRow }): void {
  advance(tx, at, 'release', {
    body: () => ({ type: 'unblocked', byActorId: tx.principal.actorId }),
    payload: ({ session }) => ({ statusText: session.statusText, plan: session.plan, unblocked: true }),
  })
}

const boardsOf = (cards: OnlyBlocked): string[] => [...new Set(cards.map((card) => card.boardId))]
