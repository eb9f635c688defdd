import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportingReader } from '../kit/sent-statements.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team?.stop())

async function detail(cardId: string) {
  const answer = await team.ada.get(`/api/cards/${cardId}`)
  expect(answer.status).toBe(200)
  return answer.body.card
}

/** Things that a card may have, by the list of its answer in which each is seen. */
const things: [list: string, put: (cardId: string) => Promise<unknown>][] = [
  ['checklistItems', (cardId) => team.ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'Fit it' })],
  ['comments', (cardId) => team.ada.post(`/api/cards/${cardId}/comments`, { body: 'Done?' })],
  ['attachments', (cardId) => team.ada.post(`/api/cards/${cardId}/attachments`, { kind: 'link', name: 'Plan', url: 'https://a.example/' })],
  [
    'fieldValues',
    async (cardId) => {
      const field = created(await team.ada.post(`/api/boards/${team.boardId}/fields`, { name: `Cost ${cardId}`, type: 'number' }))
      await team.ada.put(`/api/cards/${cardId}/fields/${field.id}`, { value: 7 })
    },
  ],
  ['watchers', (cardId) => team.ada.put(`/api/cards/${cardId}/watch`)],
  ['relations', async (cardId) => team.ada.put(`/api/cards/${cardId}/relations/${await team.newCard()}`, { kind: 'relates' })],
  ['relations', async (cardId) => team.ada.put(`/api/cards/${await team.newCard()}/relations/${cardId}`, { kind: 'relates' })],
  ['sessions', (cardId) => team.delegate(cardId)],
]

test.each(things)('a card that has nothing but %s shows them, by its key too', async (list, put) => {
  const cardId = await team.newCard()
  const before = await detail(cardId)
  expect(before[list]).toEqual([])
  await put(cardId)
  const card = await detail(cardId)
  const lists = Object.entries(card).filter(([name, value]) => Array.isArray(value) && name !== 'assigneeActorIds' && value.length > 0)
  expect(lists.map(([name]) => name)).toEqual([list])
  expect((await team.ada.get(`/api/cards/by-key/${card.key}`)).body.card).toEqual(card)
})

test('a comment that was deleted is still a comment, though it is not counted', async () => {
  const cardId = await team.newCard()
  const { id } = created(await team.ada.post(`/api/cards/${cardId}/comments`, { body: 'Oops' }))
  expect((await team.ada.delete(`/api/comments/${id}`)).status).toBe(204)
  const card = await detail(cardId)
  expect([card.commentCount, card.comments.length, card.comments[0].deletedAt]).toEqual([0, 1, expect.any(String)])
})

test('what a card shows of its relations is what its tile shows', async () => {
  const [parent, child, blocker] = [await team.newCard(), await team.newCard(), await team.newCard()]
  const relate = async (from: string, to: string, kind: string) =>
    expect((await team.ada.put(`/api/cards/${from}/relations/${to}`, { kind })).status).toBe(204)
  await relate(parent, child, 'parent')
  await relate(blocker, parent, 'blocks')
  await team.ada.patch(`/api/cards/${child}`, { completedAt: '2026-01-01T00:00:00.000Z' })
  const { blocked, progress } = await detail(parent)
  expect({ blocked, progress }).toEqual({ blocked: true, progress: { done: 1, total: 1 } })
  const { lists } = (await team.ada.get(`/api/boards/${team.boardId}`)).body
  const tile = lists.flatMap((list: { cards: object[] }) => list.cards).find((one: { id: string }) => one.id === parent)
  expect(tile).toMatchObject({ blocked, progress })
  await team.ada.patch(`/api/cards/${blocker}`, { completedAt: '2026-01-01T00:00:00.000Z' })
  expect((await detail(parent)).blocked).toBe(false)
})

test('a card with nothing on it is read by one statement, and a full one by two packets', async () => {
  const { database } = team.tandem
  const { row, rows, together } = database
  // Their polls would be counted.
  await team.tandem.service.workers.stop()
  const cardId = await team.newCard()
  await detail(cardId)
  let [statements, packets] = [0, 0]
  const counted = reportingReader({ row, rows }, () => void (statements += 1))
  Object.assign(database, counted, { together: (read: Parameters<typeof together>[0]) => ((packets += 1), together(read)) })
  try {
    await detail(cardId)
    expect([statements, packets]).toEqual([1, 0])
    for (const [, put] of things) await put(cardId)
    ;[statements, packets] = [0, 0]
    await detail(cardId)
    expect([statements, packets]).toEqual([1, 1])
  } finally {
    Object.assign(database, { row, rows, together })
  }
})
