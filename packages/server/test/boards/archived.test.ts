import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { install } from '../integrations/plugin.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { connect } from '../mcp/client.ts'

let tandem: TestService
let ada: Person
let mia: Person
let robo: Person
let board: { id: string; lists: string[] }
let open: { id: string; lists: string[] }
const archived = { status: 409, body: { error: { code: 'conflict', message: expect.stringMatching(/This board is archived/) } } }

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  mia = await tandem.register('Mia')
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  board = await makeBoard()
  open = await makeBoard()
  robo = await tandem.agent(ada, 'Robo', [board.id])
})

async function makeBoard() {
  const { id } = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body
  await ada.post(`/api/boards/${id}/members`, { actorId: mia.actorId, role: 'member' })
  return { id, lists: (await ada.get(`/api/boards/${id}`)).body.lists.map((list: { id: string }) => list.id) as string[] }
}
const addCard = async (on: { lists: string[] }, title = 'Pump') => (await ada.post(`/api/lists/${on.lists[0]}/cards`, { title })).body
const archive = (value = true) => ada.patch(`/api/boards/${board.id}`, { archived: value })
const seq = async () => (await ada.get(`/api/boards/${board.id}`)).body.seq

test('takes no card, over REST, MCP or by an integration, and none that moves or is copied there; a copy may be taken out (F121)', async () => {
  const [inside, outside] = [await addCard(board), await addCard(open)]
  const plugin = await install(tandem, ada, board.id)
  await archive()
  const before = await seq()
  expect(await ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'x' })).toMatchObject(archived)
  expect(await plugin.post(`/api/lists/${board.lists[0]}/cards`, { title: 'x' })).toMatchObject(archived)
  expect(await ada.patch(`/api/cards/${outside.id}`, { listId: board.lists[0] })).toMatchObject(archived)
  expect(await ada.patch(`/api/cards/${inside.id}`, { listId: open.lists[0] })).toMatchObject(archived)
  expect(await ada.post(`/api/cards/${outside.id}/copy`, { listId: board.lists[0] })).toMatchObject(archived)
  expect(await ada.post(`/api/cards/${inside.id}/copy`, {})).toMatchObject(archived)
  expect(await ada.put(`/api/cards/${outside.id}/relations/${inside.id}`, { kind: 'blocks' })).toMatchObject(archived)
  const mcp = await connect(tandem.url, robo.token ?? '')
  expect(await mcp.refused('card_write', 'create', { listId: board.lists[0], title: 'x' })).toMatchObject({ code: 'conflict' })
  await mcp.close()
  expect(await seq()).toBe(before)
  expect((await ada.post(`/api/cards/${inside.id}/copy`, { listId: open.lists[0] })).status).toBe(201)
  expect((await ada.get(`/api/boards/${board.id}/export`)).status).toBe(200)
  expect((await ada.post(`/api/boards/${board.id}/copy`, {})).status).toBe(201)
  expect(await brokenIn(tandem.database)).toEqual([])
})

test('a session that is open goes on to its end, and none is opened', async () => {
  const [card, other] = [await addCard(board), await addCard(board)]
  const { session } = (await ada.post(`/api/cards/${card.id}/delegation`, { agentActorId: robo.actorId })).body
  await archive()
  const post = (event: object) => robo.post(`/api/sessions/${session.id}/events`, event)
  expect((await post({ op: 'ask_human', question: 'Which?' })).status).toBeLessThan(300)
  expect((await mia.post(`/api/sessions/${session.id}/answer`, { answer: 'This' })).status).toBeLessThan(300)
  expect((await mia.post(`/api/sessions/${session.id}/stop`, {})).status).toBeLessThan(300)
  expect((await post({ op: 'complete', summary: 'Done' })).status).toBeLessThan(300)
  expect(await robo.post(`/api/cards/${other.id}/sessions`)).toMatchObject(archived)
  expect(await ada.post(`/api/cards/${other.id}/delegation`, { agentActorId: robo.actorId })).toMatchObject(archived)
})

test('can be left, and is brought back, also with a change; only an admin finds it so', async () => {
  await archive()
  expect(await ada.patch(`/api/boards/${board.id}`, { name: 'New' })).toMatchObject(archived)
  expect((await ada.patch(`/api/boards/${board.id}`, { archived: true })).status).toBe(200)
  expect((await mia.patch(`/api/boards/${board.id}`, { archived: false })).status).toBe(403)
  expect((await mia.delete(`/api/boards/${board.id}/members/${mia.actorId}`)).status).toBe(204)
  const eve = await tandem.register('Eve')
  expect((await eve.post(`/api/lists/${board.lists[0]}/cards`, { title: 'x' })).status).toBe(404)
  expect((await ada.patch(`/api/boards/${board.id}`, { archived: false, name: 'New' })).body).toMatchObject({
    name: 'New',
    archivedAt: null,
  })
  expect((await ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'x' })).status).toBe(201)
})

test('of writers that share a transaction with its archiving none comes after it (F121)', async () => {
  for (let round = 0; round < 5; round++) {
    const adding = Array.from({ length: 12 }, (_, at) => (at === 6 ? archive() : addCard(board)))
    await Promise.all(adding)
    const log = (await ada.get(`/api/boards/${board.id}/activity?limit=1`)).body
    expect(log[0].verb).toBe('board.archived')
    await archive(false)
  }
})

test('what was done before is answered again from the ledger', async () => {
  const create = () => ada.post(`/api/lists/${board.lists[0]}/cards`, { title: 'x', clientMutationId: 'one' })
  const made = await create()
  await archive()
  expect(await create()).toMatchObject({ status: 201, body: { id: made.body.id } })
})
