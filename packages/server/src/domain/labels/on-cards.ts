import { type Reader, sql } from '../../db/database.ts'
import { notFound } from '../../kernel/access.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { touchCard } from '../cards/touch.ts'

/** Labels on cards. Specification: decisions §3. */
const labelsAmong = sql<{ id: string }>('select id from labels where board_id = $1 and id = any ($2::uuid[])')
const insertAll = sql(`insert into card_labels (board_id, card_id, label_id)
  select $1, $2, label_id from unnest($3::uuid[]) as label_id`)
const deleteAll = sql('delete from card_labels where board_id = $1 and card_id = $2 and label_id = any ($3::uuid[])')

export const labelCard: HandlerOf<'card.label'> = async (tx, input) => {
  const [known] = await tx.rows(labelsAmong, [tx.board.id, [input.labelId]])
  if (!known) throw notFound('label')
  if (tx.target.label_ids.includes(known.id)) return null
  addLabels(tx, tx.target.id, [known.id])
  touchCard(tx, tx.target.id)
  return null
}

export const unlabelCard: HandlerOf<'card.unlabel'> = async (tx, input) => {
  if (!tx.target.label_ids.includes(input.labelId)) return null
  removeLabels(tx, tx.target.id, [input.labelId])
  touchCard(tx, tx.target.id)
  return null
}

/** The ids, each once, in the order in which a card shows them, when all are labels of the board. */
export async function labelsOnBoard(tx: Reader & { board: { id: string } }, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const known = new Set((await tx.rows(labelsAmong, [tx.board.id, [...ids]])).map((row) => row.id))
  for (const id of ids) if (!known.has(id)) throw invalid('labelIds', `${id} is no label of this board. List its labels and name those.`)
  return [...new Set(ids)].toSorted()
}

export function addLabels(tx: Mutation<'card.labeled'>, cardId: string, labelIds: readonly string[]): void {
  if (labelIds.length === 0) return
  tx.send(insertAll, [tx.board.id, cardId, [...labelIds]])
  for (const labelId of labelIds) tx.record('card.labeled', { labelId }, { cardId })
}

export function removeLabels(tx: Mutation<'card.unlabeled'>, cardId: string, labelIds: readonly string[]): void {
  if (labelIds.length === 0) return
  tx.send(deleteAll, [tx.board.id, cardId, [...labelIds]])
  for (const labelId of labelIds) tx.record('card.unlabeled', { labelId }, { cardId })
}
