import { TandemError } from '@tandem/contract'

/**
 * Lets a few in at a time: thousands who come back at once must not take all connections to the database. `longestQueue` more wait their
 * turn; the next one is refused with 429, so that a flood costs no memory.
 */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

export function createGate(most: number, longestQueue = Number.POSITIVE_INFINITY): Gate {
  const waiting: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside >= most && waiting.length >= longestQueue)
      throw new TandemError('rate_limited', 'Too many requests wait here. Try again in a moment.', { retryAfterSeconds: 1 })
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      // The place is handed on, not given up: nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
