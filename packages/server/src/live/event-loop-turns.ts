/**
 * Shares the event loop among tasks that write to many sockets: each has a turn of a few milliseconds, then the loop runs once for all
 * others. One frame to 10,000 sockets in a plain loop blocks the process for up to a second.
 */
export type Turns = {
  /** Whether the turn is used up: take another before going on. */
  isOver(): boolean
  take(): Promise<void>
}

const turnMs = 8

export function createTurns(): Turns {
  const waiting: (() => void)[] = []
  let running = false
  let endsAtMs = 0

  return {
    isOver: () => performance.now() >= endsAtMs,
    take: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        if (running) return
        running = true
        setImmediate(next)
      }),
  }

  function next(): void {
    const begin = waiting.shift()
    running = begin !== undefined
    if (!begin) return
    endsAtMs = performance.now() + turnMs
    begin()
    setImmediate(next)
  }
}
