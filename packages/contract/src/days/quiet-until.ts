import type { QuietTime } from '../records/accounts/quiet-time.ts'
import { daysAfter, type LocalDays, localDays } from './local-days.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * The end of the quiet time at a moment, in the time zone of the person; null if that moment is not quiet. Quiet hours run from the first
 * time that clocks show their beginning to the last time that they show their end: a repeated hour is quiet both times.
 */
export function quietUntil(quiet: QuietTime, timeZone: string, atMs: number): number | null {
  const local = localDays(timeZone)
  let untilMs = atMs
  // Adjacent hours and days cover less than a week; less than two if a clock change skips the time between them.
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const endMs = endOfStretch(quiet, local, untilMs)
    if (endMs === null) break
    untilMs = endMs
  }
  return untilMs === atMs ? null : untilMs
}

const mostSteps = 32

/** The latest end of the quiet times at that moment: of hours that began on this day or the one before, and of the day itself. */
function endOfStretch({ from, to, days }: QuietTime, local: LocalDays, atMs: number): number | null {
  const today = local.dateAt(atMs)
  const ends = [daysAfter(today, -1), today].flatMap((date) => {
    const stretches = days.includes(weekdayOf(date)) ? [{ beginMs: startMs(local, date), endMs: startMs(local, daysAfter(date, 1)) }] : []
    if (from !== null && to !== null) stretches.push(hoursOf(local, date, from, to))
    return stretches.flatMap(({ beginMs, endMs }) => (beginMs <= atMs && atMs < endMs ? [endMs] : []))
  })
  return ends.length === 0 ? null : Math.max(...ends)
}

function hoursOf(local: LocalDays, date: string, from: string, to: string): { beginMs: number; endMs: number } {
  const end = local.at(to > from ? date : daysAfter(date, 1), minutesOf(to))
  return { beginMs: local.at(date, minutesOf(from)).firstMs, endMs: end.lastMs }
}

const startMs = (local: LocalDays, date: string): number => Date.parse(local.startOf(date))
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** 0 is Sunday in JavaScript. */
const weekdayOf = (date: string) => weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday'
