import { setTimeout as sleep } from 'node:timers/promises'

/** Fast shutdown; then immediate (no checkpoint: the next start replays the log); then the last resort. */
const means = [
  { signal: 'SIGINT', patienceMs: 5_000 },
  { signal: 'SIGQUIT', patienceMs: 6_000 },
  { signal: 'SIGKILL', patienceMs: 2_000 },
] as const

const lastBackendsPatienceMs = 6_000

/** Ends a server that we started. Resolves when all its processes have ended (`gone`), or cannot be ended by any means. */
export async function stopServer(server: { pid: number; exited: Promise<unknown>; gone: Promise<void> }): Promise<void> {
  let exited = await comesWithin(server.exited, 0)
  for (const { signal, patienceMs } of means) {
    // Never signal a pid whose process has been reaped: it may belong to another process by now.
    if (exited) break
    signalServer(server.pid, signal)
    exited = await comesWithin(server.exited, patienceMs)
  }
  await comesWithin(server.gone, lastBackendsPatienceMs)
}

/** A server that ended a moment ago is no failure. */
export function signalServer(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // ESRCH: the process has ended already.
  }
}

/** Waits for `event` at most `limitMs` and returns whether it came. */
export async function comesWithin(event: Promise<unknown>, limitMs: number): Promise<boolean> {
  const timer = new AbortController()
  const limit = sleep(limitMs, false, { signal: timer.signal }).catch(() => false)
  const came = await Promise.race([event.then(() => true), limit])
  timer.abort()
  return came
}
