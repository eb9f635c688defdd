import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { boardsQuery, meQuery } from '../../api/queries.ts'
import type { BoardModel } from '../../live/board-model.ts'
import type { Renaming } from './renaming.tsx'
import type { Selection } from './selection.ts'

export type Question = 'move' | 'assign' | 'delegate' | 'labels' | 'priority' | 'due' | 'menu'
/** What is asked of which cards, and beside what. */
export type Asked = { what: Question; cardIds: readonly string[]; anchor: Element | null }

/** What the parts of a board need of it, without the cards: it changes seldom, so that a moved card draws no other one anew. */
export type BoardFrame = BoardAccess & {
  board: Pick<BoardModel, 'id' | 'name' | 'labels' | 'members'>
  /** Asks something of cards: where they go, whose they are, when they are due. */
  ask: (asked: Asked) => void
  /** The card whose title is written on its tile. */
  renaming: Renaming
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

const ShownCards = createContext<readonly string[] | null>(null)
export const ShownCardsProvider = ShownCards

/** The cards of the board behind, in the order in which it shows them; null for a card that is a page of its own. */
export const useShownCards = (): readonly string[] | null => use(ShownCards)

export type BoardAccess = {
  meId: string
  /** Changes cards and lists: not on an archived board, which is there to be read. */
  mayWrite: boolean
  /** Has the role for it, also while the board is archived: sessions are stopped and cards copied there all the same. */
  isWriter: boolean
  isAdmin: boolean
  isArchived: boolean
}

/** What the signed-in person may do here. */
export function useBoardAccess(board: BoardModel | undefined): BoardAccess {
  const me = useQuery(meQuery).data
  const listed = useQuery(boardsQuery).data?.find((one) => one.id === board?.id)
  const role = board?.members.find((member) => member.actorId === me?.id)?.role ?? listed?.role
  const isWriter = role === 'member' || role === 'admin'
  const isArchived = board !== undefined && board.archivedAt !== null
  return { meId: me?.id ?? '', mayWrite: isWriter && !isArchived, isWriter, isAdmin: role === 'admin', isArchived }
}
