import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/loading/lazy-part.ts'
import { FieldsPage } from './board/fields-page.tsx'
import { GeneralPage } from './board/general-page.tsx'
import { GuidancePage } from './board/guidance-page.tsx'
import { LabelsPage } from './board/labels-page.tsx'
import { LogPage } from './board/log-page.tsx'
import { MembersPage } from './board/members-page.tsx'
import type { BoardPageKey } from './pages.ts'

/** The components of a board's settings pages. A page reads the board with `useBoardSettings`, and is `lazy` if its code is large. */
export const boardPages: Record<BoardPageKey, ComponentType> = {
  general: GeneralPage,
  members: MembersPage,
  labels: LabelsPage,
  fields: FieldsPage,
  guidance: GuidancePage,
  rules: lazyPart(async () => ({ default: (await import('./rules/rules-page.tsx')).RulesPage })),
  integrations: lazyPart(async () => ({ default: (await import('./integrations/integrations-page.tsx')).IntegrationsPage })),
  webhooks: lazyPart(async () => ({ default: (await import('./webhooks/webhooks-page.tsx')).WebhooksPage })),
  transfer: lazyPart(async () => ({ default: (await import('./transfer/transfer-pages.tsx')).TransferPage })),
  log: LogPage,
}
