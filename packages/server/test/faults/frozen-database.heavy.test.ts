import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { processesIn } from '../embedded/fixture/processes.ts'
import { initialisedDataDir, pgdataOf, signalIfAlive } from '../embedded/fixture/scratch.ts'
import { until } from '../embedded/fixture/until.ts'
import { ask, describeOutcome, isAnswer, isUnavailable } from './rig/ask.ts'
import { wrongEffects } from './rig/effects.ts'
import { startOneShots } from './rig/one-shots.ts'
import { onDatabaseOf } from './rig/postgres.ts'
import { whileServiceLives } from './rig/rules.ts'
import { freePort, isReady, startTandem } from './rig/tandem.ts'
import { get, makeWorld, post } from './rig/world.ts'
import { startWriters } from './rig/writers.ts'

/** Longer than a request may take. */
const frozenMs = 15_000
let frozen: number[] = []

function thaw(): void {
  for (const pid of frozen) signalIfAlive(pid, 'SIGCONT')
  frozen = []
}
afterEach(thaw)

test('a database that takes everything and answers nothing: every request ends within 10 s, the service lives and recovers (F11)', {
  timeout: 600_000,
}, async () => {
  const dataDir = await initialisedDataDir()
  const tandem = startTandem({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  await tandem.ready()
  const world = await makeWorld(tandem.url)
  const { admin, boards } = world
  const writers = startWriters(world, whileServiceLives)
  const oneShots = startOneShots(world, whileServiceLives)
  await writers.more(100)
  frozen = await processesIn(pgdataOf(dataDir))
  for (const pid of frozen) signalIfAlive(pid, 'SIGSTOP')

  const requests = [
    get(admin, `/api/boards/${boards[0]?.id}/activity`),
    post(admin, `/api/lists/${boards[0]?.listIds[0]}/cards`, { title: 'once-frozen' }),
    post(admin, '/api/tokens', { label: 'patient', scopes: ['boards:read'] }),
    { method: 'GET', path: '/health/ready' },
  ]
  const outcomes = await Promise.all(requests.flatMap((request) => Array.from({ length: 20 }, () => ask(tandem.url, request))))
  expect(outcomes.filter((outcome) => !isUnavailable(outcome)).map(describeOutcome)).toEqual([])
  const live = await ask(tandem.url, { method: 'GET', path: '/health/live' })
  expect(isAnswer(live) && live.status).toBe(200)
  await sleep(frozenMs)

  thaw()
  await until('the service to be ready again', () => isReady(tandem))
  await writers.more(20)
  await writers.stop()
  const wrongs = await onDatabaseOf(dataDir, async (client) => [
    ...(await oneShots.stop(client)),
    ...(await wrongEffects(client, world, writers.acts)),
  ])
  expect([...writers.wrongs, ...wrongs, ...tandem.failures()]).toEqual([])
})
