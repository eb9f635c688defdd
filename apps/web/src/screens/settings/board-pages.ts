import { BookOpen, type LucideIcon, ScrollText, SlidersHorizontal, Tags, TextCursorInput, UsersRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { FieldsPage } from './board/fields-page.tsx'
import { GeneralPage } from './board/general-page.tsx'
import { GuidancePage } from './board/guidance-page.tsx'
import { LabelsPage } from './board/labels-page.tsx'
import { LogPage } from './board/log-page.tsx'
import { MembersPage } from './board/members-page.tsx'

type BoardPage = {
  group: 'board' | 'cards' | 'automation' | 'data'
  icon: LucideIcon
  page: ComponentType
  /** Left out of the nav for everybody else. A page without it shows the others what they may read. */
  for?: 'admin'
}

/**
 * Settings of a board, in the order of the nav. Its name stands in the texts under `settings.boardPages`; the page reads the board with
 * `useBoardSettings`, and is `lazy` when it weighs something.
 */
export const boardPages = {
  general: {
    group: 'board',
    icon: SlidersHorizontal,
    page: GeneralPage,
  },
  members: {
    group: 'board',
    icon: UsersRound,
    page: MembersPage,
  },
  labels: { group: 'cards', icon: Tags, page: LabelsPage },
  fields: {
    group: 'cards',
    icon: TextCursorInput,
    page: FieldsPage,
  },
  guidance: {
    group: 'automation',
    icon: BookOpen,
    page: GuidancePage,
  },
  log: { group: 'data', icon: ScrollText, page: LogPage },
} satisfies Record<string, BoardPage>

type BoardPageKey = keyof typeof boardPages
export const isBoardPage = (key: string): key is BoardPageKey => Object.hasOwn(boardPages, key)
export const boardPageOf = (key: BoardPageKey): BoardPage => boardPages[key]
