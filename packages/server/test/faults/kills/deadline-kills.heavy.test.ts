import { createClient } from '@tandem/client'
import { expect, onTestFinished, test } from 'vitest'
import { brokenInvariants } from '../../../src/administration/invariants.ts'
import { until } from '../../embedded/fixture/until.ts'
import { onDatabase, ownPostgres } from '../rig/postgres.ts'
import { freePort, startTandem } from '../rig/tandem.ts'
import { makeWorld } from '../rig/world.ts'

const kills = Number(process.env.TEST_DEADLINE_KILLS ?? 3)
const questionsPerKill = 4
const patienceMs = 60_000

test(`${kills} SIGKILLs around the deadlines of questions: each default is taken once`, {
  timeout: 120_000 + kills * 30_000,
  meta: { proves: ['session.deadline.once'] },
}, async () => {
  const postgres = await ownPostgres()
  await postgres.start()
  onTestFinished(() => postgres.remove())
  const environment = { ...postgres.environment, PORT: String(await freePort()) }
  let tandem = startTandem(environment)
  await tandem.ready()
  const world = await makeWorld(tandem.url)
  const [agent] = world.agents
  const retry = { attempts: 1_000, firstDelayMs: 20, longestDelayMs: 200 }
  const token = agent?.headers.authorization?.replace('Bearer ', '') ?? ''
  const robo = createClient({ url: tandem.url, token, retry })
  const listId = world.boards[0]?.listIds[0] ?? ''
  const taken = () => onDatabase(postgres.target, (client) => client.query<{ session_id: string }>(answersByDefault))

  const asks = async () => {
    const { id: cardId } = await robo.call('card.create', { listId, title: 'Fix the pump' })
    const { id: sessionId } = await robo.call('session.open', { cardId })
    await robo.call('session.post', {
      sessionId,
      op: 'ask_human',
      question: 'Which pump?',
      options: ['Old', 'New'],
      defaultOption: 'Old',
      expiresInMinutes: (0.2 + Math.random()) / 60,
    })
  }
  for (let kill = 0; kill < kills; kill++) {
    await Promise.all(Array.from({ length: questionsPerKill }, asks))
    const goal = kill * questionsPerKill + Math.floor(Math.random() * questionsPerKill)
    await until('some of the defaults to be taken', async () => (await taken()).rows.length >= goal, patienceMs)
    tandem.kill('SIGKILL')
    await tandem.ended
    tandem = startTandem(environment)
    await tandem.ready()
    await until('every default to be taken', async () => (await taken()).rows.length >= (kill + 1) * questionsPerKill, patienceMs)
  }
  const { rows } = await taken()
  expect([rows.length, new Set(rows.map((row) => row.session_id)).size]).toEqual([kills * questionsPerKill, kills * questionsPerKill])
  await onDatabase(postgres.target, async (client) => {
    const told = await client.query("select 1 from activities where verb = 'agent_session.answered' and payload ->> 'byDefault' = 'true'")
    expect(told.rowCount).toBe(kills * questionsPerKill)
    expect((await client.query("select 1 from sessions where state = 'awaiting_input'")).rowCount).toBe(0)
    expect(await brokenInvariants(client)).toEqual([])
  })
})

const answersByDefault = "select session_id from session_events where kind = 'answer' and body ->> 'byDefault' = 'true'"
