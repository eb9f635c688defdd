import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CardFaceRow, ListRow } from '../../db/rows.ts'
import { invalid } from '../../kernel/execute.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { type Neighbours, rankFor } from '../rank.ts'
import { cardOrder } from './create.ts'

const readList = sql<ListRow>('select * from lists where board_id = $1 and id = $2')
const writePlace = sql('update cards set list_id = $3, rank = $4 where board_id = $1 and id = $2')

/** Moves a card to a slot of a list; with no neighbour named it goes to the end. Specification: service §4, decisions §3. */
export async function moveCard(
  tx: Mutation<'card.moved'>,
  card: CardFaceRow,
  input: Neighbours & { listId?: string | undefined },
): Promise<CardFaceRow> {
  if (input.listId === undefined && input.beforeId === undefined && input.afterId === undefined) return card
  const listId = input.listId ?? card.list_id
  if (listId !== card.list_id) await requireOpenList(tx, listId)
  const place = { order: cardOrder, boardId: tx.board.id, containerId: listId, movingId: card.id, what: 'card' }
  const rank = await rankFor(tx, place, input)
  tx.send(writePlace, [tx.board.id, card.id, listId, rank])
  tx.record('card.moved', { fromListId: card.list_id, toListId: listId, position: rank }, { cardId: card.id })
  return { ...card, list_id: listId, rank }
}

async function requireOpenList(tx: Mutation<never>, listId: string): Promise<void> {
  const list = await tx.row(readList, [tx.board.id, listId])
  if (!list) throw invalid('listId', 'is no list of this board. Read the board and name one of its lists.')
  if (list.archived_at !== null) throw new TandemError('conflict', 'That list is archived. Bring it back, or choose another list.')
}
