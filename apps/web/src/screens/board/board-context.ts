import { createContext, use } from 'react'
import type { BoardModel } from '../../live/board-model.ts'
import type { Selection } from './selection.ts'
import type { BoardAccess } from './use-board-access.ts'

/** What the parts of a board need of it, without the cards: it changes seldom, so that a moved card draws no other one anew. */
export type BoardFrame = BoardAccess & {
  board: Pick<BoardModel, 'id' | 'name' | 'labels' | 'members'>
  /** Opens the dialog that moves cards without dragging. */
  moveTo: (...cardIds: string[]) => void
  /** What is picked out to be changed together. */
  selection: Selection
  /** A card that was made here stays visible with any filter. */
  keepShown: (cardId: string) => void
}

const Context = createContext<BoardFrame | null>(null)
export const BoardFrameProvider = Context

export function useBoardFrame(): BoardFrame {
  const frame = use(Context)
  if (!frame) throw new Error('only within a board')
  return frame
}
