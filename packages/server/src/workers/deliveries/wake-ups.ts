import type { Clock } from '../../kernel/clock.ts'

/** Timers that end together. */
export type WakeUps = { readonly waiting: number; after(delayMs: number, listener: () => void): void; stop(): void }

export function createWakeUps(clock: Clock): WakeUps {
  const callOffs = new Set<() => void>()
  let stopped = false
  return {
    get waiting() {
      return callOffs.size
    },
    after(delayMs, listener) {
      if (stopped) return
      const callOff = clock.after(delayMs, () => {
        callOffs.delete(callOff)
        listener()
      })
      callOffs.add(callOff)
    },
    stop() {
      stopped = true
      for (const callOff of callOffs) callOff()
      callOffs.clear()
    },
  }
}
