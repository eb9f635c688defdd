import { useFormatter } from 'use-intl'

/** A local day such as `2026-11-21` as it is said: it is a name, and no moment in any zone. */
export function useDates() {
  const format = useFormatter()
  const named = (date: string) => new Date(`${date}T00:00:00Z`)
  return {
    short: (date: string) => format.dateTime(named(date), { timeZone: 'UTC', day: 'numeric', month: 'short' }),
    long: (date: string) => format.dateTime(named(date), { timeZone: 'UTC', dateStyle: 'medium' }),
    moment: (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }),
  }
}
