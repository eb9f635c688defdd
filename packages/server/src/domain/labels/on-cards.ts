import { fieldRefusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { cardLabels } from '../../db/tables/cards/card-labels.ts'
import { insertInto, pick, sendRows, write } from '../../db/writes.ts'
import { notFound } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { touchCard } from '../cards/touch.ts'

/** Labels on cards. Specification: decisions §3. */
const labelsAmong = sql<{ id: string }>('select id from labels where board_id = $1 and id = any ($2::uuid[])')
export const insertCardLabels = insertInto(cardLabels, ['boardId', 'cardId', 'labelId'])
const deleteSome = write(
  { ...pick(cardLabels, ['boardId', 'cardId']), labelIds: parameter<readonly string[]>('uuid[]') },
  (given) =>
    `delete from card_labels where board_id = ${given.boardId} and card_id = ${given.cardId} and label_id = any (${given.labelIds})`,
)

export const labelCard: HandlerOf<'card.label'> = async (tx, input) => {
  const [known] = await tx.rows(labelsAmong, [tx.board.id, [input.labelId]])
  if (!known) throw notFound('label')
  if (tx.target.labelIds.includes(known.id)) return null
  addLabels(tx, tx.target.id, [known.id])
  touchCard(tx, tx.target.id)
  return null
}

export const unlabelCard: HandlerOf<'card.unlabel'> = async (tx, input) => {
  if (!tx.target.labelIds.includes(input.labelId)) return null
  removeLabels(tx, tx.target.id, [input.labelId])
  touchCard(tx, tx.target.id)
  return null
}

/** The ids, each once, in the order in which a card shows them, when all are labels of the board. */
export async function labelsOnBoard(tx: Reader & { board: { id: string } }, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const known = new Set((await tx.rows(labelsAmong, [tx.board.id, [...ids]])).map((row) => row.id))
  for (const id of ids) if (!known.has(id)) throw fieldRefusal('labelIds', 'labelGone', { labelId: id })
  return [...new Set(ids)].toSorted()
}

export function addLabels(tx: Mutation<'card.labeled'>, cardId: string, labelIds: readonly string[]): void {
  const boardId = tx.board.id
  sendRows(
    tx,
    insertCardLabels,
    labelIds.map((labelId) => ({ boardId, cardId, labelId })),
  )
  for (const labelId of labelIds) tx.record('card.labeled', { labelId }, { cardId })
}

export function removeLabels(tx: Mutation<'card.unlabeled'>, cardId: string, labelIds: readonly string[]): void {
  if (labelIds.length === 0) return
  tx.send(deleteSome({ boardId: tx.board.id, cardId, labelIds }))
  for (const labelId of labelIds) tx.record('card.unlabeled', { labelId }, { cardId })
}
