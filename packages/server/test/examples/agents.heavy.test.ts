import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** The agents of the documentation, as processes of their own, each with the scopes that the documentation names. */
const agents = {
  'webhook-agent': { scopes: ['cards:write', 'sessions:write', 'webhooks:write'], isReady: 'subscribe' },
  'mcp-agent': { scopes: ['boards:read', 'cards:write', 'sessions:write'], isReady: 'connect' },
} as const
type Name = keyof typeof agents
const names = Object.keys(agents) as Name[]

const fileOf = (name: Name) => fileURLToPath(new URL(`../../../../examples/agents/${name}.ts`, import.meta.url))

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

/** A board with a card that has an open item, and an agent on it. */
async function scene(name: Name) {
  const board = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  const { lists } = (await ada.get(`/api/boards/${board.id}`)).body
  const card = (await ada.post(`/api/lists/${lists[0].id}/cards`, { title: 'Draw the cylinder' })).body
  await ada.post(`/api/cards/${card.id}/checklist-items`, { text: 'Bore' })
  const agent = await tandem.agent(ada, 'Rivet', [board.id], [...agents[name].scopes, `board:${board.id}`])
  const delegate = async (): Promise<string> =>
    (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: agent.actorId })).body.session.id
  return { agent, card, lists, delegate }
}

/** Starts it and waits until it is ready for work. */
async function start(name: Name, token: string | null) {
  const env = { PATH: process.env.PATH, TANDEM_URL: tandem.url, TANDEM_TOKEN: token ?? '', AGENT_EVERY_SECONDS: '0.1' }
  const child = spawn(process.execPath, [fileOf(name)], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (out += chunk))
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  await until(() => out.includes(`"did":"${agents[name].isReady}"`))
  return {
    out: () => out,
    async stop(): Promise<number | null> {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}

const session = async (id: string) => (await ada.get(`/api/sessions/${id}`)).body
const reaches = (id: string, state: string) => until(async () => (await session(id)).state === state)

test.each(names)('%s begins a card that was blocked once it is free', { meta: { proves: ['example.agents'] } }, async (name) => {
  const { agent, card, lists, delegate } = await scene(name)
  const blocker = (await ada.post(`/api/lists/${lists[0].id}/cards`, { title: 'Order the steel' })).body
  await ada.put(`/api/cards/${blocker.id}/relations/${card.id}`, { kind: 'blocks' })
  const id = await delegate()
  const running = await start(name, agent.token)
  await ada.patch(`/api/cards/${blocker.id}`, { completedAt: '2026-11-21T09:00:00Z' })
  await reaches(id, 'awaiting_input')
  const kinds = (await ada.get(`/api/sessions/${id}/events`)).body.events.map(({ kind, body }: any) => body.type ?? kind)
  expect(kinds.slice(0, 3)).toEqual(['state_change', 'unblocked', 'state_change'])
  expect(await running.stop()).toBe(0)
})

test.each(names)(
  '%s sees a delegated card with a question through, and leaves in good order',
  { meta: { proves: ['example.agents'] } },
  async (name) => {
    const { agent, card, lists, delegate } = await scene(name)
    const running = await start(name, agent.token)
    const id = await delegate()
    await reaches(id, 'awaiting_input')
    const { question } = await session(id)
    const offered = lists.slice(1).map((list: { name: string }) => list.name)
    expect(question).toMatchObject({ question: `Which list should ${card.key} move to when it is done?`, options: offered })
    await ada.post(`/api/sessions/${id}/answer`, { answer: offered.at(-1) })
    await until(async () => (await ada.get(`/api/cards/${card.id}`)).body.card.listId === lists.at(-1).id)
    await reaches(id, 'done')
    const done = (await ada.get(`/api/cards/${card.id}`)).body.card
    expect(done.checklistItems).toMatchObject([{ text: 'Bore', done: true, doneByActorId: agent.actorId }])

    expect(await running.stop(), running.out()).toBe(0)
    const hooks = await tandem.withToken(agent.token ?? '').get(`/api/actors/${agent.actorId}/webhooks`)
    expect(hooks.body).toEqual(name === 'webhook-agent' ? [] : { error: expect.objectContaining({ code: 'forbidden' }) })
  },
)

test.each(names)('%s takes up what was delegated while it was not there', { meta: { proves: ['example.agents'] } }, async (name) => {
  const { agent, delegate } = await scene(name)
  const id = await delegate()
  await start(name, agent.token)
  await reaches(id, 'awaiting_input')
})

test.each(names)(
  '%s ends its session when a person stops it, or answers what it did not offer',
  { meta: { proves: ['example.agents'] } },
  async (name) => {
    const { agent, delegate } = await scene(name)
    await start(name, agent.token)
    const id = await delegate()
    await reaches(id, 'awaiting_input')
    await ada.post(`/api/sessions/${id}/stop`, {})
    await reaches(id, 'error')
    const { events } = (await ada.get(`/api/sessions/${id}/events`)).body
    expect(events.at(-1)).toMatchObject({ kind: 'state_change', body: { reason: 'I was asked to stop.' } })

    const other = await delegate()
    await reaches(other, 'awaiting_input')
    await ada.post(`/api/sessions/${other}/answer`, { answer: 'Elsewhere' })
    await reaches(other, 'error')
  },
)

test.each(names)('%s is short enough to be read at once', (name) => {
  expect(readFileSync(fileOf(name), 'utf8').split('\n').length).toBeLessThan(150)
})
