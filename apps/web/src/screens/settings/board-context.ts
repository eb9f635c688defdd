import type { BoardOutline } from '@tandem/contract'
import { createContext, use } from 'react'

/** The board whose settings are open, live, and the rights of the signed-in user. */
export type BoardInSettings = {
  board: BoardOutline
  meId: string
  /** Whether the user is a member and the board is not archived. */
  mayWrite: boolean
  /** Whether the user is an admin and the board is not archived. */
  mayManage: boolean
  /**
   * Whether the user is an admin, also of an archived board: that can be restored, copied and deleted, and its members and webhooks
   * removed.
   */
  isAdmin: boolean
}

export const BoardSettingsContext = createContext<BoardInSettings | null>(null)

export function useBoardSettings(): BoardInSettings {
  const open = use(BoardSettingsContext)
  if (!open) throw new Error('a page of board settings stands within BoardSettings')
  return open
}
