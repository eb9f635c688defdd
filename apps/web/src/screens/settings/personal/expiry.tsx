import { useFormatter, useNow, useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'

const soonMs = 7 * 86_400_000

/** Until when a token works; said louder in its last week. */
export function Expiry({ at }: { at: string | null }) {
  const t = useTranslations('settings.tokens')
  const format = useFormatter()
  const now = useNow({ updateInterval: 60_000 })
  if (at === null) return <span>{t('forEver')}</span>
  const end = new Date(at)
  const date = format.dateTime(end, { dateStyle: 'medium' })
  return (
    <span className={classes(end.getTime() - now.getTime() < soonMs && 'text-danger')}>
      {end <= now ? t('expired', { date }) : t('until', { date })}
    </span>
  )
}
