/** Time is handed in, so that a test can move it. */
export type Clock = {
  now(): number
  /** Wakes `listener` after `delayMs` of this clock; the returned function calls it off. */
  after(delayMs: number, listener: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, listener) {
    const timer = setTimeout(listener, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

export const iso = (atMs: number): string => new Date(atMs).toISOString()
