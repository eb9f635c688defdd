import type { BoardOutline } from '@tandem/contract'
import { createContext, use } from 'react'

/** The board whose settings are open, live, and what the signed-in person may do there. */
export type BoardInSettings = { board: BoardOutline; meId: string; mayWrite: boolean; isAdmin: boolean }

export const BoardSettingsContext = createContext<BoardInSettings | null>(null)

export function useBoardSettings(): BoardInSettings {
  const open = use(BoardSettingsContext)
  if (!open) throw new Error('a page of board settings stands within BoardSettings')
  return open
}
