import type { Clock } from '../../src/kernel/common/clock.ts'

export type MovableClock = Clock & {
  /** Moves time on (or back) and wakes everything that is due by then. */
  advance(ms: number): void
}

/**
 * Real time plus an offset that a test moves: timers for an interval fire at once when it is moved, and nothing sleeps. Timers for
 * `byHandFromMs` or longer fire only when the test moves the clock.
 */
export function movableClock(real: () => number = Date.now, byHandFromMs = Infinity): MovableClock {
  let offsetMs = 0
  const waiting = new Map<object, { atMs: number; listener: () => void; timer: NodeJS.Timeout | undefined }>()

  const fire = (key: object): void => {
    const entry = waiting.get(key)
    if (!entry) return
    waiting.delete(key)
    clearTimeout(entry.timer)
    entry.listener()
  }

  return {
    now: () => real() + offsetMs,
    after(delayMs, listener) {
      const key = {}
      const timer = delayMs < byHandFromMs ? setTimeout(() => fire(key), Math.min(delayMs, 2_147_483_647)) : undefined
      timer?.unref()
      waiting.set(key, { atMs: real() + offsetMs + delayMs, listener, timer })
      return () => {
        clearTimeout(timer)
        waiting.delete(key)
      }
    },
    advance(ms) {
      offsetMs += ms
      const due = [...waiting].filter(([, entry]) => entry.atMs <= real() + offsetMs).toSorted((a, b) => a[1].atMs - b[1].atMs)
      for (const [key] of due) fire(key)
    },
  }
}

/** Time that passes only when a test moves it, so that waits and levels can be told exactly; timers run out by real time too. */
export function standingClock(): MovableClock {
  const startMs = Date.now()
  return movableClock(() => startMs)
}

/** No timer fires by itself: each fires when a test moves the time that far, and never before. */
export function handClock(): MovableClock {
  const startMs = Date.now()
  return movableClock(() => startMs, 0)
}
