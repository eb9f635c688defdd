/** Ctrl-C reaches the service from the terminal and from npm: a repetition within this time counts as the same signal. */
const echoMs = 1_000

export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type EndSignal = (typeof endSignals)[number]

/**
 * Calls `end` at the first signal. One that comes again calls `force`, but for an echo within a moment. Signals count each for itself: a
 * shell that ends at Ctrl-C makes its child hear SIGTERM besides (scripts/run.cjs).
 */
export function onEndSignals(act: { end(signal: EndSignal): void; force(signal: EndSignal): void }, echoForMs = echoMs): void {
  const firstAtMs = new Map<EndSignal, number>()
  for (const signal of endSignals)
    process.on(signal, () => {
      const nowMs = performance.now()
      const isFirst = firstAtMs.size === 0
      const sinceMs = firstAtMs.get(signal)
      if (sinceMs === undefined) firstAtMs.set(signal, nowMs)
      if (isFirst) act.end(signal)
      else if (sinceMs !== undefined && nowMs - sinceMs > echoForMs) act.force(signal)
    })
}
