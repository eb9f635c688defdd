import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BoardHints, createBoardHints } from '../../src/kernel/board/hints.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('the board that a target was on when last seen', () => {
  let tandem: TestService
  let ada: Person
  let asked: number
  let hints: BoardHints

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())
  beforeEach(() => {
    asked = 0
    const { database } = tandem
    hints = createBoardHints({
      ...database,
      row(statement, values) {
        asked += 1
        return database.row(statement, values)
      },
    })
  })

  async function boardWith(count: number): Promise<{ boardId: string; listId: string; otherListId: string; ids: string[] }> {
    const { body } = await ada.post('/api/boards', { name: 'Hints', template: 'kanban' })
    const [list, other] = (await ada.get(`/api/boards/${body.id}`)).body.lists
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push((await ada.post(`/api/lists/${list.id}/cards`, { title: `Card ${n}` })).body.id)
    return { boardId: body.id, listId: list.id, otherListId: other.id, ids }
  }

  test('is found for a card together with those below it, and for no other', async () => {
    const { boardId, ids } = await boardWith(4)
    const elsewhere = await boardWith(1)
    for (const id of ids.slice(1)) expect(await hints.find('card', id)).toBe(boardId)
    expect(asked).toBe(1)
    expect(await hints.find('card', ids[0] ?? '')).toBe(boardId)
    expect(await hints.find('card', elsewhere.ids[0] ?? '')).toBe(elsewhere.boardId)
    expect(asked).toBe(3)
  })

  test('is found once for a list, and asked for again when it was wrong', async () => {
    const { boardId, listId } = await boardWith(0)
    for (let n = 0; n < 2; n++) expect(await hints.find('list', listId)).toBe(boardId)
    expect(asked).toBe(1)
    hints.forget(listId)
    expect(await hints.find('list', listId)).toBe(boardId)
    expect(asked).toBe(2)
  })

  test('is known of what was created, and of a board without asking', async () => {
    const { boardId, listId } = await boardWith(0)
    hints.learnCreated({ id: listId }, boardId)
    for (const body of [null, {}, { id: 7 }]) hints.learnCreated(body, boardId)
    hints.learnCreated({ id: boardId }, listId)
    expect(await hints.find('list', listId)).toBe(boardId)
    expect(await hints.find('board', boardId)).toBe(boardId)
    expect(asked).toBe(0)
  })

  test('is nothing for what is not there, however often it is asked for', async () => {
    const missing = '00000000-0000-7000-8000-000000000000'
    for (const target of ['card', 'list'] as const) expect(await hints.find(target, missing)).toBeUndefined()
    expect(asked).toBe(2)
    for (const target of ['card', 'list'] as const) expect(await hints.find(target, missing)).toBeUndefined()
    expect(asked).toBe(4)
  })

  test('of a card that has gone to another board is corrected by the next act', async () => {
    const here = await boardWith(2)
    const there = await boardWith(0)
    const [first, second] = here.ids
    await ada.patch(`/api/cards/${first}`, { title: 'Seen here' })
    expect((await ada.patch(`/api/cards/${second}`, { listId: there.listId })).body).toMatchObject({ boardId: there.boardId })
    expect(await ada.patch(`/api/cards/${second}`, { listId: there.otherListId })).toMatchObject({ status: 200 })
    expect((await ada.get(`/api/cards/${second}`)).body.card).toMatchObject({ boardId: there.boardId, listId: there.otherListId })
  })

  describe('and that a card has left', () => {
    let bob: Person
    let here: Awaited<ReturnType<typeof boardWith>>
    let there: Awaited<ReturnType<typeof boardWith>>

    beforeAll(async () => {
      bob = await tandem.register('Bob')
    })
    beforeEach(async () => {
      here = await boardWith(1)
      there = await boardWith(0)
      await ada.post(`/api/boards/${here.boardId}/members`, { actorId: bob.actorId, role: 'viewer' })
      await ada.post(`/api/boards/${there.boardId}/members`, { actorId: bob.actorId, role: 'member' })
    })

    const [cardOf, refused, done] = [() => `/api/cards/${here.ids[0]}`, { status: 403 }, { status: 200 }]

    test('does not decide what may be done with it where it is now', async () => {
      expect(await bob.patch(cardOf(), { title: 'Mine' })).toMatchObject(refused)
      const moving = { listId: there.listId, clientMutationId: randomUUID() }
      expect(await ada.patch(cardOf(), moving)).toMatchObject(done)
      for (let n = 0; n < 2; n++) {
        expect(await bob.patch(cardOf(), { title: 'Mine' })).toMatchObject(done)
        // The first result is repeated, also after acts of others.
        expect((await ada.patch(cardOf(), moving)).body).toMatchObject({ boardId: there.boardId, title: 'Card 0' })
      }
      const minted = await ada.post('/api/tokens', { label: 'Leashed', scopes: ['cards:write', `board:${there.boardId}`] })
      const leashed = tandem.withToken(minted.body.token)
      expect(await leashed.patch(cardOf(), { title: 'Leashed' })).toMatchObject(done)
      expect(await ada.patch(cardOf(), { listId: here.listId })).toMatchObject(done)
      expect(await bob.patch(cardOf(), { title: 'Mine' })).toMatchObject(refused)
      expect(await leashed.patch(cardOf(), { title: 'Leashed' })).toMatchObject(refused)
    })

    test('does not decide what may be done with a copy of it elsewhere', async () => {
      const copying = { listId: there.listId, clientMutationId: randomUUID() }
      const copied = await ada.post(`${cardOf()}/copy`, copying)
      expect(copied).toMatchObject({ status: 201, body: { boardId: there.boardId } })
      for (let n = 0; n < 2; n++) {
        expect(await bob.patch(`/api/cards/${copied.body.id}`, { title: 'Mine' })).toMatchObject(done)
        expect(await bob.patch(cardOf(), { title: 'Mine' })).toMatchObject(refused)
        expect((await ada.post(`${cardOf()}/copy`, copying)).body).toEqual(copied.body)
      }
    })
  })
})
