import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { agentsQuery, auditQuery } from '../../../api/settings-queries.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AuditRows } from '../admin/audit-rows.tsx'
import { PagesLoaded } from '../loaded.tsx'
import { Page } from '../page.tsx'

/** My sign-ins, tokens and agents, so that one notices acts that one has not done oneself. */
export function MyLogPage() {
  const t = useTranslations('settings.myLog')
  const audit = useInfiniteQuery(auditQuery)
  const agents = useQuery(agentsQuery).data ?? []
  const nameOf = (actorId: unknown) => agents.find(({ id }) => id === actorId)?.name
  return (
    <Page title={t('title')} intro={t('intro')}>
      <PagesLoaded of={audit} none={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}>
        {(entries) => <AuditRows label={t('title')} entries={entries} nameOf={nameOf} />}
      </PagesLoaded>
    </Page>
  )
}
