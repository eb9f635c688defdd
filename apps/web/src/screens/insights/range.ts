import type { RangeParams } from '../../api/insight-queries.ts'

/** The search parameters of the range: a number of days up to today, or two dates; and the list where work begins. */
export type RangeSearch = { days?: number; from?: string; to?: string; start?: string }

export const presets = [7, 30, 90, 365] as const
const daysByDefault = 30
export const mostDays = 366

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

export function rangeIn({ days, from, to, start }: Record<string, unknown>): RangeSearch {
  const count = Number(days)
  return {
    ...(Number.isInteger(count) && count >= 1 && count <= mostDays && { days: count }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
    ...(typeof start === 'string' && /^[0-9a-f-]{36}$/i.test(start) && { start }),
  }
}

/** The number of days up to today; null if dates were chosen. */
export const presetOf = ({ days, from, to }: RangeSearch): number | null => (from || to ? null : (days ?? daysByDefault))

export function paramsOf(search: RangeSearch): RangeParams {
  const preset = presetOf(search)
  const dates =
    preset === null ? { ...(search.from && { from: search.from }), ...(search.to && { to: search.to }) } : { from: daysAgo(preset - 1) }
  return { ...dates, ...(search.start && { startListId: search.start }) }
}

/** The local date this many days ago. */
function daysAgo(days: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - days)).toISOString().slice(0, 10)
}
