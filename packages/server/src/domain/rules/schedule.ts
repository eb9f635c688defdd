import { fieldRefusal } from '@tandem/contract'
import { Cron } from 'croner'
import type { HandlerOf } from '../../kernel/handlers.ts'

export type Schedule = { cron: string; timezone: string }

const shortestPauseMs = 5 * 60_000
/** More than twice the number of runs that fit into an hour at the shortest pause: among so many, two runs that are closer show up. */
const lookedAt = 30

/** When the schedule is due next after `after`; null when it never is. Where a clock change skips the time of day, right after it. */
export function nextRunAfter({ cron, timezone }: Schedule, after: string): string | null {
  return cronOf(cron, timezone).nextRun(new Date(after))?.toISOString() ?? null
}

const mostShown = 5

/** Previews a schedule: its next times, or why it is invalid. */
export const timesOf: HandlerOf<'rule.times'> = async ({ now }, schedule) => {
  checkSchedule(schedule, now)
  return runsOf(schedule, now)
    .slice(0, mostShown)
    .map((run) => new Date(run).toISOString())
}

/** Throws validation for a schedule that cannot be read, is never due or is due too often. */
export function checkSchedule({ cron, timezone }: Schedule, now: string): void {
  if (!isTimeZone(timezone)) throw fieldRefusal('trigger', 'zoneUnknown')
  const runs = runsOf({ cron, timezone }, now)
  if (runs.length === 0) throw fieldRefusal('trigger', 'scheduleNever')
  const pauses = runs.slice(1).map((run, at) => run - (runs[at] ?? 0))
  if (pauses.some((pauseMs) => pauseMs < shortestPauseMs)) throw fieldRefusal('trigger', 'scheduleTooOften')
}

function runsOf({ cron, timezone }: Schedule, now: string): number[] {
  try {
    return cronOf(cron, timezone)
      .nextRuns(lookedAt, new Date(now))
      .map((run) => run.getTime())
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^\w+: /, '') : ''
    throw fieldRefusal('trigger', 'scheduleUnread', { why: why.slice(0, 200) })
  }
}

/** Only computes times, and never runs anything itself. */
const cronOf = (cron: string, timezone: string): Cron => new Cron(cron, { timezone, mode: '5-part', paused: true })

function isTimeZone(timezone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
