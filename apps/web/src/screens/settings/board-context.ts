import type { BoardOutline } from '@tandem/contract'
import { createContext, use } from 'react'

/** The board whose settings are open, live, and what the signed-in person may do there. */
export type BoardInSettings = {
  board: BoardOutline
  meId: string
  /** A member of a board that is not archived. */
  mayWrite: boolean
  /** An admin of a board that is not archived. */
  mayManage: boolean
  /** Also of an archived one, which can be restored, copied and deleted, and whose members and webhooks can be removed. */
  isAdmin: boolean
}

export const BoardSettingsContext = createContext<BoardInSettings | null>(null)

export function useBoardSettings(): BoardInSettings {
  const open = use(BoardSettingsContext)
  if (!open) throw new Error('a page of board settings stands within BoardSettings')
  return open
}
