import { explained, type Label, label, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { type LabelRow, labels } from '../../db/tables/boards/labels.ts'
import { deleteFrom, insertInto, update } from '../../db/writes.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { changes } from '../changes.ts'
import { recordOf } from '../record-of.ts'
import { pauseRulesNaming } from '../rules/pause.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { createNameCheck } from '../unique-names.ts'
import { labelCard, unlabelCard } from './on-cards.ts'

/**
 * The labels of a board; no two of one name. Specification: service §6, decisions §3.
 *
 * Fields (`../fields/handlers.ts`) have the same acts. Both use `createNameCheck`, `changes`, `refuseChangedTexts` and `pauseRulesNaming`.
 * Rejected: one set of handlers for both. Each act differs: a label that an undo puts back keeps its id, the removal of a label reads and
 * records how many cards had it, and an update of a field checks its type and compares options as JSON. A shared set needs a callback for
 * each of these, and verbs as parameters, so the compiler no longer checks what each verb records.
 */
const mostLabels = 500

const labelsOf = sql<LabelRow>(`select * from labels where board_id = $1 order by id limit ${mostLabels}`)
const countCards = sql<{ cards: number }>('select count(*)::int as cards from card_labels where board_id = $1 and label_id = $2')
const insertLabel = insertInto(labels, ['boardId', 'id', 'name', 'color', 'createdAt'])
const writeLabel = update(labels, { key: ['boardId', 'id'], set: ['name', 'color'] })
const deleteLabel = deleteFrom(labels, { key: ['boardId', 'id'] })
const refuseName = createNameCheck('labels', mostLabels, {
  taken: (name, labelId) => refusal('labelTaken', { name }, { details: { labelId } }),
  full: () => refusal('labelsFull', { count: mostLabels }),
})

export const labelsOfBoard = (reader: Reader, boardId: string): Promise<LabelRow[]> => reader.rows(labelsOf, [boardId])

const listLabels: HandlerOf<'label.list'> = async (read) => (await labelsOfBoard(read, read.boardId)).map(labelOnWire)

const createLabel: HandlerOf<'label.create'> = async (tx, input) => {
  await refuseName(tx, input.name, null)
  return labelOnWire(addLabel(tx, input))
}

/** A label that is gone comes back under its id; throws conflict where another one has its name by now. */
export async function putLabelBack(tx: Mutation<'label.created'>, label: Pick<LabelRow, 'id' | 'name' | 'color'>): Promise<void> {
  await refuseName(tx, label.name, null)
  addLabel(tx, label, label.id)
}

/** A label of a name that no other one has. */
export function addLabel(tx: Mutation<'label.created'>, { name, color }: Pick<LabelRow, 'name' | 'color'>, id = tx.newId()): LabelRow {
  const row = { boardId: tx.board.id, id, name, color, createdAt: tx.now }
  tx.send(insertLabel(row))
  tx.record('label.created', { labelId: row.id, name: row.name, color: row.color })
  return row
}

export const updateLabel: HandlerOf<'label.update'> = async (tx, input) => {
  refuseChangedTexts({ name: tx.target.name }, { name: input.ifName })
  const changed = changes(tx.target, { name: input.name, color: input.color })
  if (!changed) return labelOnWire(tx.target)
  const row = { ...tx.target, ...changed.columns }
  await refuseName(tx, row.name, row.id)
  tx.send(writeLabel(row))
  tx.record('label.updated', { labelId: row.id, ...changed.payload })
  return labelOnWire(row)
}

export const removeLabel: HandlerOf<'label.delete'> = async (tx) => {
  const { name, color } = tx.target
  const cards = (await tx.row(countCards, [tx.board.id, tx.target.id]))?.cards ?? 0
  tx.send(deleteLabel(tx.target))
  tx.record('label.removed', { labelId: tx.target.id, name, color, cards })
  await pauseRulesNaming(tx, tx.target.id, explained('ruleLostLabel', { name: tx.target.name }))
  return null
}

export const labelOnWire: (row: LabelRow) => Label = recordOf(label, {})

export const labelHandlers = {
  'label.list': answers(listLabels),
  'label.create': answers(createLabel),
  'label.update': answers(updateLabel),
  'label.delete': answers(removeLabel),
  'card.label': answers(labelCard),
  'card.unlabel': answers(unlabelCard),
} satisfies Partial<Handlers>
