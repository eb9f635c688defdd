import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { examine } from '../../src/administration/doctor.ts'
import { announced } from '../../src/shared-stores.ts'
import { scratchFolder } from '../embedded/fixture/scratch.ts'
import { until } from '../embedded/fixture/until.ts'
import { ask, isAnswer } from '../faults/rig/ask.ts'
import { freePort, startTandem, type Tandem } from '../faults/rig/tandem.ts'
import { freshDatabase, urlOf } from '../kit/database.ts'
import { hasRedis, testRedis, whyNoRedis } from '../kit/servers/redis.ts'

async function common(): Promise<Record<string, string>> {
  const { address, drop } = await freshDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: urlOf(address), DATABASE_POOL_SIZE: '4', INTEGRATION_SECRET_KEY: randomBytes(32).toString('hex') }
}

async function start(environment: Record<string, string>): Promise<Tandem> {
  const tandem = startTandem({ ...environment, PORT: String(await freePort()) })
  await tandem.ready()
  return tandem
}

async function readiness({ url }: Tandem): Promise<{ status: number; says: string }> {
  const outcome = await ask(url, { method: 'GET', path: '/health/ready' })
  return isAnswer(outcome) ? { status: outcome.status, says: outcome.body?.error?.message ?? '' } : { status: 0, says: outcome.why }
}

const unready = (tandem: Tandem) =>
  until('readiness to tell it', async () => {
    const { status, says } = await readiness(tandem)
    return status === 503 && says
  })

async function doctor(environment: Record<string, string>): Promise<{ state: string; says: string }[]> {
  const found = []
  for await (const { check, state, says } of examine(environment)) if (check === 'stores') found.push({ state, says })
  return found
}

describe('instances on one database', () => {
  test('with folders of their own: the younger one is unready and says why, the older one serves on; so does doctor (F130)', {
    meta: { proves: ['ops.instances.unshared-stores'] },
  }, async () => {
    const database = await common()
    const [one, other] = [await scratchFolder(), await scratchFolder()]
    const older = await start({ ...database, DATA_DIR: one })
    expect(await doctor({ ...database, DATA_DIR: one })).toMatchObject([{ state: 'ok' }])
    const younger = await start({ ...database, DATA_DIR: other })
    expect(await unready(younger)).toMatch(/attached files.*DATA_DIR/)
    expect((await readiness(older)).status).toBe(200)
    expect(await doctor({ ...database, DATA_DIR: other })).toMatchObject([
      { state: 'fail', says: expect.stringContaining('attached files') },
    ])

    older.kill('SIGKILL')
    await older.ended
    await until('the one that is left to be ready', async () => (await readiness(younger)).status === 200)
  })

  test('with one folder: both are ready, however often they look', async () => {
    const environment: Record<string, string> = { ...(await common()), DATA_DIR: await scratchFolder() }
    const tandems = [await start(environment), await start(environment)]
    const statuses = new Set<number>()
    const said = new Set<string>()
    const client = new pg.Client(environment.DATABASE_URL ?? '')
    await client.connect()
    onTestFinished(() => client.end())
    await until('each to have looked four times', async () => {
      for (const tandem of tandems) statuses.add((await readiness(tandem)).status)
      for (const { name } of (await client.query<{ name: string }>(announced)).rows) said.add(name)
      return said.size >= 8
    })
    expect([...statuses]).toEqual([200])
  })

  test('of which one has another Redis, or none: it says so (F130)', async ({ skip }) => {
    skip(!hasRedis, whyNoRedis)
    const environment: Record<string, string> = { ...(await common()), DATA_DIR: await scratchFolder() }
    const [one, other] = [await testRedis(), await testRedis()]
    for (const redis of [one, other]) {
      await redis.start()
      onTestFinished(() => redis.remove())
    }
    const older = await start({ ...environment, REDIS_URL: one.url })
    for (const more of [{ REDIS_URL: other.url }, {}] as Record<string, string>[]) {
      const younger = await start({ ...environment, ...more })
      expect(await unready(younger)).toMatch(/Redis.*REDIS_URL/)
      expect(await doctor({ ...environment, ...more })).toMatchObject([{ state: 'fail', says: expect.stringContaining('Redis') }])
      younger.kill('SIGTERM')
      await younger.ended
    }
    expect((await readiness(older)).status).toBe(200)
  })
})
