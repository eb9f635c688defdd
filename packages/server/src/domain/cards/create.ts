import { TandemError } from '@tandem/contract'
import { sqlOfRows } from '../../db/gathered.ts'
import type { CardFaceRow } from '../../db/rows.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { addLabels, labelsOnBoard } from '../labels/on-cards.ts'
import { mentionedIn } from '../mentions.ts'
import { orderOf, rankFor } from '../rank.ts'
import { assignable, insertAssignees } from './assignees.ts'
import { cardRecordOf } from './wire.ts'

export const cardOrder = orderOf('cards', 'list_id')

const insertCard = sqlOfRows(
  {
    ...{ board_id: 'uuid', id: 'uuid', list_id: 'uuid', number: 'int', title: 'text', description: 'text', rank: 'text' },
    ...{ priority: 'text', start_at: 'timestamptz', due_at: 'timestamptz', created_by: 'uuid', created_at: 'timestamptz' },
    ...{ checklist_total: 'int', attachment_count: 'int' },
  },
  (rows) => `insert into cards (board_id, id, list_id, number, title, description, rank, priority, start_at, due_at, created_by,
    created_at, checklist_total, attachment_count, updated_at)
  select *, rows.created_at from ${rows}`,
)

/** A new card, at the end of its list unless neighbours say otherwise. Specification: service §4, decisions §3. */
export const createCard: HandlerOf<'card.create'> = async (tx, input) => {
  const list = tx.target
  if (list.archived_at !== null) throw new TandemError('conflict', 'This list is archived. Bring it back, or choose another list.')
  const labelIds = await labelsOnBoard(tx, input.labelIds ?? [])
  const assigneeIds = await assignable(tx, { field: 'assigneeActorIds', ids: input.assigneeActorIds ?? [] })
  const place = { order: cardOrder, boardId: tx.board.id, containerId: list.id, movingId: null, what: 'card', lastRank: list.last_rank }
  const rank = await rankFor(tx, place, input)
  const row = addCard(tx, { ...input, listId: list.id, rank, assigneeIds, labelIds })
  addLabels(tx, row.id, labelIds)
  insertAssignees(tx, row.id, assigneeIds)
  await mentionInDescription(tx, row.id, row.description, '')
  return cardRecordOf(row, { keyPrefix: tx.board.key_prefix, now: tx.now, staleAfterMs: tx.policy.staleAfterMs })
}

type NewCard = {
  listId: string
  title: string
  description?: string | undefined
  rank: string
  priority?: CardFaceRow['priority'] | undefined
  startAt?: string | null | undefined
  dueAt?: string | null | undefined
  assigneeIds: string[]
  labelIds: string[]
  checklistTotal?: number
  attachmentCount?: number
  /** The card that it is a copy of. */
  copiedFrom?: string
}

/** The row of a new card, and its activity. What hangs on it is the caller's to write. */
export function addCard(tx: Mutation<'card.created'>, card: NewCard): CardFaceRow {
  const row = newRow(tx, card)
  tx.send(insertCard, [
    ...[row.board_id, row.id, row.list_id, row.number, row.title, row.description, row.rank, row.priority],
    ...[row.start_at, row.due_at, row.created_by, tx.now, row.checklist_total, row.attachment_count],
  ])
  const copied = card.copiedFrom === undefined ? {} : { copiedFrom: card.copiedFrom }
  tx.record('card.created', { title: row.title, listId: row.list_id, ...copied }, { cardId: row.id })
  return row
}

function newRow(tx: Mutation<never>, card: NewCard): CardFaceRow {
  tx.board.last_card_number += 1
  return {
    ...{ board_id: tx.board.id, id: tx.newId(), list_id: card.listId, number: tx.board.last_card_number },
    ...{ title: card.title, description: card.description ?? '', rank: card.rank, priority: card.priority ?? 'none' },
    ...{ start_at: card.startAt ?? null, due_at: card.dueAt ?? null, completed_at: null, archived_at: null },
    ...{ created_by: tx.principal.actorId, version: 1, created_at: tx.now, updated_at: tx.now },
    ...{ delegate_actor_id: null, delegated_by: null, delegated_at: null, latest_session_id: null },
    ...{ checklist_total: card.checklistTotal ?? 0, checklist_done: 0, comment_count: 0 },
    ...{ attachment_count: card.attachmentCount ?? 0, archived_with_list: false },
    ...{
      assignee_ids: card.assigneeIds,
      label_ids: card.labelIds,
      blocked: false,
      blocks: false,
      watched: false,
      session_state: null,
      session_status_text: null,
      session_last_event_at: null,
    },
  }
}

/** Tells the members whom a description mentions, once: those that the text before mentioned know. */
export async function mentionInDescription(tx: Mutation<'card.mentioned'>, cardId: string, text: string, before: string): Promise<void> {
  const mentioned = await mentionedIn(tx, text, before)
  if (mentioned.length === 0) return
  const ids = mentioned.map((member) => member.actor_id)
  tx.record(
    'card.mentioned',
    { cardId, mentionedActorIds: ids },
    { cardId, notify: [{ actorIds: ids, reason: 'mentioned', excerpt: text }] },
  )
}
