import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, minuteMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** What time it is, to the minute: one clock for all that shows it, where each would have a timer of its own. */
export const useMinute = (): Date => useSyncExternalStore(subscribe, () => now)
