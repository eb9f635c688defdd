/** Days as they begin in a time zone: 23 or 25 hours long where the clocks change. */
export type LocalDays = {
  /** The beginning of the day of a date such as `2026-11-21`. */
  startOf(date: string): string
  /** The local date of a moment. */
  dateAt(atMs: number): string
  /**
   * The first and the last moment at which clocks show that many minutes after midnight: they differ in a repeated hour, and in a skipped
   * hour both are right after it.
   */
  at(date: string, minutes: number): { firstMs: number; lastMs: number }
}

const [minute, day] = [60_000, 86_400_000]
const [earliestMs, latestMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

export function localDays(timeZone: string): LocalDays {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offset = (atMs: number) => offsetMs(format, atMs)
  return {
    startOf: (date) => isoWithin(momentsOf(offset, Date.parse(`${date}T00:00:00Z`)).firstMs),
    dateAt: (atMs) => isoWithin(atMs + offset(atMs)).slice(0, 10),
    at: (date, minutes) => momentsOf(offset, Date.parse(`${date}T00:00:00Z`) + minutes * minute),
  }
}

export const daysAfter = (date: string, days: number): string => isoWithin(Date.parse(`${date}T00:00:00Z`) + days * day).slice(0, 10)

/** The database keeps the years 0001 to 9999. */
export const isoWithin = (atMs: number): string => new Date(Math.min(Math.max(atMs, earliestMs), latestMs)).toISOString()

/** Clocks change at most once in two days: the offsets on both sides give the candidates. */
function momentsOf(offset: (atMs: number) => number, localMs: number): { firstMs: number; lastMs: number } {
  const candidates = [offset(localMs - day), offset(localMs + day)].map((offsetMs) => localMs - offsetMs)
  const shown = candidates.filter((atMs) => atMs + offset(atMs) === localMs)
  if (shown.length > 0) return { firstMs: Math.min(...shown), lastMs: Math.max(...shown) }
  const changeMs = changeBetween(offset, Math.min(...candidates), Math.max(...candidates))
  return { firstMs: changeMs, lastMs: changeMs }
}

/** The first moment with the offset of `toMs`. */
function changeBetween(offset: (atMs: number) => number, fromMs: number, toMs: number): number {
  const after = offset(toMs)
  let [low, high] = [fromMs, toMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offset(middle) === after) high = middle
    else low = middle
  }
  return high
}

/** The offset of a zone's local time from UTC. */
function offsetMs(format: Intl.DateTimeFormat, atMs: number): number {
  const name = format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  return (sign === '-' ? -1_000 : 1_000) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds))
}
