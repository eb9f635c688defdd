import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('archiving a list', () => {
  let tandem: TestService
  let ada: Person
  let boardId: string
  let lists: string[]
  let cards: string[]

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    lists = (await ada.get(`/api/boards/${boardId}`)).body.lists.map((list: { id: string }) => list.id)
    cards = []
    for (const title of ['a', 'b', 'c']) cards.push((await ada.post(`/api/lists/${lists[0]}/cards`, { title })).body.id)
  })

  const archive = (archived: boolean) => ada.patch(`/api/lists/${lists[0]}`, { archived })
  const archivedCards = async () => (await ada.get(`/api/boards/${boardId}/archive`)).body.map((card: { id: string }) => card.id).toSorted()
  const newest = async (limit: number) =>
    (await ada.get(`/api/boards/${boardId}/activity?limit=${limit}`)).body
      .map((one: { verb: string; cardId: string | null }) => [one.verb, one.cardId])
      .toReversed()

  test('takes its cards along, each with an activity, and brings back those that went with it, in their order', async () => {
    await ada.patch(`/api/cards/${cards[1]}`, { archived: true })
    await archive(true)
    expect(await newest(3)).toEqual([
      ['list.archived', null],
      ['card.archived', cards[0]],
      ['card.archived', cards[2]],
    ])
    expect(await archivedCards()).toEqual(cards.toSorted())
    await archive(false)
    expect(await newest(3)).toEqual([
      ['list.unarchived', null],
      ['card.unarchived', cards[0]],
      ['card.unarchived', cards[2]],
    ])
    expect(await archivedCards()).toEqual([cards[1]])
    const tree = (await ada.get(`/api/boards/${boardId}`)).body
    expect(tree.lists[0].cards.map((card: { id: string }) => card.id)).toEqual([cards[0], cards[2]])
  })

  test('keeps a card from coming back alone, unless to another list', async () => {
    await archive(true)
    const alone = await ada.patch(`/api/cards/${cards[0]}`, { archived: false })
    expect([alone.status, alone.body.error.code]).toEqual([409, 'conflict'])
    expect((await ada.patch(`/api/cards/${cards[0]}`, { archived: false, listId: lists[1] })).body).toMatchObject({ archivedAt: null })
    await archive(false)
    expect(await archivedCards()).toEqual([])
  })

  test('leaves alone what was put there while it was archived with another list, or on another board', async () => {
    await archive(true)
    const other = (await ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
    const [there] = (await ada.get(`/api/boards/${other}`)).body.lists.map((list: { id: string }) => list.id)
    for (const [cardId, listId] of [
      [cards[0], lists[1]],
      [cards[2], there],
    ])
      expect((await ada.patch(`/api/cards/${cardId}`, { listId })).body.archivedAt).not.toBeNull()
    for (const listId of [lists[1], there]) for (const archived of [true, false]) await ada.patch(`/api/lists/${listId}`, { archived })
    await archive(false)
    expect(await archivedCards()).toEqual([cards[0]])
    expect((await ada.get(`/api/boards/${other}/archive`)).body).toMatchObject([{ id: cards[2] }])
  })

  test('frees the cards that its cards block, and blocks them again', async () => {
    const other = (await ada.post(`/api/lists/${lists[1]}/cards`, { title: 'other' })).body.id
    await ada.put(`/api/cards/${cards[0]}/relations/${other}`, { kind: 'blocks' })
    const isBlocked = async () => (await ada.get(`/api/cards/${other}`)).body.card.blocked
    expect(await isBlocked()).toBe(true)
    await archive(true)
    expect([await isBlocked(), (await newest(1))[0]]).toEqual([false, ['card.unblocked', other]])
    await archive(false)
    expect([await isBlocked(), (await newest(1))[0]]).toEqual([true, ['card.blocked', other]])
  })
})
