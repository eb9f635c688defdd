import type { Clock } from '../../kernel/common/clock.ts'

/** Timers that one `stop` ends together. */
export type WakeUps = { readonly waiting: number; after(delayMs: number, listener: () => void): void; stop(): void }

export function createWakeUps(clock: Clock): WakeUps {
  const cancels = new Set<() => void>()
  let stopped = false
  return {
    get waiting() {
      return cancels.size
    },
    after(delayMs, listener) {
      if (stopped) return
      const cancel = clock.after(delayMs, () => {
        cancels.delete(cancel)
        listener()
      })
      cancels.add(cancel)
    },
    stop() {
      stopped = true
      for (const cancel of cancels) cancel()
      cancels.clear()
    },
  }
}
