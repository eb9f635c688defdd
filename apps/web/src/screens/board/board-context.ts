import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { boardsQuery, meQuery } from '../../api/queries.ts'
import type { BoardModel } from '../../live/board-model.ts'
import type { Renaming } from './renaming.tsx'
import type { Selection } from './selection.ts'

export type Question = 'move' | 'assign' | 'delegate' | 'labels' | 'priority' | 'due' | 'menu'
/** A question about some cards or a list, and the element to show it beside; a menu may be shown at a point instead, in px of the window. */
export type CardsAsked = { what: Question; cardIds: readonly string[]; anchor: Element | null; at?: { x: number; y: number } }
export type Asked = CardsAsked | { what: 'listSettings'; listId: string }

/** The parts of a board that its components need, without the cards. It changes seldom, so that a moved card renders no other one again. */
export type BoardFrame = BoardAccess & {
  board: Pick<BoardModel, 'id' | 'name' | 'labels' | 'members'>
  /** Asks for a change of cards: their list, their assignees, their due date; or of the settings of a list. */
  ask: (asked: Asked) => void
  /** The card whose title is written on its tile. */
  renaming: Renaming
  /** The cards that are selected for a bulk change. */
  selection: Selection
  /** True with so many cards that only the visible ones are drawn. */
  isLarge: boolean
  /** True while only the first cards of each list are there. */
  isPart: boolean
  /** Whether unchanged cards fade. */
  ageing: boolean
  /** Keeps a card visible under any filter, because it was created here. */
  keepShown: (cardId: string) => void
}

const Context = createContext<BoardFrame | null>(null)
export const BoardFrameProvider = Context

export function useBoardFrame(): BoardFrame {
  const frame = use(Context)
  if (!frame) throw new Error('only within a board')
  return frame
}

const ShownCards = createContext<readonly string[] | null>(null)
export const ShownCardsProvider = ShownCards

/** The cards of the board behind, in its order; null for a card on a page of its own. */
export const useShownCards = (): readonly string[] | null => use(ShownCards)

export type BoardAccess = {
  meId: string
  /** May change cards and lists: not on an archived board, which is read-only. */
  mayWrite: boolean
  /** Has the role of a writer, also on an archived board: there, sessions can still be stopped and cards copied. */
  isWriter: boolean
  isAdmin: boolean
  isArchived: boolean
}

/** The rights of the signed-in user on this board. */
export function useBoardAccess(board: BoardModel | undefined): BoardAccess {
  const me = useQuery(meQuery).data
  const listed = useQuery(boardsQuery).data?.find((one) => one.id === board?.id)
  const role = board?.members.find((member) => member.actorId === me?.id)?.role ?? listed?.role
  const isWriter = role === 'member' || role === 'admin'
  const isArchived = board !== undefined && board.archivedAt !== null
  return { meId: me?.id ?? '', mayWrite: isWriter && !isArchived, isWriter, isAdmin: role === 'admin', isArchived }
}
