import type { Logger } from 'pino'
import type { Reservations } from '../files/reservations.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/spans.ts'

/** Deletes files that no attachment keeps and that are older than an hour, also what a crash left of an upload. Specification: decisions §3. */
export type FileSweep = {
  /** One run. Answers how many files were due. */
  runOnce(): Promise<number>
  start(): void
  /** Waits for the run under way. */
  stop(): Promise<void>
}

const pollMs = 600_000
const batch = 20

type Deps = { reservations: Reservations; clock: Clock; log: Logger; metrics: Metrics }

export function createFileSweep(deps: Deps): FileSweep {
  const { reservations, log } = deps
  let stopped = false
  const trouble = 'could not look for unused files'
  const poller = createPoller(deps, { name: 'files', everyMs: pollMs, poll: runOnce, trouble })

  return {
    runOnce,
    start() {
      stopped = false
      poller.start()
    },
    stop() {
      stopped = true
      return poller.stop()
    },
  }

  function runOnce(): Promise<number> {
    return inSpan('sweep of files', { isJob: true }, sweep)
  }

  async function sweep(): Promise<number> {
    let total = 0
    while (!stopped) {
      const { due, failures } = await reservations.sweep(batch)
      for (const error of failures) log.warn({ err: error }, 'could not delete an unused file; trying again in an hour')
      total += due
      if (due < batch) break
    }
    return total
  }
}
