import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@tandem/client'
import { afterEach, expect, test } from 'vitest'
import { scratchFolder } from '../../../packages/server/test/embedded/fixture/scratch.ts'
import { until as soon } from '../../../packages/server/test/embedded/fixture/until.ts'
import { freePort } from '../../../packages/server/test/faults/rig/tandem.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const watchedFile = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url))
const token = 'a token for the metrics'.replaceAll(' ', '-')

/** A start compiles and seeds: more than a minute on a machine that does much else. */
const until: typeof soon = (what, probe) => soon(what, probe, 280_000)

let started: ChildProcess[] = []
afterEach(async () => {
  const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  started = []
  for (const child of running) {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
})

/** As `npm run dev` runs it, below no shell. */
function develop(dataDir: string, port: number, ...options: string[]) {
  const { CI: _, ...environment } = process.env
  const child = spawn(process.execPath, ['scripts/run.cjs', 'scripts/dev/main.ts', ...options], {
    cwd: root,
    env: { ...environment, DATA_DIR: dataDir, PORT: String(port), METRICS_TOKEN: token, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const shows = (pattern: RegExp) =>
    until(`${pattern} of npm run dev`, () => {
      if (child.exitCode !== null && !pattern.test(text)) throw new Error(`npm run dev ended without ${pattern}:\n${text}`)
      return pattern.test(text)
    })
  return { child, ended, shows, text: () => text }
}

const postgresPid = async (dataDir: string) => Number((await readFile(`${dataDir}/postgres-18/postmaster.pid`, 'utf8')).split('\n')[0])

/** When the process that serves began; null while none does. */
async function beganAt(url: string): Promise<string | null> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } }).catch(() => null)
  return /^process_start_time_seconds (\S+)$/m.exec((await answer?.text()) ?? '')?.[1] ?? null
}

test('one address serves pages and service; a saved file restarts the service and not PostgreSQL; Ctrl-C ends all of it', async () => {
  const dataDir = `${await scratchFolder()}/data`
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dev = develop(dataDir, port, '--demo')
  await dev.shows(/Sign in at \S+ as ada@example\.com/)

  expect(await (await fetch(`${url}/boards/somewhere`, { headers: { accept: 'text/html' } })).text()).toContain('/@vite/client')
  expect((await fetch(`${url}/src/main.tsx`)).headers.get('content-type')).toContain('javascript')
  expect((await fetch(`${url}/mcp`, { method: 'POST' })).status).toBe(401)
  const elsewhere = await fetch(`http://localhost:${port}/x?y=1`, { headers: { accept: 'text/html' }, redirect: 'manual' })
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, `${url}/x?y=1`])
  const cookie = await signIn(url, url)
  expect(await signIn(url, 'http://attacker.example').catch(String)).toContain('403')
  const ada = createClient({ url, cookie })
  expect((await ada.call('board.list')).length).toBeGreaterThan(2)
  await expectLiveSocket(url, (await ada.call('socket.ticket', {})).ticket ?? '')

  const [began, database] = [await until('the service', () => beganAt(url)), await postgresPid(dataDir)]
  const now = new Date()
  await utimes(watchedFile, now, now)
  await until('another process to serve', async () => {
    const at = await beganAt(url)
    return at !== null && at !== began
  })
  expect((await ada.call('board.list')).length).toBeGreaterThan(2)
  expect(await postgresPid(dataDir)).toBe(database)

  const ofSamePort = develop(dataDir, port)
  expect([await ofSamePort.ended, ofSamePort.text()]).toEqual([1, expect.stringMatching(/port \d+ .+ another npm run dev/)])
  const ofSameData = develop(dataDir, await freePort())
  expect([await ofSameData.ended, ofSameData.text()]).toEqual([
    1,
    expect.stringContaining(`is in use by another PostgreSQL server (pid ${database})`),
  ])

  dev.child.kill('SIGINT')
  expect(await dev.ended, dev.text()).toBe(0)
  expect(await processesOf(dev.child.pid)).toEqual([])
  expect(() => process.kill(database, 0)).toThrow('ESRCH')
})

test('without --demo the data is empty, and an option that there is not is refused', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dev = develop(`${await scratchFolder()}/data`, port)
  await dev.shows(new RegExp(`Open ${url} .*--demo`))
  await expect(signIn(url, url)).rejects.toThrow('401')
  const mistyped = develop(`${await scratchFolder()}/data`, await freePort(), '--dmo')
  expect([await mistyped.ended, mistyped.text()]).toEqual([1, expect.stringContaining("Unknown option '--dmo'")])
})

test('when it is killed, nothing of it goes on', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has /proc, in which the test looks for processes')
  const dataDir = `${await scratchFolder()}/data`
  const dev = develop(dataDir, await freePort())
  await dev.shows(/Open http/)
  const database = await postgresPid(dataDir)
  expect((await processesOf(dev.child.pid)).length).toBeGreaterThan(3)
  dev.child.kill('SIGKILL')
  await until('its programs to end', async () => (await processesOf(dev.child.pid)).length === 0)
  await until('PostgreSQL to end', () => {
    try {
      return !process.kill(database, 0)
    } catch {
      return true
    }
  })
})

/** The cookie, given to a page of `origin`. */
async function signIn(url: string, origin: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  })
  if (!answer.ok) throw new Error(`signing in was answered with ${answer.status}`)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function expectLiveSocket(url: string, ticket: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?ticket=${encodeURIComponent(ticket)}`)
  await once(socket as unknown as EventTarget, 'open')
  socket.close()
}

/** All descendants of the `npm run dev` process with this pid. */
async function processesOf(pid: number | undefined): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const environments = await Promise.all(pids.map((one) => readFile(`/proc/${one}/environ`, 'utf8').catch(() => '')))
  return pids.filter((_, at) => environments[at]?.split('\0').includes(`TANDEM_DEV_SUPERVISOR=${pid}`)).map(Number)
}
