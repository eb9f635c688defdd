import { type ComponentType, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagePending } from '../../ui/spinner.tsx'

/** The page that an address names; said to be missing when there is none, or none for who asks. */
export function ShownPage({ of: Shown }: { of: ComponentType | undefined }) {
  const t = useTranslations('missing')
  if (!Shown)
    return (
      <EmptyState level="h1" title={t('title')}>
        {t('text')}
      </EmptyState>
    )
  return (
    <Suspense fallback={<PagePending />}>
      <Shown />
    </Suspense>
  )
}
