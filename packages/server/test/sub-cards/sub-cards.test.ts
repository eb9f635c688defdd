import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

let team: Team
let parent: string
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team?.stop())
beforeEach(async () => {
  parent = await team.newCard()
})
afterEach(() => team.ada.patch(`/api/boards/${team.boardId}`, { completeParents: false }))

const add = (body: object, by = team.bob, to = parent) => by.post(`/api/cards/${to}/children`, body)
const split = async (titles: string[], to = parent): Promise<string[]> =>
  created(await add({ titles }, team.bob, to)).children.map(({ id }: any) => id)
const card = async (id: string) => (await team.ada.get(`/api/cards/${id}`)).body.card
const childrenOf = async (id = parent, by = team.eve) => (await by.get(`/api/cards/${id}/children`)).body
const progress = async (id = parent) => {
  const { lists } = (await team.eve.get(`/api/boards/${team.boardId}`)).body
  const inTree = lists.flatMap((list: any) => list.cards).find((one: any) => one.id === id)
  const { progress } = await card(id)
  if (inTree) expect(inTree.progress).toEqual(progress)
  return [progress.done, progress.total]
}
const set = (id: string, body: object, by = team.bob) => by.patch(`/api/cards/${id}`, body)
const done = { completedAt: '2026-11-01T10:00:00.000Z' }
/** A board of Ada's alone, with a card on it. */
async function elsewhere() {
  const { id: boardId } = created(await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' }))
  const [list] = (await team.ada.get(`/api/boards/${boardId}`)).body.lists
  const { id } = created(await team.ada.post(`/api/lists/${list.id}/cards`, { title: 'Guest' }))
  return { boardId, listId: list.id, id }
}

describe('sub-cards', () => {
  test('are made one by one or several at once', { meta: { proves: ['children.add'] } }, async () => {
    const { lists } = (await team.ada.get(`/api/boards/${team.boardId}`)).body
    const before = (await team.log(parent)).length
    const one = created(await add({ title: 'One', priority: 'high', listId: lists[1].id, assigneeActorIds: [team.bob.actorId] }))
    expect(one).toMatchObject({ title: 'One', priority: 'high', listId: lists[1].id, assigneeActorIds: [team.bob.actorId], version: 1 })
    const two = created(await add({ titles: ['Two', 'Three'] })).children
    expect(two).toMatchObject([
      { title: 'Two', listId: team.listId, number: one.number + 1 },
      { title: 'Three', listId: team.listId, number: one.number + 2 },
    ])
    expect(two[0].rank < two[1].rank).toBe(true)
    expect((await team.log(parent)).slice(before)).toMatchObject(
      [one, ...two].map(({ id }) => ({ verb: 'card.related', payload: { otherCardId: id, kind: 'parent' } })),
    )
    expect((await team.log(one.id)).map(({ verb }) => verb)).toEqual(['card.created', 'card.assigned'])
    expect(await progress()).toEqual([0, 3])
  })

  test('are refused as a whole', { meta: { proves: ['children.add', 'children.who'] } }, async () => {
    for (const body of [
      {},
      { title: 'x', titles: ['y'] },
      { titles: [] },
      { titles: Array.from({ length: 51 }, String) },
      { titles: ['x', ' '] },
    ])
      expect((await add(body)).status).toBe(400)
    const other = await elsewhere()
    expect((await add({ titles: ['x'], listId: other.listId }, team.ada)).status).toBe(400)
    expect((await add({ titles: ['x'] }, team.eve)).status).toBe(403)
    expect((await add({ titles: ['x'] }, team.stranger)).status).toBe(404)
    expect((await team.stranger.get(`/api/cards/${parent}/children`)).status).toBe(404)
    expect(await childrenOf()).toEqual([])
    for (let batch = 0; batch < 4; batch++) await split(Array.from({ length: 50 }, String))
    const full = await add({ title: 'One more' })
    expect([full.status, full.body.error.details.fieldReasons.title[0].reason]).toEqual([400, 'relationsFull'])
    expect(await progress()).toEqual([0, 200])

    const list = created(await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Narrow' })).id
    await team.ada.patch(`/api/lists/${list}`, { wipLimit: 2, wipPolicy: 'all' })
    const three = await add({ titles: ['A', 'B', 'C'], listId: list }, team.bob, await team.newCard())
    expect([three.status, three.body.error.reason]).toEqual([409, 'listFull'])
    expect((await add({ titles: ['A', 'B'], listId: list }, team.bob, await team.newCard())).status).toBe(201)

    parent = await team.newCard()
    const clientMutationId = crypto.randomUUID()
    const first = await add({ titles: ['Once'], clientMutationId })
    expect((await add({ titles: ['Once'], clientMutationId })).body).toEqual(first.body)
    expect(await progress()).toEqual([0, 1])
  })

  test('are listed in the order in which they came, as far as one sees them', { meta: { proves: ['children.list'] } }, async () => {
    const [b, a] = await split(['B', 'A'])
    const guest = await elsewhere()
    await team.ada.put(`/api/cards/${parent}/relations/${guest.id}`, { kind: 'parent' })
    const [c] = await split(['C'])
    expect((await childrenOf()).map(({ id }: any) => id)).toEqual([b, a, c])
    expect(await childrenOf(parent, team.ada)).toMatchObject([
      { id: b, boardId: team.boardId, title: 'B', progress: { done: 0, total: 0 } },
      { id: a },
      { id: guest.id, boardId: guest.boardId },
      { id: c },
    ])
    expect(await progress()).toEqual([0, 4])
  })
})

describe('progress', () => {
  test('follows what is done with the sub-cards', { meta: { proves: ['children.progress'] } }, async () => {
    const [a = '', b = ''] = await split(['A', 'B'])
    const told = async () => (await team.log(parent)).filter(({ verb }) => verb === 'card.updated').map(({ payload }) => payload.progress)
    await set(a, done)
    expect(await progress()).toEqual([1, 2])
    expect((await team.log(parent)).at(-1)).toMatchObject({
      verb: 'card.updated',
      actorId: team.bob.actorId,
      payload: { progress: { done: 1, total: 2 }, previous: { progress: { done: 0, total: 2 } } },
    })
    const { version } = await card(parent)
    await set(a, { completedAt: null, title: 'A again' })
    expect((await card(parent)).version).toBe(version + 1)
    await set(b, { archived: true })
    await set(b, { title: 'B again' })
    await set(b, { archived: false, ...done })
    expect(await told()).toEqual([
      { done: 1, total: 2 },
      { done: 0, total: 2 },
      { done: 0, total: 1 },
      { done: 1, total: 2 },
    ])
    await team.ada.delete(`/api/cards/${parent}/relations/${b}`)
    expect(await progress()).toEqual([0, 1])
  })

  test('follows a list that is archived, and a board that is deleted', { meta: { proves: ['children.progress'] } }, async () => {
    const list = created(await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Parts' })).id
    created(await add({ titles: ['A', 'B'], listId: list }))
    await team.ada.patch(`/api/lists/${list}`, { archived: true })
    expect(await progress()).toEqual([0, 0])
    await team.ada.patch(`/api/lists/${list}`, { archived: false })
    expect(await progress()).toEqual([0, 2])
    await team.ada.patch(`/api/lists/${list}`, { archived: true })

    const guest = await elsewhere()
    await team.ada.put(`/api/cards/${parent}/relations/${guest.id}`, { kind: 'parent' })
    await set(guest.id, done, team.ada)
    expect(await progress()).toEqual([1, 1])
    await team.ada.patch(`/api/boards/${guest.boardId}`, { archived: true })
    expect((await team.ada.delete(`/api/boards/${guest.boardId}`, { name: 'Other' })).status).toBe(204)
    expect(await progress()).toEqual([0, 0])
    expect((await team.log(parent)).at(-1)).toMatchObject({ payload: { progress: { done: 0, total: 0 } } })
  })
})

describe('a card is completed with the last of its sub-cards', () => {
  const completedAt = async (id = parent) => (await card(id)).completedAt

  test('where its board says so, and those above it', { meta: { proves: ['children.complete-parents'] } }, async () => {
    const [a = '', b = ''] = await split(['A', 'B'])
    const [top, waiting] = [await team.newCard(), await team.newCard()]
    await team.ada.put(`/api/cards/${top}/relations/${parent}`, { kind: 'parent' })
    await team.ada.put(`/api/cards/${parent}/relations/${waiting}`, { kind: 'blocks' })
    expect((await team.bob.patch(`/api/boards/${team.boardId}`, { completeParents: true })).status).toBe(403)
    expect((await team.ada.get(`/api/boards/${team.boardId}`)).body.completeParents).toBe(false)
    expect((await team.ada.patch(`/api/boards/${team.boardId}`, { completeParents: true })).body.completeParents).toBe(true)
    await set(a, done)
    expect([await completedAt(), await completedAt(top), (await card(waiting)).blocked]).toEqual([null, null, true])
    await set(b, done, team.robo)
    expect([await completedAt(), await completedAt(top), (await card(waiting)).blocked]).toEqual([
      expect.any(String),
      expect.any(String),
      false,
    ])
    expect((await team.log(top)).slice(-2)).toMatchObject([
      { verb: 'card.updated', payload: { progress: { done: 1, total: 1 } } },
      { verb: 'card.updated', actorId: team.robo.actorId, payload: { completedAt: expect.any(String), previous: { completedAt: null } } },
    ])
    await set(b, { completedAt: null })
    expect(await completedAt()).toEqual(expect.any(String))
  })

  test('on another board, with what it blocks on a third', { meta: { proves: ['children.complete-parents'] } }, async () => {
    const [above, third] = [await elsewhere(), await elsewhere()]
    await team.ada.patch(`/api/boards/${above.boardId}`, { completeParents: true })
    await team.ada.put(`/api/cards/${above.id}/relations/${parent}`, { kind: 'parent' })
    await team.ada.put(`/api/cards/${above.id}/relations/${third.id}`, { kind: 'blocks' })
    expect((await set(parent, done)).status).toBe(200)
    expect([await completedAt(above.id), (await card(third.id)).blocked]).toEqual([expect.any(String), false])
  })

  test('over 20 levels at most', { meta: { proves: ['children.complete-parents'] } }, async () => {
    await team.ada.patch(`/api/boards/${team.boardId}`, { completeParents: true })
    const chain = [parent]
    for (let level = 0; level < 22; level++) {
      const above = await team.newCard()
      await team.ada.put(`/api/cards/${above}/relations/${chain.at(-1)}`, { kind: 'parent' })
      chain.push(above)
    }
    await set(parent, done)
    expect([await completedAt(chain[20]), await completedAt(chain[21]), await progress(chain[21] ?? '')]).toEqual([
      expect.any(String),
      null,
      [1, 1],
    ])
  })

  test('not while people review the work in its list, or with one that is archived or taken away', {
    meta: { proves: ['children.complete-parents'] },
  }, async () => {
    await team.ada.patch(`/api/boards/${team.boardId}`, { completeParents: true })
    const { lists } = (await team.ada.get(`/api/boards/${team.boardId}`)).body
    const [a = '', b = ''] = await split(['A', 'B'])
    for (const id of [a, b]) await set(id, { listId: lists[1].id })
    await team.ada.patch(`/api/lists/${team.listId}`, { acceptance: 'required' })
    await set(a, done)
    await set(b, { archived: true })
    expect([await completedAt(), await progress()]).toEqual([null, [1, 1]])
    // After its removal it is no longer a sub-card; the removal does not complete the parent either.
    await set(b, { archived: false })
    await team.ada.delete(`/api/cards/${parent}/relations/${b}`)
    expect([await completedAt(), await progress()]).toEqual([null, [1, 1]])
    await team.ada.put(`/api/cards/${parent}/relations/${b}`, { kind: 'parent' })
    await set(b, done, team.robo)
    expect(await completedAt()).toBeNull()
    await set(b, { completedAt: null })
    await set(b, done)
    expect(await completedAt()).toEqual(expect.any(String))
    await team.ada.patch(`/api/lists/${team.listId}`, { acceptance: 'none' })
  })
})

test('each of 600 parents on another board hears of an archived list', async () => {
  const { pool } = team.tandem.database
  const other = await elsewhere()
  const { id: listId } = created(await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Parts' }))
  const parts = []
  for (const title of ['One', 'Two', 'Three', 'Four']) parts.push(created(await team.ada.post(`/api/lists/${listId}/cards`, { title })).id)
  await pool.query(
    `with made as (
      insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
        select $1, gen_random_uuid(), $2, 1000 + n, 'Whole', '', 'd' || lpad(n::text, 6, '0'), 'none', $3, now(), now() from generate_series(1, 600) n
        returning id, number
    ) insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at)
      select $1, id, $4, ($5::uuid[])[number % 4 + 1], 'parent', now() from made`,
    [other.boardId, other.listId, team.ada.actorId, team.boardId, parts],
  )
  await pool.query('update boards set last_card_number = 1600 where id = $1', [other.boardId])
  expect((await team.ada.patch(`/api/lists/${listId}`, { archived: true })).status).toBe(200)
  const { rows } = await pool.query(
    `select count(*)::int as told from activities where board_id = $1 and payload ->> 'progress' is not null`,
    [other.boardId],
  )
  expect(rows).toEqual([{ told: 600 }])
})
