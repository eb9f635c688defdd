/** Schedules in words, with their cron expressions. */
export const rhythms = ['hour', 'day', 'weekday', 'week', 'month', 'custom'] as const
export type Rhythm = (typeof rhythms)[number]
/** `time` is HH:MM in the schedule's time zone, of which an hourly one uses the minutes; `weekday` 0 is Sunday. */
export type Timing = { rhythm: Rhythm; time: string; weekday: number; day: number; cron: string }

const usual = { time: '09:00', weekday: 1, day: 1 }
const shapes: readonly [Exclude<Rhythm, 'custom'>, RegExp][] = [
  ['hour', /^(?<minute>\d+) \* \* \* \*$/],
  ['day', /^(?<minute>\d+) (?<hour>\d+) \* \* \*$/],
  ['weekday', /^(?<minute>\d+) (?<hour>\d+) \* \* 1-5$/],
  ['week', /^(?<minute>\d+) (?<hour>\d+) \* \* (?<weekday>[0-6])$/],
  ['month', /^(?<minute>\d+) (?<hour>\d+) (?<day>[1-9]|[12]\d|3[01]) \* \*$/],
]

export function timingOf(cron: string): Timing {
  for (const [rhythm, shape] of shapes) {
    const found = shape.exec(cron.trim())?.groups
    if (!found || Number(found.minute) > 59 || Number(found.hour ?? 0) > 23) continue
    const time = `${(found.hour ?? '9').padStart(2, '0')}:${(found.minute ?? '0').padStart(2, '0')}`
    return { rhythm, time, weekday: Number(found.weekday ?? usual.weekday), day: Number(found.day ?? usual.day), cron }
  }
  return { ...usual, rhythm: 'custom', cron }
}

const crons: Record<Rhythm, (timing: Timing, hour: number, minute: number) => string> = {
  hour: (_, __, minute) => `${minute} * * * *`,
  day: (_, hour, minute) => `${minute} ${hour} * * *`,
  weekday: (_, hour, minute) => `${minute} ${hour} * * 1-5`,
  week: ({ weekday }, hour, minute) => `${minute} ${hour} * * ${weekday}`,
  month: ({ day }, hour, minute) => `${minute} ${hour} ${day} * *`,
  custom: ({ cron }) => cron,
}

export function cronOf(timing: Timing): string {
  const [hour = 9, minute = 0] = timing.time.split(':').map(Number)
  return crons[timing.rhythm](timing, hour, minute)
}
