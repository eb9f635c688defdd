import type { Logger } from 'pino'
import type { Reservations } from '../files/reservations.ts'
import type { Clock } from '../kernel/clock.ts'
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

export function createFileSweep({ reservations, clock, log, metrics }: Deps): FileSweep {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let cancel = () => {}

  return {
    runOnce,
    start() {
      stopped = false
      wait()
    },
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }

  function wait(): void {
    cancel = clock.after(pollMs, () => {
      running = runOnce().finally(() => {
        if (!stopped) wait()
      })
    })
  }

  function runOnce(): Promise<number> {
    return inSpan('sweep of files', { isJob: true }, sweep)
  }

  async function sweep(): Promise<number> {
    let total = 0
    try {
      while (!stopped) {
        const { due, failures } = await reservations.sweep(batch)
        for (const error of failures) log.warn({ err: error }, 'a file that nobody needs could not be deleted; trying again in an hour')
        total += due
        if (due < batch) break
      }
      metrics.rounds('files', 'ok').add()
    } catch (error) {
      metrics.rounds('files', 'failed').add()
      log.warn({ err: error }, 'files that nobody needs could not be looked for; the next poll tries again')
    }
    return total
  }
}
