import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { examine } from '../../src/administration/doctor.ts'
import { openDatabase, sql } from '../../src/db/database.ts'
import { poolingOf } from '../../src/db/servers/pooler.ts'
import { connectClient } from '../../src/db/servers/servers.ts'
import { scratchFolder } from '../embedded/fixture/scratch.ts'
import { wrongEffects, wrongReads } from '../faults/rig/effects.ts'
import { startFollowers } from '../faults/rig/follower.ts'
import {
  folderForServers,
  hasPackagedPostgres,
  newServer,
  type PackagedPostgres,
  whyNoPackagedPostgres,
} from '../faults/rig/packaged-postgres.ts'
import { onDatabase } from '../faults/rig/postgres.ts'
import { whileServiceLives } from '../faults/rig/rules.ts'
import { freePort, startTandem } from '../faults/rig/tandem.ts'
import { makeWorld } from '../faults/rig/world.ts'
import { startWriters } from '../faults/rig/writers.ts'
import { hasPgBouncer, startPgBouncer, whyNoPgBouncer } from '../kit/servers/pgbouncer.ts'

type Front = { server: PackagedPostgres; environment: { DATABASE_URL: string; DATA_DIR: string; INTEGRATION_SECRET_KEY: string } }

async function behindPgBouncer(settings: Record<string, string>): Promise<Front> {
  const folder = await folderForServers()
  const server = await newServer(folder, await freePort())
  await server.start()
  const bouncer = await startPgBouncer(server.target, settings)
  onTestFinished(async () => {
    await bouncer.stop()
    await server.kill()
    await rm(folder, { recursive: true })
  })
  const INTEGRATION_SECRET_KEY = randomBytes(32).toString('base64')
  return {
    server,
    environment: {
      DATABASE_URL: `${bouncer.url}?target_session_attrs=read-write`,
      DATA_DIR: await scratchFolder(),
      INTEGRATION_SECRET_KEY,
    },
  }
}

async function told(environment: Front['environment']) {
  const findings = await Array.fromAsync(examine(environment))
  return findings.filter(({ check }) => check === 'pooler')
}

test('behind a pooler in transaction mode the start ends at once, and says what to do; so does the doctor', async ({ skip }) => {
  skip(!hasPgBouncer, whyNoPgBouncer)
  skip(!hasPackagedPostgres, whyNoPackagedPostgres)
  for (const ignore_startup_parameters of ['', 'options']) {
    const { environment, server } = await behindPgBouncer({ pool_mode: 'transaction', ignore_startup_parameters })
    const tandem = startTandem({ ...environment, PORT: String(await freePort()) })
    expect((await tandem.ended).code).toBe(1)
    expect(tandem.output()).toContain('set pool_mode = session in the pooler')
    await onDatabase(server.target, async (client) => {
      expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
    })
    expect(await told(environment)).toMatchObject([{ state: 'fail', todo: expect.stringContaining('set pool_mode = session') }])
  }
})

test('behind a pooler in session mode the service works, with the settings of its connections', async ({ skip }) => {
  skip(!hasPgBouncer, whyNoPgBouncer)
  skip(!hasPackagedPostgres, whyNoPackagedPostgres)
  const { environment, server } = await behindPgBouncer({ pool_mode: 'session', default_pool_size: '40' })
  expect(await told(environment)).toMatchObject([{ state: 'ok' }])
  const start = async () => startTandem({ ...environment, DATABASE_POOL_SIZE: '6', PORT: String(await freePort()) })
  const tandems = [await start(), await start()]
  for (const tandem of tandems) await tandem.ready()
  const urls = tandems.map(({ url }) => url)
  const world = { ...(await makeWorld(urls[0] ?? '')), urls }
  const followers = startFollowers(world)
  const writers = startWriters(world, whileServiceLives)
  await writers.more(100)
  await writers.stop()
  const wrongs = await onDatabase(server.target, async (client) => {
    return [...(await wrongEffects(client, world, writers.acts)), ...(await wrongReads(client, world, followers))]
  })
  expect([...writers.wrongs, ...wrongs, ...tandems.flatMap((tandem) => tandem.failures())]).toEqual([])

  const target = { connectionString: environment.DATABASE_URL }
  const client = await connectClient(target, {})
  const pooling = await poolingOf(client, target)
  await client.end()
  const database = openDatabase(target, { poolSize: 1, pooling, onError: () => {} })
  const settings = sql<{ timeout: string; plans: string }>(
    `select current_setting('statement_timeout') as timeout, current_setting('plan_cache_mode') as plans`,
  )
  expect(await database.row(settings)).toEqual({ timeout: '5s', plans: 'force_generic_plan' })
  await database.close()
})
