/** Ctrl-C reaches a command from the terminal and from npm: a second signal within this time is the same request. */
const echoMs = 1_000

/** Calls `act` with 1 at the first signal, with 2 at the next that is no echo, and so on. Specification: reliability F129. */
export function onSignal(signal: 'SIGINT' | 'SIGTERM', act: (nth: number) => void, echoForMs = echoMs): void {
  let nth = 0
  let lastMs = Number.NEGATIVE_INFINITY
  process.on(signal, () => {
    const nowMs = performance.now()
    if (nowMs - lastMs <= echoForMs) return
    lastMs = nowMs
    nth += 1
    act(nth)
  })
}

/** Aborted by SIGINT and SIGTERM. The second signal ends the process at once. */
export function whenAskedToStop(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    onSignal(signal, (nth) => {
      if (nth === 1) return stop.abort()
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    })
  return stop.signal
}
