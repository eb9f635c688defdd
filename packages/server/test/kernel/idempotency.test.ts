import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('clientMutationId', () => {
  let tandem: TestService
  let ada: Person
  let boardId: string
  let listId: string

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  })
  afterAll(() => tandem?.stop())

  const activities = async (): Promise<number> => (await ada.get(`/api/boards/${boardId}`)).body.seq
  const create = (person: Person, title: string, clientMutationId: string): Promise<Answer> =>
    person.post(`/api/lists/${listId}/cards`, { title, clientMutationId })

  test('sent twice: the first status, id and body again, one card, one activity (F01)', async () => {
    const before = await activities()
    const first = await create(ada, 'once', 'm-1')
    const second = await create(ada, 'once', 'm-1')
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await activities()).toBe(before + 1)
  })

  test('50 at once: one effect, and every answer is the original (F02)', async () => {
    const before = await activities()
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(ada, 'together', 'm-2')))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1)
    expect(await activities()).toBe(before + 1)
  })

  test('with another body: the original result, nothing applied, and a header that says so (F03)', async () => {
    const first = await create(ada, 'original', 'm-3')
    const before = await activities()
    const second = await create(ada, 'changed', 'm-3')
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-mismatch')).toBe('body')
    expect(await activities()).toBe(before)
  })

  test('with a body that would be refused: the original result all the same; a fresh id, or none, is refused', async () => {
    const first = await create(ada, 'as it was', 'm-3b')
    const again = await create(ada, '', 'm-3b')
    expect([again.status, again.body, again.headers.get('idempotency-mismatch')]).toEqual([201, first.body, 'body'])
    const before = await activities()
    for (const id of ['m-3c', undefined]) {
      const refused = await ada.post(`/api/lists/${listId}/cards`, { title: '', clientMutationId: id })
      expect([refused.status, refused.body.error.code]).toEqual([400, 'validation'])
    }
    const agent = await ada.post('/api/agents', { name: 'Scout', clientMutationId: 'm-3d' })
    const agentAgain = await ada.post('/api/agents', { name: 7, clientMutationId: 'm-3d' })
    expect([agentAgain.status, agentAgain.body]).toEqual([201, agent.body])
    expect((await ada.post('/api/agents', { name: 7, clientMutationId: 'm-3e' })).status).toBe(400)
    expect(await activities()).toBe(before)
  })

  test('on another operation or target: 409, nothing applied (F04)', async () => {
    const { body: card } = await create(ada, 'target', 'm-4')
    const before = await activities()
    const otherOperation = await ada.patch(`/api/cards/${card.id}`, { title: 'no', clientMutationId: 'm-4' })
    const otherList = (await ada.get(`/api/boards/${boardId}`)).body.lists[1].id
    const otherTarget = await ada.post(`/api/lists/${otherList}/cards`, { title: 'no', clientMutationId: 'm-4' })
    const privateAct = await ada.post('/api/boards', { name: 'no', clientMutationId: 'm-4' })
    for (const refused of [otherOperation, otherTarget, privateAct])
      expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
    expect(await activities()).toBe(before)
  })

  test('two actors may use the same id (F05)', async () => {
    const bob = await tandem.register('Bob')
    expect((await ada.post(`/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'member' })).status).toBe(201)
    const [one, two] = await Promise.all([create(ada, 'hers', 'm-5'), create(bob, 'his', 'm-5')])
    expect([one.body.title, two.body.title]).toEqual(['hers', 'his'])
  })

  test('a refused mutation leaves no record: the corrected retry is applied once (F07)', async () => {
    const before = await activities()
    const refused = await ada.post(`/api/lists/${listId}/cards`, { title: 'placed', beforeId: boardId, clientMutationId: 'm-7' })
    expect([refused.status, await activities()]).toEqual([400, before])
    const applied = await create(ada, 'placed', 'm-7')
    expect([applied.status, applied.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect((await create(ada, 'placed', 'm-7')).body).toEqual(applied.body)
    expect(await activities()).toBe(before + 1)
  })

  test('who has lost access gets the refusal, not the old result', async () => {
    const carl = await tandem.register('Carl')
    await ada.post(`/api/boards/${boardId}/members`, { actorId: carl.actorId, role: 'member' })
    expect((await create(carl, 'mine', 'm-8')).status).toBe(201)
    await ada.patch(`/api/boards/${boardId}/members/${carl.actorId}`, { role: 'viewer' })
    expect((await create(carl, 'mine', 'm-8')).status).toBe(403)
    await ada.delete(`/api/boards/${boardId}/members/${carl.actorId}`)
    expect((await create(carl, 'mine', 'm-8')).status).toBe(404)
  })

  test('a board that was made and an invitation that was used are told again only to members', async () => {
    const [dan, eve] = [await tandem.register('Dan'), await tandem.register('Eve')]
    const make = () => dan.post('/api/boards', { name: 'Secret plan', clientMutationId: 'm-11' })
    const made = await make()
    expect((await make()).body).toEqual(made.body)
    const board = `/api/boards/${made.body.id}/members`
    const invited = await dan.post(board, { email: 'nobody@example.com', role: 'admin' })
    const path = `/api/invitations/${invited.body.inviteUrl.split('/invite/')[1]}/accept`
    const join = () => eve.post(path, { clientMutationId: 'm-12' })
    const joined = await join()
    expect((await join()).body).toEqual(joined.body)
    expect((await eve.delete(`${board}/${dan.actorId}`)).status).toBe(204)
    const gone = await make()
    expect([gone.status, gone.text]).toEqual([404, expect.not.stringContaining('Secret')])
    await eve.post(board, { actorId: dan.actorId, role: 'admin' })
    expect((await dan.delete(`${board}/${eve.actorId}`)).status).toBe(204)
    expect((await join()).status).toBe(404)
    expect((await make()).body).toEqual(made.body)
    expect((await eve.post('/api/boards', { name: 'no', clientMutationId: 'm-12' })).status).toBe(409)
  })

  test('as a query parameter and as the header Idempotency-Key', async () => {
    const list = `/api/lists/${listId}/cards`
    const first = await ada.post(list, { title: 'by header' }, { 'idempotency-key': 'm-9' })
    const second = await ada.post(`${list}?clientMutationId=m-9`, { title: 'by header' })
    expect(second.body).toEqual(first.body)
  })

  test.each(['', 'x'.repeat(129)])('must have 1 to 128 characters (%#)', async (clientMutationId) => {
    expect((await ada.post(`/api/lists/${listId}/cards`, { title: 'no', clientMutationId })).status).toBe(400)
  })

  test('a secret is shown once: a replay has null in its place', async () => {
    const request = { label: 'once', scopes: ['boards:read'], clientMutationId: 'm-10' }
    const first = await ada.post('/api/tokens', request)
    const second = await ada.post('/api/tokens', request)
    expect(first.body.token).toMatch(/^kbt_/)
    expect(second.body).toEqual({ ...first.body, token: null })
  })
})
