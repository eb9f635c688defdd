import { useTranslations } from 'use-intl'
import { useAge } from '../../../ui/time.tsx'

/** The last use of a credential, or that it has none. */
export function LastUsed({ at }: { at: string | null }) {
  const t = useTranslations('settings')
  const age = useAge()
  return <span>{at === null ? t('neverUsed') : t('lastUsed', { ago: age(at) })}</span>
}
