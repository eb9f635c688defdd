import type { Logger } from 'pino'
import type { TextIndex } from '../domain/search/text-index.ts'
import type { Clock } from '../kernel/clock.ts'

/** Takes new texts into the index soon after they were written, so that a search seldom has to. */
export type TextReading = {
  /** Says that something was written, which may hold new words. */
  poke(): void
  start(): void
  stop(): Promise<void>
}

/** Many commits together make one round. */
const afterCommitMs = 200
const longestPauseMs = 30_000

type TextReadingDeps = { textIndex: TextIndex; clock: Clock; log: Logger }

export function createTextReading({ textIndex, clock, log }: TextReadingDeps): TextReading {
  let callOff: (() => void) | undefined
  let isSoon = false
  let stopped = true
  let running: Promise<unknown> = Promise.resolve()

  return {
    poke() {
      if (!stopped && !isSoon) schedule(afterCommitMs)
    },
    start() {
      stopped = false
      schedule(afterCommitMs)
    },
    async stop() {
      stopped = true
      callOff?.()
      await running
    },
  }

  function schedule(waitMs: number): void {
    callOff?.()
    isSoon = waitMs === afterCommitMs
    callOff = clock.after(waitMs, () => {
      const before = running
      running = before.then(round)
    })
  }

  async function round(): Promise<void> {
    isSoon = false
    try {
      await textIndex.takeIn()
    } catch (error) {
      log.warn({ err: error }, 'new texts could not be taken into the index of texts; the next round tries again')
    }
    if (!stopped && !isSoon) schedule(longestPauseMs)
  }
}
