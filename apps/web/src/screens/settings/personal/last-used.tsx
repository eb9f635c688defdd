import { useFormatter, useNow, useTranslations } from 'use-intl'

/** The last use of a credential, or that it has none. */
export function LastUsed({ at }: { at: string | null }) {
  const t = useTranslations('settings')
  const format = useFormatter()
  const now = useNow({ updateInterval: 60_000 })
  if (at === null) return <span>{t('neverUsed')}</span>
  const used = new Date(at)
  return <span>{t('lastUsed', { ago: format.relativeTime(used, { now: used > now ? used : now, style: 'narrow' }) })}</span>
}
