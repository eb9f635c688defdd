import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../embedded/fixture/until.ts'
import { startFaultProxy } from '../kit/servers/fault-proxy.ts'
import { ask, describeOutcome, isAnswer, isUnavailable, succeeded } from './rig/ask.ts'
import { wrongEffects } from './rig/effects.ts'
import { onDatabase, ownPostgres } from './rig/postgres.ts'
import { whileServiceLives } from './rig/rules.ts'
import { freePort, isReady, startTandem } from './rig/tandem.ts'
import { get, makeWorld, post } from './rig/world.ts'
import { startWriters } from './rig/writers.ts'

const poolSize = 6
/** Longer than a request may take. */
const goneMs = 12_000

test('a way to the database that swallows everything: every request ends within 10 s, the service lives, and its pool fills again (F11)', {
  timeout: 600_000,
}, async () => {
  const postgres = await ownPostgres()
  await postgres.start()
  onTestFinished(() => postgres.remove())
  const { host, port, ...target } = postgres.target
  const proxy = await startFaultProxy({ path: `${host}/.s.PGSQL.${port}` })
  onTestFinished(() => proxy.stop())
  const tandem = startTandem({
    ...postgres.environment,
    DATABASE_URL: `postgres://${target.user}@127.0.0.1:${proxy.port}/${target.database}`,
    DATABASE_POOL_SIZE: String(poolSize),
    PORT: String(await freePort()),
  })
  await tandem.ready()
  const world = await makeWorld(tandem.url)
  const { admin, boards } = world
  const writers = startWriters(world, whileServiceLives)
  await writers.more(100)
  const readAtOnce = () => Promise.all(Array.from({ length: 40 }, () => ask(tandem.url, get(admin, `/api/boards/${boards[0]?.id}`))))
  // All connections of the pool, and the one that listens for commits of other instances.
  const isFull = async () => (await readAtOnce()).every(succeeded) && proxy.open() > poolSize
  await until('the pool to be full', isFull)
  const full = proxy.open()

  proxy.set('swallow')
  const requests = [
    get(admin, `/api/boards/${boards[0]?.id}/activity`),
    post(admin, `/api/lists/${boards[0]?.listIds[0]}/cards`, { title: 'lost' }),
    { method: 'GET', path: '/health/ready' },
  ]
  const outcomes = await Promise.all(requests.flatMap((request) => Array.from({ length: 20 }, () => ask(tandem.url, request))))
  expect(outcomes.filter((outcome) => !isUnavailable(outcome)).map(describeOutcome)).toEqual([])
  const live = await ask(tandem.url, { method: 'GET', path: '/health/live' })
  expect(isAnswer(live) && live.status).toBe(200)
  await sleep(goneMs)

  proxy.set('none')
  await until('the service to be ready again', () => isReady(tandem))
  await writers.more(100)
  await until('the pool to be what it was', async () => (await isFull()) && proxy.open() <= full + 1)
  await writers.stop()
  const wrongs = await onDatabase(postgres.target, (client) => wrongEffects(client, world, writers.acts))
  expect([...writers.wrongs, ...wrongs, ...tandem.failures()]).toEqual([])
})
