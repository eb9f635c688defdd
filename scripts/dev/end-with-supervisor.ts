import { flushCompileCache } from 'node:module'

/** Preloaded into what `npm run dev` starts: nothing of it stays behind when the supervisor or the watcher is killed. */
const supervisor = Number(process.env.TANDEM_DEV_SUPERVISOR)
const watcher = process.ppid
const checkEveryMs = 500
const flushAfterMs = 5_000

setInterval(() => {
  if (process.ppid === watcher && isAlive(supervisor)) return
  if (process.ppid === watcher) process.kill(watcher, 'SIGTERM')
  process.kill(process.pid, 'SIGTERM')
}, checkEveryMs).unref()

// A restart kills the process, which would write the cache at its end.
setTimeout(flushCompileCache, flushAfterMs).unref()

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
