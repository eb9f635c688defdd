import { type AuthorRole, type BoardExport, chainStart, type TextAuthor } from '@tandem/contract'
import { type Reader, type Statement, sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { BoardRow } from '../../db/tables/boards/boards.ts'
import type { ListRow } from '../../db/tables/boards/lists.ts'
import type { ViewRow } from '../../db/tables/boards/views.ts'
import type { AttachmentFaceRow } from '../../db/tables/cards/attachments.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { ChecklistFaceRow } from '../../db/tables/cards/checklist-items.ts'
import type { CommentFaceRow } from '../../db/tables/cards/comments.ts'
import type { LinkRow } from '../../db/tables/cards/links.ts'
import { attachmentFaces, checklistFaces, fieldValueFaces, roleOfOldText } from '../../db/text-authors.ts'
import { notFound } from '../../kernel/access.ts'
import { attachmentOnWire } from '../attachments/record.ts'
import { cardAuthorOf } from '../authors.ts'
import { type ActivityRow, activityOnWire, pageOfActivities } from '../boards/activity.ts'
import { chainOfBoard } from '../boards/log-head.ts'
import { cardRecordOf, keyOf, type SummaryContext } from '../cards/summary.ts'
import { checklistItemOnWire } from '../checklists/record.ts'
import { commentOnWire } from '../comments/record.ts'
import { fieldOnWire, fieldsOfBoard } from '../fields/handlers.ts'
import { labelOnWire, labelsOfBoard } from '../labels/handlers.ts'
import { linkOnWire } from '../links/record.ts'
import { listOnWire } from '../lists/lists.ts'
import { type Counted, endedByOctets } from '../pages.ts'
import { ruleOnWire } from '../rules/record.ts'
import { rulesOfBoard } from '../rules/runs.ts'
import { holdsFor, holdsNone } from '../sessions/holds/hold.ts'
import { withOctets } from '../sessions/octets.ts'
import { sessionOnWire } from '../sessions/record.ts'
import { viewOnWire } from '../views/handlers.ts'
import { type PastRow, pastColumns, pastOnWire } from './follow.ts'

/**
 * A board as the text of one JSON document, in pieces: only one page of the board is in memory at a time. The document shows one state of
 * the board when `reader` reads a snapshot. Specification: decisions §3.
 */
export type ExportAs = {
  boardId: string
  actorId: string
  leash: readonly string[] | null
  /** Whether the caller may read sessions. */
  sessions: boolean
  now: string
  staleAfterMs: number
}

/** The files of the archive, in the order of their cards. */
export type ExportedFile = Pick<AttachmentFaceRow, 'id' | 'filename'> & { fileKey: string; sizeBytes: number }

export async function* boardText(reader: Reader, as: ExportAs, onFile: (file: ExportedFile) => void): AsyncGenerator<string> {
  const board = await reader.row(readBoard, [as.boardId])
  if (!board) throw notFound('board')
  const named = new Set<string>()
  yield `{${member('format', 'tandem-board')},${member('formatVersion', 1)},${member('exportedAt', as.now)},${member('board', headOf(board))}`
  yield `,${member('log', await logOf(reader, as.boardId))}`
  yield* around(reader, as)
  yield* list('cards', cardTexts(reader, board, as, named, onFile))
  yield* list('activity', separated(activityTexts(reader, as.boardId, named)))
  yield* list('importedHistory', separated(pastTexts(reader, as.boardId)))
  yield `,${member('actors', await othersNamed(reader, as.boardId, named))}}`
}

const member = (key: string, value: unknown): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`

async function* list(key: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield `,${JSON.stringify(key)}:[`
  yield* pieces
  yield ']'
}

async function* separated(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true
  for await (const text of texts) {
    yield isFirst ? text : `,\n${text}`
    isFirst = false
  }
}

const readBoard = sql<BoardRow>('select * from boards where id = $1')

function headOf(board: BoardRow): BoardExport['board'] {
  return {
    id: board.id,
    name: board.name,
    description: board.description,
    agentGuidance: board.agentGuidance,
    reviewByOthers: board.reviewByOthers,
    completeParents: board.completeParents,
    maxAgentSessions: board.maxAgentSessions,
    monthlyBudget: board.monthlyBudget,
    keyPrefix: board.keyPrefix,
    archivedAt: board.archivedAt,
    createdAt: board.createdAt,
    seq: board.lastSeq,
  }
}

async function logOf(reader: Reader, boardId: string): Promise<BoardExport['log']> {
  const head = await reader.row(chainOfBoard, [boardId])
  return { seq: head?.seq ?? 0, hash: head?.hash ?? chainStart }
}

type PersonRow = { actorId: string; kind: 'human' | 'agent'; name: string; handle: string; avatarUrl: string | null }
const person = 'a.id as actor_id, a.kind, a.name, a.handle, a.avatar_url'
const readMembers = sql<PersonRow & { role: BoardExport['members'][number]['role'] }>(
  `select ${person}, m.role from members m join actors a on a.id = m.actor_id where m.board_id = $1 order by m.added_at, a.id limit 20000`,
)
const readLists = sql<ListRow>('select * from lists where board_id = $1 order by rank limit 10000')
/** Private views are their owner's alone. */
const readViews = sql<ViewRow>('select * from views where board_id = $1 and (shared or owner_actor_id = $2) order by id limit 1000')

async function* around(reader: Reader, { boardId, actorId }: ExportAs): AsyncGenerator<string> {
  const members = (await reader.rows(readMembers, [boardId])).map((row) => ({ ...personOnWire(row), role: row.role }))
  const [labels, fields] = [await labelsOfBoard(reader, boardId), await fieldsOfBoard(reader, boardId)]
  const [lists, views] = [await reader.rows(readLists, [boardId]), await reader.rows(readViews, [boardId, actorId])]
  const rules = (await rulesOfBoard(reader, boardId)).map(ruleOnWire)
  yield `,${member('members', members)},${member('labels', labels.map(labelOnWire))},${member('fields', fields.map(fieldOnWire))}`
  yield `,${member('lists', lists.map(listOnWire))},${member('views', views.map(viewOnWire))},${member('rules', rules)}`
}

const personOnWire = (row: PersonRow) => ({
  actorId: row.actorId,
  kind: row.kind,
  name: row.name,
  handle: row.handle,
  avatarUrl: row.avatarUrl,
})

const cardsAtOnce = 50
const readCards = sql<CardFaceRow & { imported: unknown; oldRole: AuthorRole }>(`select c.*, i.imported,
    coalesce(c.description_role, ${roleOfOldText('c.board_id', 'coalesce(c.described_by, c.created_by)')}) as old_role
  from card_faces c left join imported_cards i on i.card_id = c.id
  where c.board_id = $1 and c.number > $2 order by c.number limit ${cardsAtOnce}`)

async function* cardTexts(
  reader: Reader,
  board: BoardRow,
  as: ExportAs,
  named: Set<string>,
  onFile: (file: ExportedFile) => void,
): AsyncGenerator<string> {
  const context: SummaryContext = { keyPrefix: board.keyPrefix, now: as.now, staleAfterMs: as.staleAfterMs }
  let before = ''
  for (let number = 0; ; ) {
    const cards = await reader.rows(readCards, [as.boardId, number])
    const on = await whatIsOn(reader, cards, as)
    for (const card of cards) {
      for (const actorId of [card.createdBy, card.describedBy ?? card.createdBy, ...card.assigneeIds]) named.add(actorId)
      const details = on.detailsOf(card)
      for (const { author } of [...details.checklistItems, ...details.attachments, ...details.fieldValues]) named.add(author.actorId)
      for (const file of on.attachments(card)) if (isFile(file)) onFile(file)
      const whole = {
        ...cardRecordOf(card, context),
        author: cardAuthorOf(card, card.oldRole),
        archivedWithList: card.archivedWithList,
        ...details,
      }
      yield `${before}${JSON.stringify(whole).slice(0, -1)},"comments":[`
      before = ',\n'
      yield* separated(commentTexts(reader, card, named))
      yield '],"sessions":['
      if (as.sessions) yield* separated(sessionTexts(reader, card, { ...context, cardKey: keyOf(board.keyPrefix, card.number) }, as, named))
      yield ']}'
    }
    const last = cards.at(-1)
    if (!last || cards.length < cardsAtOnce) return
    number = last.number
  }
}

const isFile = (row: AttachmentFaceRow): row is AttachmentFaceRow & ExportedFile => row.fileKey !== null && row.sizeBytes !== null

const ofCards = 'board_id = $1 and card_id = any ($2::uuid[])'
const readItems = sql<ChecklistFaceRow>(`select * from ${checklistFaces} i where ${ofCards} order by card_id, rank`)
const readAttachments = sql<AttachmentFaceRow>(`select * from ${attachmentFaces} a where ${ofCards} order by card_id, id`)
const readValues = sql<{ cardId: string; fieldId: string; value: unknown; author: TextAuthor }>(
  `select card_id, field_id, value, author from ${fieldValueFaces} v where ${ofCards} order by card_id, field_id`,
)
const readLinks = sql<LinkRow>(`select * from links where ${ofCards} order by card_id, id`)
const readWatchers = sql<{ cardId: string; actorId: string }>(
  `select card_id, actor_id from watches where ${ofCards} order by card_id, created_at, actor_id`,
)
/** Selects the relations that the caller can read, each with the card that it starts from. */
const readRelations = sql<{ cardId: string; otherCardId: string; kind: string }>(`select r.card_id, r.other_card_id, r.kind
  from relations r join members m on m.board_id = r.other_board_id and m.actor_id = $3
  where r.board_id = $1 and r.card_id = any ($2::uuid[]) and ($4::uuid[] is null or r.other_board_id = any ($4))
  order by r.card_id, r.created_at, r.other_card_id`)

type OfCard = { id: string; imported: unknown }

/** The parts of some cards that are read at once: all but those that may be long. */
async function whatIsOn(reader: Reader, cards: readonly OfCard[], { boardId, actorId, leash }: ExportAs) {
  const of = [boardId, cards.map((card) => card.id)] as const
  const items = Map.groupBy(await reader.rows(readItems, of), (row) => row.cardId)
  const attachments = Map.groupBy(await reader.rows(readAttachments, of), (row) => row.cardId)
  const values = Map.groupBy(await reader.rows(readValues, of), (row) => row.cardId)
  const links = Map.groupBy(await reader.rows(readLinks, of), (row) => row.cardId)
  const watchers = Map.groupBy(await reader.rows(readWatchers, of), (row) => row.cardId)
  const relations = Map.groupBy(await reader.rows(readRelations, [...of, actorId, leash]), (row) => row.cardId)
  return {
    attachments: ({ id }: OfCard): AttachmentFaceRow[] => attachments.get(id) ?? [],
    detailsOf: ({ id, imported }: OfCard) => ({
      checklistItems: (items.get(id) ?? []).map(checklistItemOnWire),
      links: (links.get(id) ?? []).map(linkOnWire),
      attachments: (attachments.get(id) ?? []).map(attachmentOnWire),
      fieldValues: (values.get(id) ?? []).map(({ fieldId, value, author }) => ({ fieldId, value, author })),
      watchers: (watchers.get(id) ?? []).map((row) => row.actorId),
      relations: (relations.get(id) ?? []).map((row) => ({ otherCardId: row.otherCardId, kind: row.kind })),
      ...(imported ? { imported } : {}),
    }),
  }
}

const beforeAll = '00000000-0000-0000-0000-000000000000'
const mostAtOnce = 200
const readComments = sql<Counted<CommentFaceRow>>(
  endedByOctets(
    `select *, octet_length(body) as octets from comment_faces where card_id = $1 and id > $2 and deleted_at is null order by id limit ${mostAtOnce}`,
    'id',
  ),
)
const readSessions = sql<Counted<SessionRow>>(
  endedByOctets(withOctets(`select * from sessions where card_id = $1 and id > $2 order by id limit ${mostAtOnce}`), 'id'),
)

async function* commentTexts(reader: Reader, card: CardFaceRow, named: Set<string>): AsyncGenerator<string> {
  if (card.commentCount === 0) return
  for await (const row of pages(reader, readComments, card.id, (last) => last?.id ?? beforeAll)) {
    named.add(row.actorId)
    yield JSON.stringify(commentOnWire(row))
  }
}

async function* sessionTexts(
  reader: Reader,
  card: CardFaceRow,
  context: Omit<Parameters<typeof sessionOnWire>[1], 'holdOf'>,
  as: ExportAs,
  named: Set<string>,
): AsyncGenerator<string> {
  if (card.latestSessionId === null) return
  for await (const row of pages(reader, readSessions, card.id, (last) => last?.id ?? beforeAll)) {
    named.add(row.agentActorId).add(row.initiatorActorId)
    const holdOf = card.blocked ? await holdsFor(reader, { ...as, readsCards: true }, [row]) : holdsNone
    yield JSON.stringify(sessionOnWire(row, { ...context, holdOf }))
  }
}

const readLog = sql<Counted<ActivityRow>>(pageOfActivities(`board_id = $1 and seq > $2 order by seq limit ${mostAtOnce}`, 'seq'))
const readPast = sql<Counted<PastRow>>(
  endedByOctets(`select ${pastColumns} from imported_history where board_id = $1 and seq > $2 order by seq limit ${mostAtOnce}`, 'seq'),
)

async function* activityTexts(reader: Reader, boardId: string, named: Set<string>): AsyncGenerator<string> {
  for await (const row of pages(reader, readLog, boardId, (last) => last?.seq ?? 0)) {
    named.add(row.actorId)
    yield JSON.stringify(activityOnWire(row))
  }
}

async function* pastTexts(reader: Reader, boardId: string): AsyncGenerator<string> {
  for await (const row of pages(reader, readPast, boardId, (last) => last?.seq ?? 0)) yield JSON.stringify(pastOnWire(row))
}

/** The rows of all pages; `$1` whose, `$2` the last of the page before. A page ends by bytes too. */
async function* pages<Row extends { more: true | null }>(
  reader: Reader,
  page: Statement<Row>,
  of: string,
  after: (last: Row | undefined) => string | number,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await reader.rows(page, [of, after(last)])
    yield* rows
    last = rows.at(-1)
    // A full page does not show whether more rows follow.
    if (!last || (!last.more && rows.length < mostAtOnce)) return
  }
}

const readOthers = sql<PersonRow>(`select ${person} from actors a
  where a.id = any ($2::uuid[]) and not exists (select from members m where m.board_id = $1 and m.actor_id = a.id) order by a.id limit 20000`)

async function othersNamed(reader: Reader, boardId: string, named: ReadonlySet<string>): Promise<BoardExport['actors']> {
  return (await reader.rows(readOthers, [boardId, [...named]])).map(personOnWire)
}
