import { expect, test } from 'vitest'
import { processesIn } from '../embedded/fixture/processes.ts'
import { initialisedDataDir, pgdataOf } from '../embedded/fixture/scratch.ts'
import { until } from '../embedded/fixture/until.ts'
import { ask, describeOutcome, isAnswer, isUnavailable, succeeded } from './rig/ask.ts'
import { freePort, isReady, startTandem } from './rig/tandem.ts'
import { get, makeWorld, post } from './rig/world.ts'

test('a database that takes everything and answers nothing: every request ends within 10 s, the service lives and recovers (F11)', {
  timeout: 120_000,
}, async () => {
  const dataDir = await initialisedDataDir()
  const tandem = startTandem({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  await tandem.ready()
  const { admin, boards } = await makeWorld(tandem.url)
  const [board] = boards
  const frozen = await processesIn(pgdataOf(dataDir))
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')

  const write = () => ask(tandem.url, post(admin, `/api/lists/${board?.listIds[0]}/cards`, { title: 'patient' }))
  const read = () => ask(tandem.url, get(admin, `/api/boards/${board?.id}/activity`))
  const privateAct = () => ask(tandem.url, post(admin, '/api/tokens', { label: 'patient', scopes: ['boards:read'] }))
  const outcomes = await Promise.all([read, write, privateAct].flatMap((request) => Array.from({ length: 40 }, request)))
  expect(outcomes.filter((outcome) => !isUnavailable(outcome)).map(describeOutcome)).toEqual([])
  const [live, ready] = await Promise.all(['live', 'ready'].map((which) => ask(tandem.url, { method: 'GET', path: `/health/${which}` })))
  expect([live, ready].map((outcome) => outcome && isAnswer(outcome) && outcome.status)).toEqual([200, 503])

  for (const pid of frozen) process.kill(pid, 'SIGCONT')
  await until('the service to be ready again', () => isReady(tandem), 10_000)
  await until('writes to be taken again', async () => succeeded(await write()), 10_000)
})
