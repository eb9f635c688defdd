import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { open } from '../kit/socket.ts'

describe('favourites', () => {
  let tandem: TestService
  let ada: Person
  let bob: Person
  let count = 0
  const board = async (name: string, by = ada) => (await by.post('/api/boards', { name })).body.id as string
  const viewOn = async (boardId: string, shared: boolean, by = ada) =>
    (await by.post(`/api/boards/${boardId}/views`, { name: 'Pressing', query: {}, shared })).body.id as string
  const set = (itemId: string, more: object = {}, by = ada) => by.put(`/api/me/favourites/${itemId}`, more)
  const listed = async (by = ada) => (await by.get('/api/me/favourites')).body.map((each: any) => each.itemId)

  const listen = (at: TestService, by: Person) => open(at.url, { cookie: by.cookie ?? '' })

  beforeAll(async () => {
    tandem = await startTestService()
  })
  afterAll(() => tandem?.stop())
  beforeEach(async () => {
    ada = await tandem.register(`Ada ${++count}`)
    bob = await tandem.register(`Bob ${count}`)
  })

  test('boards and views stand in the order of the person, whom alone they concern', {
    meta: { proves: ['favourite.list.own', 'favourite.set.order', 'favourite.clear.gone'] },
  }, async () => {
    const [one, two, three] = [await board('One'), await board('Two'), await board('Three')]
    const view = await viewOn(two, true)
    for (const id of [one, two, three, view]) expect((await set(id)).status).toBe(200)
    expect(await listed()).toEqual([one, two, three, view])
    expect((await ada.get('/api/me/favourites')).body.at(-1)).toEqual({
      itemId: view,
      kind: 'view',
      name: 'Pressing',
      boardId: two,
      boardName: 'Two',
      keyPrefix: expect.any(String),
      archivedAt: null,
    })
    expect((await set(view, { below: one })).body.map((each: any) => each.itemId)).toEqual([one, view, two, three])
    await set(three, { below: null })
    expect(await listed()).toEqual([three, one, view, two])
    // Once more changes nothing.
    await set(one)
    await set(one, { below: one })
    expect(await listed()).toEqual([three, one, view, two])
    for (const _ of ['there', 'gone']) expect((await ada.delete(`/api/me/favourites/${one}`)).status).toBe(204)
    expect(await listed()).toEqual([three, view, two])
    expect(await listed(bob)).toEqual([])
    const refused = await set(two, { below: one })
    expect([refused.status, refused.text.includes('is not one of your favorites')]).toEqual([400, true])
    expect(await listed()).toEqual([three, view, two])
  })

  test('what cannot be read is no favourite, and what is lost leaves the list', {
    meta: { proves: ['favourite.set.visible'] },
  }, async () => {
    const shared = await board('Shared')
    const hidden = await board('Hidden')
    await ada.post(`/api/boards/${shared}/members`, { actorId: bob.actorId, role: 'viewer' })
    const [open, mine] = [await viewOn(shared, true), await viewOn(shared, false)]
    for (const id of [hidden, mine, '00000000-0000-7000-8000-000000000000']) expect((await set(id, {}, bob)).status).toBe(404)
    for (const id of [shared, open]) expect((await set(id, {}, bob)).status).toBe(200)
    await ada.patch(`/api/views/${open}`, { shared: false })
    expect(await listed(bob)).toEqual([shared])
    await ada.patch(`/api/views/${open}`, { shared: true })
    expect(await listed(bob)).toEqual([shared, open])
    await ada.delete(`/api/views/${open}`)
    expect(await listed(bob)).toEqual([shared])
    await ada.patch(`/api/boards/${shared}`, { archived: true })
    expect((await bob.get('/api/me/favourites')).body).toMatchObject([{ itemId: shared, archivedAt: expect.any(String) }])
    await ada.patch(`/api/boards/${shared}`, { archived: false })
    await bob.delete(`/api/boards/${shared}/members/${bob.actorId}`)
    expect(await listed(bob)).toEqual([])
    // A member who comes back starts without the favourite.
    await ada.post(`/api/boards/${shared}/members`, { actorId: bob.actorId, role: 'viewer' })
    expect(await listed(bob)).toEqual([])
  })

  test('a board that is deleted is nobody’s favourite', async () => {
    const gone = await board('Gone')
    await set(gone)
    await ada.patch(`/api/boards/${gone}`, { archived: true })
    await ada.delete(`/api/boards/${gone}`, { name: 'Gone' })
    expect(await listed()).toEqual([])
  })

  test('fifty are held; those that are lost make room', { meta: { proves: ['favourite.limit'] } }, async () => {
    const [home, last] = [await board('Home'), await board('Last')]
    const views = await Promise.all(Array.from({ length: 50 }, () => viewOn(home, false)))
    for (const id of views) await set(id)
    const refused = await set(last)
    expect([refused.status, refused.body.error.reason]).toEqual([409, 'favouritesFull'])
    // Moving is no addition.
    expect((await set(views[49] ?? '', { below: null })).status).toBe(200)
    await ada.delete(`/api/views/${views[0]}`)
    expect((await set(last)).status).toBe(200)
    expect((await listed()).length).toBe(50)
  })

  test('of many that are set at once none is lost', async () => {
    const boards = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => board(name)))
    await Promise.all(boards.map((id) => set(id)))
    expect((await listed()).toSorted()).toEqual(boards.toSorted())
  })

  test('every browser of the person is told, on each instance, and nobody else', { meta: { proves: ['favourite.live'] } }, async () => {
    const other = await startTestService({ address: tandem.address, clock: tandem.clock })
    const sockets = [await listen(tandem, ada), await listen(other, ada), await listen(tandem, bob)] as const
    const id = await board('Live')
    await set(id)
    const told = (at: number) => sockets[at]?.frames.filter((frame) => frame.type === 'changed') ?? []
    for (const at of [0, 1]) await until(() => told(at).length === 1)
    await ada.delete(`/api/me/favourites/${id}`)
    for (const at of [0, 1]) await until(() => told(at).length === 2)
    expect(told(0)[0]).toEqual({ type: 'changed', what: 'favourites' })
    await sockets[2].settled()
    expect(told(2)).toEqual([])
    for (const socket of sockets) socket.close()
    await other.stop()
  })
})
