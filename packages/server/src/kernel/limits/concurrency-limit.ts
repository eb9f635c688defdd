import { refusal } from '@tandem/contract'

/**
 * Runs at most `most` at a time: thousands of clients that come back at once must not take all connections to the database. `longestQueue`
 * more wait their turn; the next one is refused with 429, so that a flood costs no memory.
 */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

export function createConcurrencyLimit(most: number, longestQueue = Number.POSITIVE_INFINITY): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most && waiting.length >= longestQueue) throw refusal('requestsWaiting', {}, { retryAfterSeconds: 1 })
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes to the next that waits, before a newcomer could take it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
