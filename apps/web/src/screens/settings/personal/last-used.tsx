import { useFormatter, useNow, useTranslations } from 'use-intl'

/** When a credential was used last, or that it never was. */
export function LastUsed({ at }: { at: string | null }) {
  const t = useTranslations('settings')
  const format = useFormatter()
  const now = useNow({ updateInterval: 60_000 })
  if (at === null) return <span>{t('neverUsed')}</span>
  const used = new Date(at)
  return <span>{t('lastUsed', { ago: format.relativeTime(used, used > now ? used : now) })}</span>
}
