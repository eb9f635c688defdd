import { type LucideIcon, SlidersHorizontal } from 'lucide-react'
import { type ComponentType, lazy } from 'react'

type BoardPage = {
  group: 'board' | 'cards' | 'automation' | 'data'
  icon: LucideIcon
  page: ComponentType
  /** Left out of the nav for everybody else. A page without it shows the others what they may read. */
  for?: 'admin'
}

/**
 * Settings of a board, in the order of the nav. Its name stands in the texts under `settings.boardPages`; the page reads the board with
 * `useBoardSettings`, and is fetched when it is opened.
 */
export const boardPages = {
  general: {
    group: 'board',
    icon: SlidersHorizontal,
    page: lazy(async () => ({ default: (await import('./board/general-page.tsx')).GeneralPage })),
  },
} satisfies Record<string, BoardPage>

type BoardPageKey = keyof typeof boardPages
export const isBoardPage = (key: string): key is BoardPageKey => Object.hasOwn(boardPages, key)
export const boardPageOf = (key: BoardPageKey): BoardPage => boardPages[key]
