import type { DeliveryFigures } from './hooks.ts'
import type { Writers } from './writers.ts'

/** The figures of a run of faults. They are printed, so that those of a long run are kept. */
export type Report = {
  faults: number
  acknowledged: number
  replays: number
  /** Of a run with receivers and a socket. */
  more?: DeliveryFigures & { events: number; socketConnections: number }
  wrongs: string[]
}

export function reportOf(faults: number, writers: Writers, wrongs: readonly string[], more?: Report['more']): Report {
  const report = {
    faults,
    acknowledged: writers.acknowledged(),
    replays: writers.replays(),
    ...(more && { more }),
    wrongs: [...writers.wrongs.slice(0, 10), ...wrongs],
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
  return report
}

/** Prints a line from time to time, for a run of many minutes. */
export function createProgress(what: string, of: number): (done: number, now: Record<string, number>) => void {
  const beganMs = performance.now()
  return (done, now) => {
    if (done % 10 !== 0) return
    const figures = Object.entries(now).map(([name, count]) => `${count} ${name}`)
    process.stdout.write(`${Math.round((performance.now() - beganMs) / 1_000)} s: ${done} of ${of} ${what}; ${figures.join(', ')}\n`)
  }
}
