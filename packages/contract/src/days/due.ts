import { daysAfter, isoWithin, type LocalDays, localDays } from './local-days.ts'

/** The bounds of a `due` condition: at or after `from`, before `before`. Specification: decisions §3. */
export type DueBounds = { from: string | null; before: string | null; openOnly: boolean }

const daysOfWeek = 7

/**
 * `overdue` = before now and not completed; `today` = the caller's local day; `week` = that day and the six after it. A date in a range
 * is a local day, the last one included; a datetime is that moment, included too.
 */
export function dueBounds(due: string, { now, timeZone }: { now: string; timeZone: string }): DueBounds {
  const local = localDays(timeZone)
  if (due === 'overdue') return { from: null, before: now, openOnly: true }
  if (due === 'today' || due === 'week') {
    const today = local.dateAt(Date.parse(now))
    const days = due === 'today' ? 1 : daysOfWeek
    return { from: local.startOf(today), before: local.startOf(daysAfter(today, days)), openOnly: false }
  }
  const [first = '', last = ''] = due.split('..')
  return { from: firstMoment(local, first), before: momentAfter(local, last), openOnly: false }
}

function firstMoment(local: LocalDays, end: string): string | null {
  if (end === '') return null
  return isDate(end) ? local.startOf(end) : isoWithin(Date.parse(end))
}

function momentAfter(local: LocalDays, end: string): string | null {
  if (end === '') return null
  return isDate(end) ? local.startOf(daysAfter(end, 1)) : isoWithin(Date.parse(end) + 1)
}

const isDate = (end: string): boolean => !end.includes('T')
