import { useFormatter } from 'use-intl'
import { wholeDay, wholeMoment } from '../../ui/date-styles.ts'
import { useDay } from '../../ui/time.tsx'

/** A local day such as `2026-11-21` in words: it is no moment in a time zone. */
export function useDates() {
  const format = useFormatter()
  const day = useDay()
  const named = (date: string) => new Date(`${date}T00:00:00Z`)
  return {
    short: (date: string) => day(date),
    long: (date: string) => format.dateTime(named(date), { ...wholeDay, timeZone: 'UTC' }),
    moment: (at: string) => format.dateTime(new Date(at), wholeMoment),
  }
}
