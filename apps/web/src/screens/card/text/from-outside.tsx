import { useTranslations } from 'use-intl'
import { Badge } from '../../../ui/badge.tsx'

/** Marks a text by an external author. */
export function FromOutside() {
  const t = useTranslations('card')
  return (
    <span data-tip={t('fromOutsideText')}>
      <Badge tone="stale">{t('fromOutside')}</Badge>
    </span>
  )
}
