import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { auditQuery } from '../../../api/settings-queries.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { AuditRows } from '../admin/audit-rows.tsx'
import { PagesLoaded } from '../loaded.tsx'
import { Page } from '../page.tsx'

/** My sign-ins, tokens and agents, so that one notices acts that one has not done oneself. */
export function MyLogPage() {
  const t = useTranslations('settings.myLog')
  const audit = useInfiniteQuery(auditQuery)
  return (
    <Page title={t('title')} intro={t('intro')}>
      <PagesLoaded of={audit} none={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}>
        {(entries) => <AuditRows label={t('title')} entries={entries} />}
      </PagesLoaded>
    </Page>
  )
}
