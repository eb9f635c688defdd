import type { Logger } from 'pino'
import type { Metrics } from '../../metrics/metrics.ts'
import { outsideOfTraces } from '../../tracing/spans.ts'
import type { Clock } from './clock.ts'

/** Runs something every so often, and sooner when asked. Runs never overlap; after one that fails comes the next. */
export type Poller = { start(): void; soon(): void; stop(): Promise<void> }

type PollerOptions = {
  /** The name of the poller in the metrics. */
  name: string
  everyMs: number
  soonMs?: number
  /** The delay before the first poll. */
  firstMs?: number
  poll: () => Promise<unknown>
  /** The message in the log when a poll fails. */
  trouble: string
}

export function createPoller(
  { clock, log, metrics }: { clock: Clock; log: Logger; metrics?: Metrics },
  { name, everyMs, soonMs = everyMs, firstMs = everyMs, poll, trouble }: PollerOptions,
): Poller {
  let stopped = true
  let isSoon = false
  let failing = false
  let cancel = () => {}
  let running: Promise<void> | undefined

  return {
    start() {
      stopped = false
      schedule(firstMs)
    },
    soon() {
      if (stopped || isSoon) return
      isSoon = true
      if (!running) schedule(soonMs)
    },
    async stop() {
      stopped = true
      cancel()
      await running
    },
  }

  function schedule(waitMs: number): void {
    cancel()
    cancel = clock.after(waitMs, () => {
      running = run()
    })
  }

  async function run(): Promise<void> {
    isSoon = false
    try {
      await outsideOfTraces(poll)
      failing = false
      metrics?.rounds(name, 'ok').add()
    } catch (error) {
      metrics?.rounds(name, 'failed').add()
      // An outage is logged once, not with every poll.
      if (!failing) log.warn({ err: error }, `${trouble}; the next poll tries again`)
      failing = true
    }
    running = undefined
    if (!stopped) schedule(isSoon ? soonMs : everyMs)
  }
}
