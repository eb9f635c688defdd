import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { readConfig } from '../../../packages/server/src/config.ts'
import { scratchFolder } from '../../../packages/server/test/embedded/fixture/scratch.ts'
import { ask, succeeded } from '../../../packages/server/test/faults/rig/ask.ts'
import { onDatabase } from '../../../packages/server/test/faults/rig/postgres.ts'
import { freePort, startTandem, type Tandem } from '../../../packages/server/test/faults/rig/tandem.ts'
import { freshDatabase, type ServerAddress } from '../../../packages/server/test/kit/database.ts'
import { until } from '../../src/hooks.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { makeBoard, startWorld } from '../../src/world.ts'

const mainScript = fileURLToPath(new URL('../../../packages/server/src/main.ts', import.meta.url))
const key = () => randomBytes(32)

async function refusalOf(tandem: Tandem): Promise<string> {
  expect(await tandem.ended).toEqual({ code: 1, signal: null })
  return tandem.output()
}

async function register({ url }: Tandem): Promise<string> {
  const body = { email: `${randomBytes(4).toString('hex')}@example.com`, name: 'Ada', password: 'correct horse battery' }
  const answer = await ask(url, { method: 'POST', path: '/api/auth/register', body })
  if (!succeeded(answer)) throw new Error(`registering: ${JSON.stringify(answer)}`)
  return answer.body.id
}

function urlOf(address: ServerAddress): string {
  if ('connectionString' in address) return address.connectionString
  const { host, port, user, database } = address
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** The environment of a service on an external database, which is dropped after the test. */
async function onOwnDatabase(): Promise<{ environment: Record<string, string>; address: ServerAddress }> {
  const fresh = await freshDatabase()
  onTestFinished(fresh.drop)
  return { address: fresh.address, environment: { DATABASE_URL: urlOf(fresh.address), PORT: String(await freePort()) } }
}

const hears = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, host)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

scenario(
  'wrong values stop the start with one line for each, and --help names every variable',
  ['config.start.validated', 'config.start.help'],
  async () => {
    const bad = { PORT: 'eighty', SESSION_STALE_MINUTES: '-1', RATE_LIMIT_TOKEN: 'fast', PUBLIC_URL: 'ftp://x', LOG_LEVEL: 'loud' }
    const said = await refusalOf(startTandem({ DATA_DIR: join(await scratchFolder(), 'data'), ...bad }))
    expect(
      said
        .match(/^ {2}[A-Z0-9_]+(?=: )/gm)
        ?.map((name) => name.trim())
        .toSorted(),
    ).toEqual(Object.keys(bad).toSorted())
    const help = startTandem({}, { args: ['--help'] })
    expect(await help.ended).toEqual({ code: 0, signal: null })
    const named = [...help.output().matchAll(/^ {2}([A-Z0-9_]+) +\S/gm)].map(([, name]) => name)
    const described = ['HOST', 'PORT', 'DATABASE_URL', 'DATA_DIR', 'PUBLIC_URL', 'INTEGRATION_SECRET_KEY', 'TRUST_PROXY', 'LOG_LEVEL']
    described.push('SESSION_STALE_MINUTES', 'SESSION_TIMEOUT_HOURS', 'WEBHOOK_MAX_PER_BOARD', 'SMTP_URL', 'REGISTRATION')
    described.push('RATE_LIMIT_TOKEN', 'RATE_LIMIT_SESSION', 'RATE_LIMIT_AUTH', 'OUTBOUND_ALLOW_PRIVATE', 'OUTBOUND_ALLOWED')
    expect(named).toEqual(expect.arrayContaining(described))
    expect(named.toSorted()).toEqual(Object.keys(readConfig({})).toSorted())
  },
)

scenario(
  'without settings it keeps its data in ./data and wants port 3000 of this machine alone',
  ['config.default.host', 'config.default.port', 'config.default.data-dir'],
  async () => {
    // The port is in use now, by us or by another process.
    const occupant = createServer().on('error', () => {})
    occupant.listen(3000, '127.0.0.1')
    onTestFinished(() => void occupant.close())
    const cwd = await scratchFolder()
    const child = spawn(process.execPath, [mainScript], { cwd, env: { PATH: process.env.PATH, LOG_LEVEL: 'warn' } })
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    const [code] = await once(child, 'close')
    expect([code, said]).toEqual([1, expect.stringContaining('port 3000 on 127.0.0.1 is in use')])
    expect(await readdir(cwd)).toEqual(['data'])
    const { environment } = await onOwnDatabase()
    const tandem = startTandem({ ...environment, INTEGRATION_SECRET_KEY: key().toString('hex') })
    await tandem.ready()
    const port = Number(environment.PORT)
    expect([await hears('127.0.0.1', port), await hears('127.0.0.2', port)]).toEqual([true, false])
  },
)

scenario(
  'with DATABASE_URL it runs on that database, and needs a key of 32 bytes in base64 or hex',
  ['config.database.url', 'config.secret-key.required', 'config.secret-key.formats'],
  async () => {
    const { environment, address } = await onOwnDatabase()
    const folder = await scratchFolder()
    const start = (more: Record<string, string>) => startTandem({ ...environment, DATA_DIR: join(folder, 'data'), ...more })
    expect(await refusalOf(start({}))).toMatch(/INTEGRATION_SECRET_KEY is required/)
    for (const short of [randomBytes(31).toString('base64'), randomBytes(16).toString('hex'), randomBytes(33).toString('hex'), 'secret'])
      expect(await refusalOf(start({ INTEGRATION_SECRET_KEY: short }))).toMatch(/INTEGRATION_SECRET_KEY must be 32 bytes/)
    for (const encoding of ['base64', 'hex'] as const) {
      const tandem = start({ INTEGRATION_SECRET_KEY: key().toString(encoding) })
      await tandem.ready()
      const id = await register(tandem)
      const { rows } = await onDatabase(address, (client) => client.query('select id from actors where id = $1', [id]))
      expect(rows).toHaveLength(1)
      tandem.kill('SIGTERM')
      await tandem.ended
    }
    // `store-id` is how instances notice that they do not share their files.
    expect(await readdir(folder, { recursive: true })).toEqual(['data', 'data/files', 'data/files/store-id'])
  },
)

scenario('LOG_LEVEL decides what is logged', ['config.log-level.honoured'], async () => {
  const { environment } = await onOwnDatabase()
  for (const [LOG_LEVEL, isSaid] of [
    ['info', true],
    ['error', false],
  ] as const) {
    const tandem = startTandem({ ...environment, LOG_LEVEL, INTEGRATION_SECRET_KEY: key().toString('hex') })
    await tandem.ready()
    tandem.kill('SIGTERM')
    await tandem.ended
    expect([LOG_LEVEL, tandem.output().includes('Tandem is ready at')]).toEqual([LOG_LEVEL, isSaid])
  }
})

scenario(
  'a session is stale after 30 minutes and fails after 24 hours, unless fractions of them say otherwise',
  ['config.sessions.stale-default', 'config.sessions.timeout-default', 'config.sessions.fractions'],
  async () => {
    const lives = [
      [{}, 30 * 60_000, 24 * 3_600_000],
      [{ SESSION_STALE_MINUTES: '0.5', SESSION_TIMEOUT_HOURS: '0.05' }, 30_000, 180_000],
    ] as const
    for (const [environment, staleMs, timeoutMs] of lives) {
      const world = await startWorld(environment)
      onTestFinished(() => world.tandem.stop())
      const { id: cardId } = await (await makeBoard(world)).card()
      const { id: sessionId } = await allowed(world.robo, 'session.open', { cardId })
      await allowed(world.robo, 'session.post', { sessionId, op: 'update', state: 'working' })
      const read = () => allowed(world.ada, 'session.get', { sessionId })
      // The test itself takes time, which the clock counts: hence the margin.
      const marginMs = 10_000
      world.tandem.clock.advance(staleMs - marginMs)
      expect((await read()).stale).toBe(false)
      world.tandem.clock.advance(marginMs)
      expect((await read()).stale).toBe(true)
      world.tandem.clock.advance(timeoutMs - staleMs - marginMs)
      expect((await read()).state).toBe('working')
      await until(async () => {
        world.tandem.clock.advance(marginMs)
        return (await read()).state === 'error'
      })
      expect(await read()).toMatchObject({ failureReason: 'timeout' })
    }
  },
)
