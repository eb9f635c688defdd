import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'

const mostAtOnce = 1_000

/** Asks about many, so many at a time that no statement takes long. */
export async function inBatches<T>(all: readonly T[], ask: (some: T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += mostAtOnce) await ask(all.slice(from, from + mostAtOnce))
}

/** Something done again and again, and sooner when there is a reason. Rounds never overlap; one that fails is followed by the next. */
export type Rounds = { start(): void; soon(): void; stop(): Promise<void> }

export function createRounds(
  { clock, log }: { clock: Clock; log: Logger },
  { everyMs, soonMs, round }: { everyMs: number; soonMs: number; round: () => Promise<void> },
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
      await round()
      failing = false
    } catch (error) {
      // Of an outage one line is enough.
      if (!failing) log.warn({ err: error }, 'a look for the sockets has failed; it is repeated until it does not')
      failing = true
    }
    running = undefined
    if (!stopped) schedule(isSoon ? soonMs : everyMs)
  }
}
