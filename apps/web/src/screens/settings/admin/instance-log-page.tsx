import type { AuditEntry } from '@tandem/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { instanceAuditQuery, peopleQuery } from '../../../api/settings-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PagesLoaded } from '../loaded.tsx'
import { Page } from '../page.tsx'
import { ActorPicker } from './actor-picker.tsx'
import { AuditRows } from './audit-rows.tsx'

/** The private acts of all accounts: sign-ins and attempts, tokens, accounts. */
export function InstanceLogPage() {
  const t = useTranslations('settings.audit')
  const [actor, setActor] = useState<{ id: string; name: string } | null>(null)
  const audit = useInfiniteQuery(instanceAuditQuery(actor?.id))
  const known = useInfiniteQuery(peopleQuery('')).data?.pages.flat() ?? []
  const nameOf = (actorId: unknown) => known.find((one) => one.id === actorId)?.name
  const who = ({ actorId }: AuditEntry) => (actorId === null ? t('unknownActor') : (nameOf(actorId) ?? actorId))
  return (
    <Page title={t('title')} intro={t('intro')}>
      <div className="mb-3">
        {actor ? (
          <Button size="sm" onClick={() => setActor(null)} aria-label={t('notOnly', { name: actor.name })}>
            {actor.name} <X size={14} aria-hidden />
          </Button>
        ) : (
          <ActorPicker label={t('only')} onPick={setActor} />
        )}
      </div>
      <PagesLoaded of={audit} none={<EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>}>
        {(entries) => <AuditRows label={t('title')} entries={entries} who={who} nameOf={nameOf} />}
      </PagesLoaded>
    </Page>
  )
}
