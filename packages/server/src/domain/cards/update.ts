import { sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/rows.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { TargetMutation } from '../../kernel/mutation.ts'
import { refuseStale } from '../boards/update.ts'
import { changes } from '../changes.ts'
import { assignable, insertAssignees, removeAssignees } from './assignees.ts'
import { mentionInDescription, refuseLabels } from './create.ts'
import { moveCard } from './move.ts'
import { cardRecordOf } from './wire.ts'

type CardUpdate = Parameters<HandlerOf<'card.update'>>
type Update = CardUpdate[0]
type Input = CardUpdate[1]

const writeAttributes = sql(`update cards set title = $3, description = $4, priority = $5, start_at = $6, due_at = $7, completed_at = $8
  where board_id = $1 and id = $2`)
const writeArchived = sql('update cards set archived_at = $3 where board_id = $1 and id = $2')
const writeVersion = sql('update cards set version = $3, updated_at = $4 where board_id = $1 and id = $2')

/** Everything that a PATCH of a card may say, one activity per thing it does, in the order that decisions §1 sets. */
export const updateCard: HandlerOf<'card.update'> = async (tx, input) => {
  refuseStale(input.ifVersion, tx.target.version)
  refuseLabels(input.labelIds)
  const wantedAssignees = input.assigneeActorIds && (await assignable(tx, { assigneeActorIds: input.assigneeActorIds }))
  const before = tx.target
  let card: CardFaceRow = await changeAttributes(tx, input)
  card = changePriority(tx, card, input)
  card = wantedAssignees ? changeAssignees(tx, card, wantedAssignees) : card
  card = await moveCard(tx, card, input)
  card = changeArchived(tx, card, input.archived)
  if (card !== before) {
    card = { ...card, version: before.version + 1, updated_at: tx.now }
    tx.send(writeVersion, [tx.board.id, card.id, card.version, card.updated_at])
  }
  return cardRecordOf(card, { keyPrefix: tx.board.key_prefix, now: tx.now, staleAfterMs: tx.policy.staleAfterMs })
}

async function changeAttributes(tx: Update, input: Input): Promise<CardFaceRow> {
  const card = tx.target
  const changed = changes(card, {
    ...{ title: input.title, description: input.description },
    ...{ start_at: input.startAt, due_at: input.dueAt, completed_at: input.completedAt },
  })
  if (!changed && (input.priority === undefined || input.priority === card.priority)) return card
  const after = { ...card, ...changed?.columns, priority: input.priority ?? card.priority }
  tx.send(writeAttributes, [
    ...[tx.board.id, card.id, after.title, after.description, after.priority, after.start_at, after.due_at, after.completed_at],
  ])
  if (changed) tx.record('card.updated', changed.payload, { cardId: card.id })
  if (changed?.columns.description !== undefined) await mentionInDescription(tx, card.id, after.description, card.description)
  return after
}

function changePriority(tx: Update, card: CardFaceRow, input: Input): CardFaceRow {
  if (input.priority !== undefined && input.priority !== tx.target.priority) {
    tx.record('card.priority_changed', { priority: input.priority }, { cardId: card.id })
  }
  return card
}

function changeAssignees(tx: Update, card: CardFaceRow, wanted: string[]): CardFaceRow {
  const added = wanted.filter((id) => !card.assignee_ids.includes(id))
  const removed = card.assignee_ids.filter((id) => !wanted.includes(id))
  if (added.length === 0 && removed.length === 0) return card
  insertAssignees(tx, card.id, added)
  removeAssignees(tx, card.id, removed)
  return { ...card, assignee_ids: [...card.assignee_ids.filter((id) => wanted.includes(id)), ...added] }
}

function changeArchived(
  tx: TargetMutation<'card.archived' | 'card.unarchived', 'card'>,
  card: CardFaceRow,
  archived: boolean | undefined,
): CardFaceRow {
  if (archived === undefined || archived === (card.archived_at !== null)) return card
  const after = { ...card, archived_at: archived ? tx.now : null }
  tx.send(writeArchived, [tx.board.id, card.id, after.archived_at])
  tx.record(archived ? 'card.archived' : 'card.unarchived', { cardId: card.id }, { cardId: card.id })
  return after
}
