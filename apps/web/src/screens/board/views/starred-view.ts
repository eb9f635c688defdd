import type { View } from '@tandem/contract'
import type { BoardModel } from '../../../live/board-model.ts'
import type { Starred } from '../../../mutations/favourites.ts'

export const starredView = (board: BoardModel, { id, name }: View): Starred => ({
  itemId: id,
  kind: 'view',
  name,
  boardId: board.id,
  boardName: board.name,
  keyPrefix: board.keyPrefix,
})
