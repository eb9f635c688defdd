import { dayOf, endOfDay, momentOf, timeOf } from '../days.ts'
import type { When } from './parse.ts'

/** The due moment: without a time, the last minute of the day. */
export const dueAtOf = ({ day, time }: When, timeZone: string): string => momentOf(day, time === null ? endOfDay : `${time}:00`, timeZone)

export function whenOf(dueAt: string, timeZone: string): When {
  const time = timeOf(dueAt, timeZone)
  return { day: dayOf(dueAt, timeZone), time: time === endOfDay ? null : time.slice(0, 5) }
}
