import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { createMachine, type Machine } from './fixture/tandem.ts'

let tandem: TestService
let machine: Machine
let ada: Person
let robo: Person
let boardId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' })).body.id
  robo = await tandem.agent(ada, 'Robo', [boardId])
  const { token } = (await ada.post('/api/tokens', { label: 'cli', scopes: ['admin', 'sessions:write', 'tokens:write'] })).body
  machine = await createMachine({ TANDEM_URL: tandem.url, TANDEM_TOKEN: token })
})
afterAll(async () => {
  await machine?.remove()
  await tandem?.stop()
})

const outline = async () => (await ada.get(`/api/boards/${boardId}/outline`)).body

test('board queue opens a list to agents, and ends that', { meta: { proves: ['cli.board.queue'] } }, async () => {
  const queue = async () => (await outline()).lists[0].queue
  const { name } = (await outline()).lists[0]
  expect((await machine.run(['board', 'queue', 'ENG', name])).stdout).toContain('a queue for any agent of the board')
  expect(await queue()).toEqual({ agentActorIds: [] })
  expect((await machine.run(['board', 'show', 'ENG'])).stdout).toContain(', queue)')
  expect((await machine.run(['board', 'queue', 'ENG', name, '--agents', robo.handle])).code).toBe(0)
  expect(await queue()).toEqual({ agentActorIds: [robo.actorId] })
  expect((await machine.run(['board', 'queue', 'ENG', name, '--agents', robo.handle, '--off'])).code).toBe(2)
  expect((await machine.run(['board', 'queue', 'ENG', name, '--off'])).stdout).toContain('no longer a queue')
  expect(await queue()).toBeNull()
})

test('caps are set and taken away', { meta: { proves: ['cli.board.cap', 'cli.agent.cap'] } }, async () => {
  const maxSessions = async () => (await ada.get('/api/agents')).body.find(({ id }: { id: string }) => id === robo.actorId).maxSessions
  expect((await machine.run(['board', 'cap', 'ENG', '5'])).stdout).toContain('at most 5 sessions at once')
  expect((await outline()).maxAgentSessions).toBe(5)
  expect((await machine.run(['board', 'cap', 'ENG', 'none'])).stdout).toContain('any number')
  expect((await outline()).maxAgentSessions).toBeNull()
  expect((await machine.run(['agent', 'cap', robo.handle, '2'])).code).toBe(0)
  expect(await maxSessions()).toBe(2)
  for (const count of ['0', 'many', '-1']) expect((await machine.run(['agent', 'cap', robo.handle, count])).code).toBe(2)
  expect((await machine.run(['agent', 'cap', robo.handle, 'none'])).code).toBe(0)
  expect(await maxSessions()).toBeNull()
})

test('board limit sets how many cards a list may hold, and whom it refuses', { meta: { proves: ['cli.board.limit'] } }, async () => {
  const list = async () => (await outline()).lists[1]
  const { name } = await list()
  expect((await machine.run(['board', 'limit', 'ENG', name, '3'])).stdout).toContain('3 cards, extra cards are marked')
  expect(await list()).toMatchObject({ wipLimit: 3, wipPolicy: 'warn' })
  expect((await machine.run(['board', 'limit', 'ENG', name, '2', '--policy', 'agents'])).stdout).toContain('agents cannot add more')
  expect(await list()).toMatchObject({ wipLimit: 2, wipPolicy: 'agents' })
  for (const args of [['0'], ['2', '--policy', 'nobody']])
    expect((await machine.run(['board', 'limit', 'ENG', name, ...args])).code).toBe(2)
  expect((await machine.run(['board', 'limit', 'ENG', name, 'none'])).stdout).toContain('no limit')
  expect(await list()).toMatchObject({ wipLimit: null, wipPolicy: 'agents' })
})

test('session show names the lease', { meta: { proves: ['cli.session.show'] } }, async () => {
  const listId = (await outline()).lists[0].id
  const { key, id } = (await ada.post(`/api/lists/${listId}/cards`, { title: 'Leased' })).body
  const { session } = (await ada.post(`/api/cards/${id}/delegation`, { agentActorId: robo.actorId })).body
  const shown = async () => (await machine.run(['session', 'show', key])).stdout
  expect(await shown()).not.toContain('generation')
  const claimed = (await robo.post('/api/work/claim', { boardId })).body
  expect(claimed.session.id).toBe(session.id)
  expect(await shown()).toContain(`generation 1, until ${claimed.lease.expiresAt}`)
  await robo.post(`/api/sessions/${session.id}/events`, { op: 'ask_human', question: 'Which?', generation: 1 })
  expect(await shown()).toMatch(/generation 1$/m)
})

test('work claim takes the next card, or the session that is named', { meta: { proves: ['cli.work.claim'] } }, async () => {
  const { lists } = await outline()
  const agentOnly = { TANDEM_TOKEN: robo.token ?? '' }
  const claim = (...args: string[]) => machine.run(['work', 'claim', ...args], { environment: agentOnly })
  const delegated = async (title: string) => {
    const { key, id } = (await ada.post(`/api/lists/${lists[1].id}/cards`, { title })).body
    const { session } = (await ada.post(`/api/cards/${id}/delegation`, { agentActorId: robo.actorId })).body
    return { key: key as string, cardId: id as string, sessionId: session.id as string }
  }
  const empty = await claim('--board', 'ENG', '--list', lists[1].name)
  expect([empty.code, empty.stdout]).toEqual([1, expect.stringContaining('Nothing is ready')])
  expect((await claim('--list', lists[1].name)).code).toBe(2)

  const [first, second] = [await delegated('First'), await delegated('Second')]
  await ada.post(`/api/cards/${second.cardId}/comments`, { body: 'Mind the gap' })
  const named = await claim('--session', second.key, '--lease', '60')
  expect([named.code, named.stdout]).toEqual([0, expect.stringContaining(`${second.key}  Second`)])
  expect(named.stdout).toContain(`session ${second.sessionId}, generation 1, until `)
  expect(named.stdout).toContain('Mind the gap')
  const late = await claim('--session', second.key)
  expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('working')])
  // Another agent came to the card later.
  const other = await tandem.agent(ada, 'Other', [boardId])
  expect((await other.post(`/api/cards/${first.cardId}/sessions`, {})).status).toBe(201)
  const own = await claim('--session', first.key)
  expect([own.code, own.stdout]).toEqual([0, expect.stringContaining(`session ${first.sessionId}, generation 1`)])
  const third = await delegated('Third')
  const { card } = JSON.parse((await claim('--board', 'ENG', '--json')).stdout)
  expect(card.key).toBe(third.key)
})
