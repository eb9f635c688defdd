import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Cron } from 'croner'

/** When a schedule such as `0 3 * * *` is due next, in the time zone of this machine. Throws an Error that says what to do. */
export function nextTime(schedule: string, after: Date): Date {
  const next = cronOf(schedule).nextRun(after)
  if (!next) throw new Error(`The schedule ${schedule} never runs: there is no such day. Use another one.`)
  return next
}

function cronOf(schedule: string): Cron {
  try {
    return new Cron(schedule)
  } catch {
    throw new Error(`Invalid schedule ${schedule}. Use five fields such as "0 3 * * *": minute, hour, day, month, weekday.`)
  }
}

/** The name of a backup of that time: names sort by time, and are valid on any file system. */
export const nameAt = (at: Date): string => `tandem-${at.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.tar`

const ownName = /^tandem-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/

/** Removes all but the newest `keep` backups in a directory, and halves of those that were killed. Answers their names. */
export async function prune(directory: string, keep: number): Promise<string[]> {
  const names = (await readdir(directory)).sort()
  const halves = names.filter((name) => name.endsWith('.part') && ownName.test(name.slice(0, -'.part'.length)))
  const whole = names.filter((name) => ownName.test(name))
  const gone = [...halves, ...whole.slice(0, Math.max(0, whole.length - keep))]
  for (const name of gone) await rm(join(directory, name), { force: true })
  return gone
}
