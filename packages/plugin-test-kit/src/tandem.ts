import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { callerAt, type Person } from './caller.ts'
import { freePort } from './installed.ts'

/** A Tandem that plugins are installed on, for a test. */
export type Tandem<Who extends Person = Person> = {
  url: string
  /** A new account, signed in. The first may administer the instance. */
  register(name: string): Promise<Who>
  stop(): Promise<void>
}

const noLimits = { RATE_LIMIT_AUTH: '0', RATE_LIMIT_AUTH_FAILURES: '0', RATE_LIMIT_TOKEN: '0', RATE_LIMIT_SESSION: '0' }
const readyWithinMs = 120_000

/**
 * Starts the real service with a database of its own, as a process, on loopback; `stop` removes all of it. It takes some seconds. Throws
 * with the output of the service if it does not start.
 */
export async function startTandem(environment: Record<string, string> = {}): Promise<Tandem> {
  const [port, dataDir] = [await freePort(), await mkdtemp(join(tmpdir(), 'tandem-for-plugin-'))]
  const own = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', PATH: process.env.PATH, ...noLimits }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program()], { env: { ...own, ...environment }, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  for (let waitedMs = 0; !(await isReady(url)); waitedMs += 50) {
    if (child.exitCode === null && waitedMs < readyWithinMs) await wait(50)
    else {
      await stop()
      throw new Error(`Tandem did not start: ${output}`)
    }
  }
  return { url, register: (name) => register(url, name), stop }
}

/** The package may hold sources or what was built of them. */
function program(): string {
  const require = createRequire(import.meta.url)
  const start = require.resolve('@tandem/server/start')
  // A killed test cannot stop its processes, so they end when its pipe closes.
  return `process.stdin.resume().on('end', () => process.kill(process.pid, 'SIGTERM'))
    const { startService } = await import(${JSON.stringify(start)})
    await startService(process.env)`
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  )
}

let registered = 0

async function register(url: string, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${++registered}@example.com`
  const answer = await callerAt(url).post('/api/auth/register', { email, password: 'correct horse battery', name })
  if (answer.status !== 201) throw new Error(`${name} was not registered: ${JSON.stringify(answer.body)}`)
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return { ...callerAt(url, { cookie: cookies.join('; ') }), actorId: answer.body.id }
}
