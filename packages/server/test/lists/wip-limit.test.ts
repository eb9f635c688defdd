import { afterAll, beforeAll, expect, test } from 'vitest'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team?.stop())

test('a limit is told by the list and the tree, in a new version of the tree, and refuses no card', {
  meta: { proves: ['list.wip-limit.no-refusal'] },
}, async () => {
  const { ada, bob, eve, boardId, listId } = team
  const tree = `/api/boards/${boardId}`
  const before = await ada.get(tree)
  const [, doing] = before.body.lists
  expect(doing.wipLimit).toBeNull()
  expect((await eve.patch(`/api/lists/${doing.id}`, { wipLimit: 2 })).status).toBe(403)
  expect((await bob.patch(`/api/lists/${doing.id}`, { wipLimit: 2 })).body).toMatchObject({ id: doing.id, wipLimit: 2 })
  const after = await ada.get(tree, { 'if-none-match': before.headers.get('etag') ?? '' })
  expect([after.status, after.body.lists[1].wipLimit, after.body.lists[0].wipLimit]).toEqual([200, 2, null])

  // Beyond the limit by each of the ways in: made there, moved there, brought back there.
  const { id: archived } = created(await bob.post(`/api/lists/${doing.id}/cards`, { title: 'archived' }))
  await bob.patch(`/api/cards/${archived}`, { archived: true })
  for (const title of ['one', 'two', 'three']) created(await bob.post(`/api/lists/${doing.id}/cards`, { title }))
  const { id: moved } = created(await bob.post(`/api/lists/${listId}/cards`, { title: 'moved' }))
  for (const [cardId, change] of [
    [moved, { listId: doing.id }],
    [archived, { archived: false }],
  ] as const)
    expect((await bob.patch(`/api/cards/${cardId}`, change)).status).toBe(200)
  const { cards, wipLimit } = (await eve.get(tree)).body.lists[1]
  expect([cards.length, wipLimit]).toEqual([5, 2])
})

test('a limit is a whole number from 1, or none; the same again is no event', async () => {
  const { bob, boardId } = team
  const list = created(await bob.post(`/api/boards/${boardId}/lists`, { name: 'Review' }))
  const set = (wipLimit: unknown) => bob.patch(`/api/lists/${list.id}`, { wipLimit })
  for (const wrong of [0, -1, 1.5, 10_001, '3', true]) expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400])
  const seq = async () => (await bob.get(`/api/boards/${boardId}`)).body.seq
  const before = await seq()
  for (const wipLimit of [3, 3, null, null]) expect((await set(wipLimit)).body).toMatchObject({ wipLimit })
  const log = (await bob.get(`/api/boards/${boardId}/activity?limit=2`)).body
  expect([(await seq()) - before, log.map((row: { payload: unknown }) => row.payload)]).toEqual([
    2,
    [
      { listId: list.id, wipLimit: null, previous: { wipLimit: 3 } },
      { listId: list.id, wipLimit: 3, previous: { wipLimit: null } },
    ],
  ])
})
