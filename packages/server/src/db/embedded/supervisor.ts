import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from './errors.ts'
import type { ServerProcess } from './server-process.ts'
import { comesWithin } from './stop-server.ts'

export type ExitListener = (code: number | null) => void

export type SupervisedServer = {
  readonly pid: number
  onExit(listener: ExitListener): void
  stop(): Promise<void>
}

/** The wait before the first, second, … restart in a row; the last one repeats for as long as the service runs. */
const restartDelaysMs = [0, 250, 500, 1_000, 2_000]
/** A server that ran this long resets the delays. */
const soundAfterMs = 30_000
const leftoversPatienceMs = 5_000

/**
 * Restarts the server when it exits without `stop()`, on the same socket, so that the service's pool reconnects. `start` must reject when
 * its signal aborts.
 */
export function supervise(
  first: ServerProcess,
  start: (cancel: AbortSignal) => Promise<ServerProcess>,
  log: (line: string) => void,
): SupervisedServer {
  let server = first
  let restarts = 0
  const listeners: ExitListener[] = []
  const stopping = new AbortController()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const since = performance.now()
      const code = await server.exited
      if (stopping.signal.aborted) return
      log(`PostgreSQL (pid ${server.pid}) exited unexpectedly (${code === null ? 'by a signal' : `exit code ${code}`}), restarting it`)
      for (const listener of listeners) listener(code)
      if (performance.now() - since > soundAfterMs) restarts = 0
      // Its backends notice and follow it; beyond that, `start` itself waits for them.
      await comesWithin(server.gone, leftoversPatienceMs)
      await restart()
    }
  }

  async function restart(): Promise<void> {
    for (;;) {
      try {
        await sleep(restartDelaysMs[restarts] ?? restartDelaysMs.at(-1), undefined, { signal: stopping.signal })
        restarts = Math.min(restarts + 1, restartDelaysMs.length - 1)
        server = await start(stopping.signal)
        log(`PostgreSQL is back (pid ${server.pid})`)
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        log(`PostgreSQL could not be restarted, trying again: ${messageOf(error)}`)
      }
    }
  }

  const watching = watch()
  return {
    get pid() {
      return server.pid
    },
    onExit: (listener) => void listeners.push(listener),
    async stop() {
      stopping.abort()
      await server.stop()
      await watching
      // A restart may have succeeded in the very moment of the stop.
      await server.stop()
    },
  }
}
