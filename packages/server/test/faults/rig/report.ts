import type { Writers } from './writers.ts'

/** How a run of faults went. It is printed, so that the figures of a soak are on record. */
export type Report = { faults: number; acknowledged: number; replays: number; wrongs: string[] }

export function reportOf(faults: number, writers: Writers, wrongs: readonly string[]): Report {
  const report = {
    faults,
    acknowledged: writers.acknowledged(),
    replays: writers.replays(),
    wrongs: [...writers.wrongs.slice(0, 10), ...wrongs],
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
  return report
}
