/** Days as they begin in a time zone: 23 or 25 hours long where the clocks change. */
export type LocalDays = {
  /** When the day of a date such as `2026-11-21` begins. */
  startOf(date: string): string
  /** The date that it is at a moment. */
  dateAt(atMs: number): string
}

const day = 86_400_000
const [earliestMs, latestMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

export function localDays(timeZone: string): LocalDays {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return {
    // The offset is looked up twice, because the first look may fall on the other side of a change of clocks.
    startOf(date) {
      const asUtcMs = Date.parse(`${date}T00:00:00Z`)
      const nearbyMs = asUtcMs - offsetMs(format, asUtcMs)
      return isoWithin(asUtcMs - offsetMs(format, nearbyMs))
    },
    dateAt: (atMs) => isoWithin(atMs + offsetMs(format, atMs)).slice(0, 10),
  }
}

export const daysAfter = (date: string, days: number): string => isoWithin(Date.parse(`${date}T00:00:00Z`) + days * day).slice(0, 10)

/** The database keeps the years 0001 to 9999. */
export const isoWithin = (atMs: number): string => new Date(Math.min(Math.max(atMs, earliestMs), latestMs)).toISOString()

/** How far the local time of a zone is ahead of UTC. */
function offsetMs(format: Intl.DateTimeFormat, atMs: number): number {
  const name = format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  return (sign === '-' ? -1_000 : 1_000) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds))
}
