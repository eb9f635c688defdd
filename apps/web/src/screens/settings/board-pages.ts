import { BookOpen, type LucideIcon, ScrollText, SlidersHorizontal, Tags, TextCursorInput, UsersRound } from 'lucide-react'
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
  members: {
    group: 'board',
    icon: UsersRound,
    page: lazy(async () => ({ default: (await import('./board/members-page.tsx')).MembersPage })),
  },
  labels: { group: 'cards', icon: Tags, page: lazy(async () => ({ default: (await import('./board/labels-page.tsx')).LabelsPage })) },
  fields: {
    group: 'cards',
    icon: TextCursorInput,
    page: lazy(async () => ({ default: (await import('./board/fields-page.tsx')).FieldsPage })),
  },
  guidance: {
    group: 'automation',
    icon: BookOpen,
    page: lazy(async () => ({ default: (await import('./board/guidance-page.tsx')).GuidancePage })),
  },
  log: { group: 'data', icon: ScrollText, page: lazy(async () => ({ default: (await import('./board/log-page.tsx')).LogPage })) },
} satisfies Record<string, BoardPage>

type BoardPageKey = keyof typeof boardPages
export const isBoardPage = (key: string): key is BoardPageKey => Object.hasOwn(boardPages, key)
export const boardPageOf = (key: BoardPageKey): BoardPage => boardPages[key]
