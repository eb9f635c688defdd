import { refusal } from '@tandem/contract'
import { type Database, type Reader, sql } from '../../db/database.ts'
import type { BoardRow } from '../../db/tables/boards/boards.ts'
import type { FieldRow } from '../../db/tables/boards/fields.ts'
import type { LabelRow } from '../../db/tables/boards/labels.ts'
import type { ListRow } from '../../db/tables/boards/lists.ts'
import type { RuleRow } from '../../db/tables/boards/rules.ts'
import { notFound } from '../../kernel/access.ts'
import { fieldsOfBoard } from '../fields/handlers.ts'
import { labelsOfBoard } from '../labels/handlers.ts'
import { rulesOfBoard } from '../rules/runs.ts'

/** A board as it is to be copied: of one moment, so that ranks and lists of cards fit together however long the copying takes. */
export type CopySource = {
  board: Pick<
    BoardRow,
    'id' | 'name' | 'description' | 'agentGuidance' | 'reviewByOthers' | 'completeParents' | 'maxAgentSessions' | 'monthlyBudget'
  >
  lists: Pick<ListRow, 'id' | 'name' | 'rank' | 'wipLimit' | 'wipPolicy' | 'category' | 'acceptance' | 'color' | 'queue'>[]
  labels: LabelRow[]
  fields: FieldRow[]
  rules: RuleRow[]
  /** Ordered by number. */
  cards: SourceCard[]
}
export type SourceCard = { id: string; listId: string; rank: string; weight: number }

/** A limit, since more would take minutes. */
const mostCards = 20_000

const readBoard = sql<CopySource['board']>(
  `select id, name, description, agent_guidance, review_by_others, complete_parents, max_agent_sessions, monthly_budget
  from boards where id = $1 and deleted_at is null`,
)
const readLists = sql<CopySource['lists'][number]>(
  'select id, name, rank, wip_limit, wip_policy, category, acceptance, color, queue from lists where board_id = $1 and archived_at is null order by rank limit 5000',
)
/** How much there is to write of each, in rows and in kilobytes of text, a card itself being 10. */
const readCards = sql<SourceCard>(`select c.id, c.list_id, c.rank,
    (10 + c.checklist_total + 2 * c.attachment_count + pg_column_size(c.description) / 1024
      + (select count(*) from card_labels l where l.card_id = c.id) + (select count(*) from field_values v where v.card_id = c.id))::int as weight
  from cards c join lists l on l.board_id = c.board_id and l.id = c.list_id and l.archived_at is null
  where c.board_id = $1 and c.archived_at is null order by c.number limit ${mostCards + 1}`)
const attachedBytes = sql<{ bytes: number }>(`select coalesce(sum(a.size_bytes), 0)::bigint as bytes
  from attachments a join cards c on c.id = a.card_id join lists l on l.board_id = c.board_id and l.id = c.list_id and l.archived_at is null
  where a.board_id = $1 and c.archived_at is null`)

/** Throws conflict or payload_too_large for cards that are too much for one copy. */
export function readSource(database: Database, boardId: string, withCards: boolean, quotaBytes: number): Promise<CopySource> {
  return database.snapshot(async (reader) => {
    const [board, lists, labels, fields, rules, cards] = await Promise.all([
      reader.row(readBoard, [boardId]),
      reader.rows(readLists, [boardId]),
      labelsOfBoard(reader, boardId),
      fieldsOfBoard(reader, boardId),
      rulesOfBoard(reader, boardId),
      withCards ? cardsOf(reader, boardId, quotaBytes) : [],
    ])
    if (!board) throw notFound('board')
    return { board, lists, labels, fields, rules, cards }
  })
}

async function cardsOf(reader: Reader, boardId: string, quotaBytes: number): Promise<SourceCard[]> {
  const [cards, attached] = await Promise.all([reader.rows(readCards, [boardId]), reader.row(attachedBytes, [boardId])])
  if (cards.length > mostCards) throw refusal('copyTooManyCards', { count: mostCards })
  const bytes = attached?.bytes ?? 0
  if (bytes > quotaBytes) {
    throw refusal('quotaOfCopy', { most: quotaBytes, bytes }, { details: { quotaBytes, sizeBytes: bytes } })
  }
  return cards
}
