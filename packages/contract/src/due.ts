/** The bounds of a `due` condition: at or after `from`, before `before`. Specification: decisions §3. */
export type DueBounds = { from: string | null; before: string | null; openOnly: boolean }

const day = 86_400_000
const daysOfWeek = 7
const [earliestMs, latestMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * `overdue` = before now and not completed; `today` = the caller's local day; `week` = that day and the six after it. A date in a range
 * is a local day, the last one included; a datetime is that moment, included too.
 */
export function dueBounds(due: string, { now, timeZone }: { now: string; timeZone: string }): DueBounds {
  if (due === 'overdue') return { from: null, before: now, openOnly: true }
  if (due === 'today' || due === 'week') {
    const today = localDate(timeZone, Date.parse(now))
    const days = due === 'today' ? 1 : daysOfWeek
    return { from: startOfDay(timeZone, today), before: startOfDay(timeZone, daysAfter(today, days)), openOnly: false }
  }
  const [first = '', last = ''] = due.split('..')
  return { from: firstMoment(timeZone, first), before: momentAfter(timeZone, last), openOnly: false }
}

function firstMoment(timeZone: string, end: string): string | null {
  if (end === '') return null
  return isDate(end) ? startOfDay(timeZone, end) : isoWithin(Date.parse(end))
}

function momentAfter(timeZone: string, end: string): string | null {
  if (end === '') return null
  return isDate(end) ? startOfDay(timeZone, daysAfter(end, 1)) : isoWithin(Date.parse(end) + 1)
}

const isDate = (end: string): boolean => !end.includes('T')

const daysAfter = (date: string, days: number): string => isoWithin(Date.parse(`${date}T00:00:00Z`) + days * day).slice(0, 10)

/** When a local day starts. The offset is looked up twice, because the first look may fall on the other side of a change of clocks. */
function startOfDay(timeZone: string, date: string): string {
  const asUtcMs = Date.parse(`${date}T00:00:00Z`)
  const nearbyMs = asUtcMs - offsetMs(timeZone, asUtcMs)
  return isoWithin(asUtcMs - offsetMs(timeZone, nearbyMs))
}

function localDate(timeZone: string, atMs: number): string {
  return isoWithin(atMs + offsetMs(timeZone, atMs)).slice(0, 10)
}

/** How far the local time of a zone is ahead of UTC. */
function offsetMs(timeZone: string, atMs: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  return (sign === '-' ? -1_000 : 1_000) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds))
}

/** The database keeps the years 0001 to 9999. */
const isoWithin = (atMs: number): string => new Date(Math.min(Math.max(atMs, earliestMs), latestMs)).toISOString()
