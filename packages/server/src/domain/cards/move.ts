import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CardFaceRow, ListEndRow } from '../../db/rows.ts'
import { invalid } from '../../kernel/execute.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { type Neighbours, rankFor } from '../rank.ts'
import { cardOrder } from './create.ts'

const readList = sql<ListEndRow>('select * from list_ends where board_id = $1 and id = $2')

/** The card at a slot of a list; with no neighbour named, at the end. The caller writes it. Specification: service §4, decisions §3. */
export async function moveCard(
  tx: Mutation<'card.moved'>,
  card: CardFaceRow,
  input: Neighbours & { listId?: string | undefined },
): Promise<CardFaceRow> {
  if (input.listId === undefined && input.beforeId === undefined && input.afterId === undefined) return card
  const listId = input.listId ?? card.list_id
  const list = listId === card.list_id ? null : await openList(tx, listId)
  const place = {
    order: cardOrder,
    boardId: tx.board.id,
    containerId: listId,
    movingId: card.id,
    what: 'card',
    ...(list && { lastRank: list.last_rank }),
  }
  const rank = await rankFor(tx, place, input)
  tx.record('card.moved', { fromListId: card.list_id, toListId: listId, position: rank }, { cardId: card.id })
  return { ...card, list_id: listId, rank }
}

async function openList(tx: Mutation<never>, listId: string): Promise<ListEndRow> {
  const list = await tx.row(readList, [tx.board.id, listId])
  if (!list) throw invalid('listId', 'is no list of this board. Read the board and name one of its lists.')
  if (list.archived_at !== null) throw new TandemError('conflict', 'That list is archived. Bring it back, or choose another list.')
  return list
}
