import type { BoardOutline, BoardTree, Role } from '@tandem/contract'
import { byId } from '../../db/by-id.ts'
import { type Database, type Reader, sql } from '../../db/database.ts'
import type { BoardRow } from '../../db/tables/boards/boards.ts'
import type { FieldRow } from '../../db/tables/boards/fields.ts'
import type { LabelRow } from '../../db/tables/boards/labels.ts'
import type { ListRow } from '../../db/tables/boards/lists.ts'
import { notFound } from '../../kernel/access.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import { attributeColumns } from '../cards/attributes.ts'
import { cardSummaryOf, type SummaryRow } from '../cards/summary.ts'
import { fieldsOfBoard } from '../fields/handlers.ts'
import { labelsOfBoard } from '../labels/handlers.ts'
import { isOpenCard } from '../relations/is-blocked.ts'

/** The whole board, read in one snapshot. Specification: service §2, decisions §3. */
type TreeCardRow = Omit<SummaryRow, 'assigneeIds' | 'labelIds' | 'blocked' | 'children'>
type MemberRow = {
  actorId: string
  role: Role
  kind: 'human' | 'agent'
  name: string
  handle: string
  avatarUrl: string | null
}

const readBoard = sql<BoardRow>('select * from boards where id = $1')
const readLists = sql<ListRow>('select * from lists where board_id = $1 and ($2 or archived_at is null) order by rank')
/** `$3`, `$4` list and rank of the last card read. */
const readCards =
  sql<TreeCardRow>(`select c.id, c.list_id, c.number, c.title, c.title_external, c.rank, ${attributeColumns('c')}, c.completed_at,
    c.archived_at, c.version, c.updated_at, c.delegate_actor_id, c.delegated_by, c.delegated_at,
    c.latest_session_id, c.review, c.checklist_total, c.checklist_done, c.comment_count, c.attachment_count, c.cover_attachment_id,
    s.state as session_state, s.status_text as session_status_text, s.last_event_at as session_last_event_at,
    s.stop_requested_at as session_stop_requested_at, s.lease_expires_at as session_lease_expires_at,
    s.question ->> 'expiresAt' as session_expires_at, left(s.question ->> 'defaultOption', 200) as session_default_option
  from cards c left join sessions s on s.id = c.latest_session_id
  where c.board_id = $1 and ($2 or c.archived_at is null) and (c.list_id, c.rank) > ($3::uuid, $4) order by c.list_id, c.rank limit $5`)
const readAssignees = sql<{ cardId: string; actorId: string }>(
  'select card_id, actor_id from card_assignees where board_id = $1 order by card_id, assigned_at, actor_id',
)
const readCardLabels = sql<{ cardId: string; labelId: string }>(
  'select card_id, label_id from card_labels where board_id = $1 order by card_id, label_id',
)
const readBlocked = sql<{ cardId: string }>(`select distinct r.other_card_id as card_id from relations r
  where r.other_board_id = $1 and r.kind = 'blocks' and ${isOpenCard('r.card_id')}`)
const readProgress = sql<{
  cardId: string
  done: number
  total: number
}>(`select r.card_id, count(c.completed_at)::int as done, count(*)::int as total
  from relations r ${byId('cards', 'r.other_card_id', 'c')}
  where r.board_id = $1 and r.kind = 'parent' and c.archived_at is null group by r.card_id`)
const readMembers = sql<MemberRow>(`select m.actor_id, m.role, a.kind, a.name, a.handle, a.avatar_url
  from effective_members m join actors a on a.id = m.actor_id where m.board_id = $1 order by a.name, a.id`)

/** A tree as it is sent, with the data that its cache needs. */
export type BuiltTree = {
  seq: number
  bytes: Buffer
  /** How many working sessions are stale by now: with `seq` it names the state of the tree. */
  staleSessions: number
  /** When the next working session turns stale, unless one reports before. */
  endsAtMs: number
}

/**
 * Cards of one page. They are serialised page by page: as one object, a board of 10,000 cards costs the garbage collector more than its
 * share, and no other request is served while it is made.
 */
const pageSize = 1_000
const [beforeAll, noList] = ['', '00000000-0000-0000-0000-000000000000']

type TreeDeps = { database: Database; clock: Clock; staleAfterMs: number }

export async function buildTree(deps: TreeDeps, boardId: string, archived: boolean): Promise<BuiltTree> {
  const nowMs = deps.clock.now()
  return deps.database.snapshot(async (reader) => {
    const firstPage = readPage(reader, boardId, archived, undefined)
    const [frame, assignees, cardLabels, blocked, progress] = await Promise.all([
      readFrame(reader, boardId, archived),
      reader.rows(readAssignees, [boardId]),
      reader.rows(readCardLabels, [boardId]),
      reader.rows(readBlocked, [boardId]),
      reader.rows(readProgress, [boardId]),
      firstPage,
    ])
    const { board } = frame
    const context = { keyPrefix: board.keyPrefix, now: new Date(nowMs).toISOString(), staleAfterMs: deps.staleAfterMs }
    const onCards = {
      assignees: grouped(assignees.map((row) => [row.cardId, row.actorId])),
      labels: grouped(cardLabels.map((row) => [row.cardId, row.labelId])),
      blocked: new Set(blocked.map((row) => row.cardId)),
      children: new Map(progress.map(({ cardId, done, total }) => [cardId, [done, total] as const])),
    }
    const cards = createCardTexts(context, onCards)
    for (let page = await firstPage; ; ) {
      cards.add(page)
      if (page.length < pageSize) break
      page = await readPage(reader, boardId, archived, page.at(-1))
    }
    return { seq: board.lastSeq, bytes: Buffer.from(treeText(frame, cards.of)), ...cards.staleness() }
  })
}

/** A board without its cards. */
export function readOutline(database: Database, boardId: string, archived: boolean): Promise<BoardOutline> {
  return database.snapshot(async (reader) => {
    const frame = await readFrame(reader, boardId, archived)
    return { ...headOf(frame), lists: frame.lists.map(listHeadOf) }
  })
}

async function readFrame(reader: Reader, boardId: string, archived: boolean): Promise<Frame> {
  const [board, lists, members, labels, fields] = await Promise.all([
    reader.row(readBoard, [boardId]),
    reader.rows(readLists, [boardId, archived]),
    reader.rows(readMembers, [boardId]),
    labelsOfBoard(reader, boardId),
    fieldsOfBoard(reader, boardId),
  ])
  if (!board) throw notFound('board')
  return { board, lists, members, labels, fields }
}

function readPage(reader: Reader, boardId: string, archived: boolean, last: TreeCardRow | undefined): Promise<TreeCardRow[]> {
  return reader.rows(readCards, [boardId, archived, last?.listId ?? noList, last?.rank ?? beforeAll, pageSize])
}

type OnCards = {
  assignees: Map<string, string[]>
  labels: Map<string, string[]>
  blocked: Set<string>
  children: Map<string, readonly [number, number]>
}

function createCardTexts(
  context: { keyPrefix: string; now: string; staleAfterMs: number },
  { assignees, labels, blocked, children }: OnCards,
) {
  const byList = new Map<string, string[]>()
  const nowMs = Date.parse(context.now)
  let staleSessions = 0
  let endsAtMs = Number.POSITIVE_INFINITY
  return {
    add(cards: readonly TreeCardRow[]): void {
      for (const card of cards) {
        const lists = { assigneeIds: assignees.get(card.id) ?? [], labelIds: labels.get(card.id) ?? [] }
        const text = JSON.stringify(
          cardSummaryOf({ ...card, ...lists, blocked: blocked.has(card.id), children: children.get(card.id) ?? [0, 0] }, context),
        )
        const known = byList.get(card.listId)
        if (known) known.push(text)
        else byList.set(card.listId, [text])
        if (card.sessionState !== 'working' || card.sessionLastEventAt === null || card.sessionLeaseExpiresAt !== null) continue
        const turnsStaleAtMs = Date.parse(card.sessionLastEventAt) + context.staleAfterMs
        if (turnsStaleAtMs <= nowMs) staleSessions += 1
        else endsAtMs = Math.min(endsAtMs, turnsStaleAtMs)
      }
    },
    of: (listId: string): string => `[${(byList.get(listId) ?? []).join()}]`,
    staleness: () => ({ staleSessions, endsAtMs }),
  }
}

type Frame = {
  board: BoardRow
  lists: readonly ListRow[]
  members: readonly MemberRow[]
  labels: readonly LabelRow[]
  fields: readonly FieldRow[]
}

function treeText(frame: Frame, cardsOf: (listId: string) => string): string {
  const lists = frame.lists.map((list) => withMember(listHeadOf(list), 'cards', cardsOf(list.id)))
  return withMember(headOf(frame), 'lists', `[${lists.join()}]`)
}

function headOf({ board, members, labels, fields }: Frame): Omit<BoardTree, 'lists'> {
  return {
    id: board.id,
    name: board.name,
    description: board.description,
    agentGuidance: board.agentGuidance,
    agentsPaused: board.agentsPaused,
    reviewByOthers: board.reviewByOthers,
    maxAgentSessions: board.maxAgentSessions,
    completeParents: board.completeParents,
    monthlyBudget: board.monthlyBudget,
    keyPrefix: board.keyPrefix,
    version: board.version,
    archivedAt: board.archivedAt,
    createdAt: board.createdAt,
    seq: board.lastSeq,
    labels: labels.map(({ id, name, color }) => ({ id, name, color })),
    fields: fields.map(({ id, name, type, options }) => ({ id, name, type, options })),
    members: members.map((member) => ({
      actorId: member.actorId,
      role: member.role,
      kind: member.kind,
      name: member.name,
      handle: member.handle,
      avatarUrl: member.avatarUrl,
    })),
  }
}

function listHeadOf(list: ListRow): BoardOutline['lists'][number] {
  const { id, name, rank, wipLimit, wipPolicy, category, acceptance, queue, color, archivedAt } = list
  return { id, name, rank, wipLimit, wipPolicy, category, acceptance, queue, color, archivedAt }
}

/** The JSON text of an object that is not empty, with one more member that is JSON text already. */
function withMember(of: object, name: string, json: string): string {
  return `${JSON.stringify(of).slice(0, -1)},"${name}":${json}}`
}

function grouped(pairs: readonly [cardId: string, id: string][]): Map<string, string[]> {
  const byCard = new Map<string, string[]>()
  for (const [cardId, id] of pairs) {
    const known = byCard.get(cardId)
    if (known) known.push(id)
    else byCard.set(cardId, [id])
  }
  return byCard
}
