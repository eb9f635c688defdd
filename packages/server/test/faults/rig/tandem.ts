import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
// Its clean-up runs after this one: services stop before their folders are removed.
import '../../embedded/fixture/scratch.ts'
import { until } from '../../embedded/fixture/until.ts'
import { ask, isAnswer } from './ask.ts'

const mainScript = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))
const keptOutput = 20_000

/** `npm start` as a process. */
export type Tandem = {
  pid: number
  url: string
  /** Its output so far (the last 20,000 characters). */
  output(): string
  /** The unexpected failures that it has logged. */
  failures(): string[]
  hasEnded(): boolean
  /** Its exit code, or the signal that ended it. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  kill(signal: NodeJS.Signals): void
  /** Resolves when /health/ready answers 200; throws when it ended instead. */
  ready(): Promise<void>
}

const started: ChildProcess[] = []

type How = {
  uid?: number
  gid?: number
  args?: string[]
  /** The limit for `ulimit -n`. */
  openFiles?: number
  /** The main script of another version. */
  main?: string
}

/** Starts the service with only the given environment, without ours. It is killed after the test if it is still running. */
export function startTandem(environment: Record<string, string>, how: How = {}): Tandem {
  const { args = [], openFiles, main = mainScript, ...account } = how
  const command = [process.execPath, main, ...args]
  const limited = openFiles === undefined ? command : ['/bin/sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh', ...command]
  const child = spawn(limited[0] ?? '', limited.slice(1), {
    ...account,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: process.env.HOME ?? '/', ...quiet, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let words = ''
  const failures: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      words = `${words}${line}\n`.slice(-keptOutput)
      if (line.startsWith('{"level":50')) failures.push(line)
    })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const url = `http://127.0.0.1:${environment.PORT ?? 3000}`
  const tandem: Tandem = {
    pid: child.pid ?? 0,
    url,
    hasEnded,
    output: () => words,
    failures: () => failures.slice(0, 3),
    // Not 'exit', which may come before the last of the output.
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal })),
    kill: (signal) => void child.kill(signal),
    async ready() {
      await until('the service to be ready', () => isReady(tandem)).catch((error: Error) => {
        throw new Error(`${error.message}; it said:\n${words}`)
      })
    },
  }
  return tandem
}

export async function isReady(tandem: Tandem): Promise<boolean> {
  if (tandem.hasEnded()) throw new Error('the service has ended')
  const outcome = await ask(tandem.url, { method: 'GET', path: '/health/ready' })
  return isAnswer(outcome) && outcome.status === 200
}

const quiet = { RATE_LIMIT_TOKEN: '0', RATE_LIMIT_SESSION: '0', RATE_LIMIT_AUTH: '0', LOG_LEVEL: 'warn' }

/**
 * Below the ephemeral ports (Linux: from 32768 on): the system could assign one of those to another test between this and the start of the
 * service, or while the service is down.
 */
const ports = { lowest: 20_000, count: 12_000 }

/** A port that was free a moment ago; the service keeps it over its restarts. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(ports.lowest + Math.floor(Math.random() * ports.count), '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return freePort()
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export async function endStarted(): Promise<void> {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
