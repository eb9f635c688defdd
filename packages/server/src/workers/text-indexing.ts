import type { Logger } from 'pino'
import type { TextIndex } from '../domain/search/text-index.ts'
import type { Clock } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Takes new texts into the index soon after they were written, so that a search seldom has to. */
export type TextIndexing = {
  /** Says that something was written, which may hold new words. */
  poke(): void
  start(): void
  stop(): Promise<void>
}

/** Many commits together make one poll. */
const afterCommitMs = 200
const longestPauseMs = 30_000

type TextIndexingDeps = { textIndex: TextIndex; clock: Clock; log: Logger; metrics: Metrics }

export function createTextIndexing(deps: TextIndexingDeps): TextIndexing {
  const poller = createPoller(deps, {
    name: 'texts',
    everyMs: longestPauseMs,
    soonMs: afterCommitMs,
    poll: deps.textIndex.takeIn,
    trouble: 'new texts could not be taken into the index of texts',
  })
  return {
    poke: poller.soon,
    start() {
      poller.start()
      poller.soon()
    },
    stop: poller.stop,
  }
}
