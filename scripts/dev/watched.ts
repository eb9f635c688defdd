import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program that starts again whenever one of the files that it has imported is saved. */
export type Watched = { ended: Promise<void>; stop(): Promise<void> }

const endWithSupervisor = new URL('end-with-supervisor.ts', import.meta.url).href
/** Keeps what node makes of the TypeScript sources: it halves the time that a restart takes. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))
const patienceMs = 15_000

/**
 * In a process group of its own: Ctrl-C reaches the supervisor alone, which stops everything once and in order. A restart kills the former
 * process, which is as good as any other crash for a service that keeps everything in PostgreSQL, and saves waiting for open sockets.
 */
export function startWatched(program: string, environment: Record<string, string>): Watched {
  const options = ['--watch', '--watch-preserve-output', '--watch-kill-signal=SIGKILL', '--import', endWithSupervisor]
  const child = spawn(process.execPath, [...options, program], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...environment, TANDEM_DEV_SUPERVISOR: String(process.pid) },
  })
  const ended = once(child, 'close').then(() => {})
  return {
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), patienceMs)
      await ended
      clearTimeout(timer)
    },
  }
}
