import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('labels', () => {
  let tandem: TestService
  let ada: Person
  let boardId: string
  let listId: string

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    listId = (await tree()).lists[0].id
  })

  const tree = async () => (await ada.get(`/api/boards/${boardId}`)).body
  const newest = async (limit: number) =>
    (await ada.get(`/api/boards/${boardId}/activity?limit=${limit}`)).body.map((one: { verb: string }) => one.verb).toReversed()
  const addLabel = async (name: string, color = 'red') => (await ada.post(`/api/boards/${boardId}/labels`, { name, color })).body.id
  const addCard = async (more: object = {}) => (await ada.post(`/api/lists/${listId}/cards`, { title: 'Pump', ...more })).body

  test('are made, changed and listed; the tree carries them', async () => {
    const { status, body } = await ada.post(`/api/boards/${boardId}/labels`, { name: 'Bug', color: '#b91c1c' })
    expect([status, body]).toEqual([201, { id: body.id, boardId, name: 'Bug', color: '#b91c1c', createdAt: body.createdAt }])
    expect((await ada.patch(`/api/labels/${body.id}`, { name: 'Defect' })).body).toEqual({ ...body, name: 'Defect' })
    expect((await ada.get(`/api/boards/${boardId}/labels`)).body).toEqual([{ ...body, name: 'Defect' }])
    expect((await tree()).labels).toEqual([{ id: body.id, name: 'Defect', color: '#b91c1c' }])
    const [changed] = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body
    expect(changed).toMatchObject({ verb: 'label.updated', payload: { labelId: body.id, name: 'Defect', previous: { name: 'Bug' } } })
  })

  test('of one name there is one, in any case, also when two callers make it at once', async () => {
    const id = await addLabel('Bug')
    const again = await ada.post(`/api/boards/${boardId}/labels`, { name: 'bug', color: 'blue' })
    expect([again.status, again.body.error]).toEqual([
      409,
      {
        code: 'conflict',
        message: 'This board already has a label "bug". Use that one, or choose another name.',
        reason: 'labelTaken',
        params: { name: 'bug' },
        details: { labelId: id },
      },
    ])
    const other = await addLabel('Other')
    expect((await ada.patch(`/api/labels/${other}`, { name: 'BUG' })).status).toBe(409)
    const raced = await Promise.all(
      Array.from({ length: 5 }, () => ada.post(`/api/boards/${boardId}/labels`, { name: 'New', color: 'red' })),
    )
    expect(raced.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409, 409])
  })

  test('go on cards and off them, each time with an activity and a version; twice does nothing more', async () => {
    const [bug, card] = [await addLabel('Bug'), await addCard()]
    const put = () => ada.put(`/api/cards/${card.id}/labels/${bug}`)
    expect([(await put()).status, (await put()).status]).toEqual([204, 204])
    expect((await ada.get(`/api/cards/${card.id}`)).body.card).toMatchObject({ labelIds: [bug], version: 2 })
    expect((await tree()).lists[0].cards[0].labelIds).toEqual([bug])
    const off = () => ada.delete(`/api/cards/${card.id}/labels/${bug}`)
    expect([(await off()).status, (await off()).status]).toEqual([204, 204])
    expect((await ada.get(`/api/cards/${card.id}`)).body.card).toMatchObject({ labelIds: [], version: 3 })
    expect(await newest(2)).toEqual(['card.labeled', 'card.unlabeled'])
  })

  test('come with a new card, and a patch sets them all, in its place among what the patch does', async () => {
    const [a, b] = [await addLabel('a'), await addLabel('b')]
    const card = await addCard({ labelIds: [b, a, b], assigneeActorIds: [ada.actorId] })
    expect(card.labelIds).toEqual([a, b].toSorted())
    expect(await newest(4)).toEqual(['card.created', 'card.labeled', 'card.labeled', 'card.assigned'])
    const { body } = await ada.patch(`/api/cards/${card.id}`, { title: 'Valve', priority: 'high', labelIds: [b], assigneeActorIds: [] })
    expect(body).toMatchObject({ labelIds: [b], version: 2 })
    expect(await newest(4)).toEqual(['card.updated', 'card.priority_changed', 'card.unlabeled', 'card.unassigned'])
  })

  test('of another board are refused everywhere, and nothing is applied', async () => {
    const foreign = await addLabel('Foreign')
    boardId = (await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
    listId = (await tree()).lists[0].id
    const card = await addCard()
    const { seq } = await tree()
    expect((await ada.put(`/api/cards/${card.id}/labels/${foreign}`)).status).toBe(404)
    expect((await ada.patch(`/api/cards/${card.id}`, { title: 'x', labelIds: [foreign] })).status).toBe(400)
    expect((await ada.post(`/api/lists/${listId}/cards`, { title: 'x', labelIds: [foreign] })).status).toBe(400)
    expect((await tree()).seq).toBe(seq)
  })

  test('that are deleted come off every card', async () => {
    const bug = await addLabel('Bug')
    await addCard({ labelIds: [bug] })
    expect((await ada.delete(`/api/labels/${bug}`)).status).toBe(204)
    expect((await tree()).lists[0].cards[0].labelIds).toEqual([])
    expect(await newest(1)).toEqual(['label.removed'])
    expect((await ada.patch(`/api/labels/${bug}`, { name: 'x' })).status).toBe(404)
  })
})
