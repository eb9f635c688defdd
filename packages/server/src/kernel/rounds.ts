import type { Logger } from 'pino'
import type { Metrics } from '../metrics/metrics.ts'
import { outsideOfTraces } from '../tracing/spans.ts'
import type { Clock } from './clock.ts'

/** Something done again and again, and sooner when there is a reason. Rounds never overlap; one that fails is followed by the next. */
export type Rounds = { start(): void; soon(): void; stop(): Promise<void> }

type Round = {
  /** As the metrics have it. */
  name: string
  everyMs: number
  soonMs?: number
  round: () => Promise<unknown>
  /** What the log says when it fails. */
  trouble: string
}

export function createRounds(
  { clock, log, metrics }: { clock: Clock; log: Logger; metrics?: Metrics },
  { name, everyMs, soonMs = everyMs, round, trouble }: Round,
): Rounds {
  let stopped = true
  let isSoon = false
  let failing = false
  let callOff = () => {}
  let running: Promise<void> | undefined

  return {
    start() {
      stopped = false
      schedule(everyMs)
    },
    soon() {
      if (stopped || isSoon) return
      isSoon = true
      if (!running) schedule(soonMs)
    },
    async stop() {
      stopped = true
      callOff()
      await running
    },
  }

  function schedule(waitMs: number): void {
    callOff()
    callOff = clock.after(waitMs, () => {
      running = run()
    })
  }

  async function run(): Promise<void> {
    isSoon = false
    try {
      await outsideOfTraces(round)
      failing = false
      metrics?.rounds(name, 'ok').add()
    } catch (error) {
      metrics?.rounds(name, 'failed').add()
      // Of an outage one line is enough.
      if (!failing) log.warn({ err: error }, `${trouble}; the next round tries again`)
      failing = true
    }
    running = undefined
    if (!stopped) schedule(isSoon ? soonMs : everyMs)
  }
}
