import {
  ArrowDownUp,
  BookOpen,
  type LucideIcon,
  Plug,
  ScrollText,
  SlidersHorizontal,
  Tags,
  TextCursorInput,
  UsersRound,
  Webhook,
  Zap,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
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
  rules: {
    group: 'automation',
    icon: Zap,
    page: lazy(async () => ({ default: (await import('./rules/rules-page.tsx')).RulesPage })),
  },
  integrations: {
    group: 'automation',
    icon: Plug,
    page: lazy(async () => ({ default: (await import('./integrations/integrations-page.tsx')).IntegrationsPage })),
  },
  webhooks: {
    group: 'automation',
    icon: Webhook,
    page: lazy(async () => ({ default: (await import('./webhooks/webhooks-page.tsx')).WebhooksPage })),
    for: 'admin',
  },
  transfer: {
    group: 'data',
    icon: ArrowDownUp,
    page: lazy(async () => ({ default: (await import('./transfer/transfer-pages.tsx')).TransferPage })),
  },
  log: { group: 'data', icon: ScrollText, page: LogPage },
} satisfies Record<string, BoardPage>

type BoardPageKey = keyof typeof boardPages
export const isBoardPage = (key: string): key is BoardPageKey => Object.hasOwn(boardPages, key)
export const boardPageOf = (key: BoardPageKey): BoardPage => boardPages[key]
