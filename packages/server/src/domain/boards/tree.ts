import type { BoardTree, Role } from '@tandem/contract'
import { type Database, type Reader, sql } from '../../db/database.ts'
import type { BoardRow, CardFaceRow, ListRow } from '../../db/rows.ts'
import { notFound } from '../../kernel/access.ts'
import type { Clock } from '../../kernel/clock.ts'
import { cardSummaryOf } from '../cards/wire.ts'

/** The whole board, read in one snapshot. Specification: service §2, decisions §3. */
type TreeCardRow = Omit<CardFaceRow, 'assignee_ids' | 'description'>

const readBoard = sql<BoardRow>('select * from boards where id = $1')
const readLists = sql<ListRow>('select * from lists where board_id = $1 and ($2 or archived_at is null) order by rank')
const readCards =
  sql<TreeCardRow>(`select c.board_id, c.id, c.list_id, c.number, c.title, c.rank, c.priority, c.start_at, c.due_at, c.completed_at,
    c.archived_at, c.created_by, c.version, c.created_at, c.updated_at, c.delegate_actor_id, c.delegated_by, c.delegated_at,
    c.latest_session_id, c.checklist_total, c.checklist_done, c.comment_count, c.attachment_count,
    s.state as session_state, s.status_text as session_status_text, s.last_event_at as session_last_event_at
  from cards c left join sessions s on s.id = c.latest_session_id
  where c.board_id = $1 and ($2 or c.archived_at is null) order by c.list_id, c.rank`)
const readAssignees = sql<{ card_id: string; actor_id: string }>(
  'select card_id, actor_id from card_assignees where board_id = $1 order by card_id, assigned_at, actor_id',
)
const readMembers = sql<{
  actor_id: string
  role: Role
  kind: 'human' | 'agent'
  name: string
  handle: string
  avatar_url: string | null
}>(`select
    m.actor_id, m.role, a.kind, a.name, a.handle, a.avatar_url
  from members m join actors a on a.id = m.actor_id where m.board_id = $1 order by a.name, a.id`)

export type BuiltTree = {
  tree: BoardTree
  /** How many working sessions are stale by now: with `seq` it names the state of the tree. */
  staleSessions: number
  /** When the next working session turns stale, if none of them says anything before. */
  endsAtMs: number
}

export async function buildTree(
  deps: { database: Database; clock: Clock; staleAfterMs: number },
  boardId: string,
  archived: boolean,
): Promise<BuiltTree> {
  const rows = await deps.database.snapshot((reader) => readAll(reader, boardId, archived))
  if (!rows.board) throw notFound('board')
  const nowMs = deps.clock.now()
  const context = { keyPrefix: rows.board.key_prefix, now: new Date(nowMs).toISOString(), staleAfterMs: deps.staleAfterMs }
  const assignees = grouped(rows.assignees)
  const cards = Map.groupBy(rows.cards, (card) => card.list_id)
  const summary = (card: TreeCardRow) => cardSummaryOf({ ...card, description: '', assignee_ids: assignees.get(card.id) ?? [] }, context)
  const { board } = rows
  const tree: BoardTree = {
    ...{ id: board.id, name: board.name, description: board.description, agentGuidance: board.agent_guidance },
    ...{
      keyPrefix: board.key_prefix,
      version: board.version,
      archivedAt: board.archived_at,
      createdAt: board.created_at,
      seq: board.last_seq,
    },
    lists: rows.lists.map((list) => ({
      ...{ id: list.id, name: list.name, rank: list.rank, wipLimit: list.wip_limit, archivedAt: list.archived_at },
      cards: (cards.get(list.id) ?? []).map(summary),
    })),
    labels: [],
    fields: [],
    members: rows.members.map((member) => ({
      ...{ actorId: member.actor_id, role: member.role, kind: member.kind },
      ...{ name: member.name, handle: member.handle, avatarUrl: member.avatar_url },
    })),
  }
  return { tree, ...staleness(rows.cards, nowMs, deps.staleAfterMs) }
}

/** One flush, one snapshot. */
async function readAll(reader: Reader, boardId: string, archived: boolean) {
  const [boards, lists, cards, assignees, members] = await Promise.all([
    reader.rows(readBoard, [boardId]),
    reader.rows(readLists, [boardId, archived]),
    reader.rows(readCards, [boardId, archived]),
    reader.rows(readAssignees, [boardId]),
    reader.rows(readMembers, [boardId]),
  ])
  return { board: boards[0], lists, cards, assignees, members }
}

function grouped(rows: { card_id: string; actor_id: string }[]): Map<string, string[]> {
  const byCard = new Map<string, string[]>()
  for (const { card_id, actor_id } of rows) {
    const known = byCard.get(card_id)
    if (known) known.push(actor_id)
    else byCard.set(card_id, [actor_id])
  }
  return byCard
}

function staleness(cards: TreeCardRow[], nowMs: number, staleAfterMs: number): { staleSessions: number; endsAtMs: number } {
  let staleSessions = 0
  let endsAtMs = Number.POSITIVE_INFINITY
  for (const card of cards) {
    if (card.session_state !== 'working' || card.session_last_event_at === null) continue
    const turnsStaleAtMs = Date.parse(card.session_last_event_at) + staleAfterMs
    if (turnsStaleAtMs <= nowMs) staleSessions += 1
    else endsAtMs = Math.min(endsAtMs, turnsStaleAtMs)
  }
  return { staleSessions, endsAtMs }
}
