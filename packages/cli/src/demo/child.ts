import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A process of the demo. */
export type Child = {
  pid: number
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>
  /** The last lines of its output. */
  lastWords(): string
  /** Sends SIGTERM, and SIGKILL after a timeout. */
  end(): Promise<void>
}

const patienceMs = 15_000
const keptLines = 12

/**
 * Starts a TypeScript file with `env` and only the most necessary variables. In a process group of its own, so that Ctrl-C reaches only
 * this process, which ends its children in order.
 */
export function startChild(file: URL, options: { env: Record<string, string>; preload?: URL; onLine?: (line: string) => void }): Child {
  const child = fork(file, [], {
    detached: true,
    execArgv: options.preload ? ['--import', options.preload.href] : [],
    env: { ...inherited(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const words: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      words.splice(0, words.push(line) - keptLines)
      options.onLine?.(line)
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { pid: child.pid ?? 0, ended, lastWords: () => words.join('\n'), end: () => end(child, ended) }
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'XDG_CACHE_HOME', 'SystemRoot', 'APPDATA', 'LOCALAPPDATA']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(timer)
}
