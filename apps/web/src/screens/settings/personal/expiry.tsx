import { useFormatter, useNow, useTranslations } from 'use-intl'
import { classes } from '../../../ui/classes.ts'
import { wholeDay } from '../../../ui/date-styles.ts'
import { addDays, dayOf, momentOf } from '../../../ui/days.ts'

const soonMs = 7 * 86_400_000

/** The expiry of a token, emphasised in its last week. */
export function Expiry({ at }: { at: string | null }) {
  const t = useTranslations('settings.tokens')
  const format = useFormatter()
  const now = useNow({ updateInterval: 60_000 })
  if (at === null) return <span>{t('forEver')}</span>
  const end = new Date(at)
  const date = format.dateTime(end, wholeDay)
  return (
    <span className={classes(end <= now ? 'text-danger' : end.getTime() - now.getTime() < soonMs && 'font-medium text-ink')}>
      {end <= now ? t('expired', { date }) : t('until', { date })}
    </span>
  )
}

const days = { month: 30, quarter: 90, year: 365 } as const
export type ExpiryChoice = keyof typeof days | 'never' | 'date'

/** A duration, no expiry, or a chosen day. */
export const expiryChoices: readonly ExpiryChoice[] = ['month', 'quarter', 'year', 'never', 'date']

/** The first day that can be the last valid one of a token. */
export const earliestExpiry = (now: Date, timeZone: string): string => addDays(dayOf(now, timeZone), 1)

/** The expiry of a token: `until` is its last valid day, in the time zone in which the page shows it. */
export function expiryAt(choice: ExpiryChoice, until: string, now: Date, timeZone: string): string | null {
  if (choice === 'never') return null
  if (choice === 'date') return momentOf(until, '23:59:59', timeZone)
  return new Date(now.getTime() + days[choice] * 86_400_000).toISOString()
}
