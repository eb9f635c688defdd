import { daysAfter, fieldRefusal, localDays } from '@tandem/contract'

/** The local days of the insights. */
export type Range = {
  from: string
  to: string
  timezone: string
  dates: readonly string[]
  /** When each day begins, and when the last one has ended. */
  starts: readonly string[]
  /** When the first day begins, and when the last one has ended. */
  fromAt: string
  beforeAt: string
}

type RangeInput = { from?: string | undefined; to?: string | undefined }

const [mostDays, daysByDefault] = [366, 30]

/** Throws validation for days that are out of order or too many. */
export function rangeOf({ from, to }: RangeInput, { now, timezone }: { now: string; timezone: string }): Range {
  const local = localDays(timezone)
  const today = local.dateAt(Date.parse(now))
  const last = to === undefined || to > today ? today : to
  const first = from ?? daysAfter(last, 1 - daysByDefault)
  if (first > last) throw fieldRefusal('from', 'daysOrder')
  if (daysAfter(first, mostDays) <= last) throw fieldRefusal('from', 'daysTooMany', { count: mostDays })
  const dates = datesBetween(first, last)
  const starts = [...dates, daysAfter(last, 1)].map((date) => local.startOf(date))
  return { from: first, to: last, timezone, dates, starts, fromAt: starts[0] ?? now, beforeAt: starts.at(-1) ?? now }
}

function datesBetween(first: string, last: string): string[] {
  const dates = [first]
  for (let date = first; date < last; dates.push(date)) date = daysAfter(date, 1)
  return dates
}
