import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../kit/http.ts'
import type { Person } from '../kit/service.ts'
import { created, startTeam, type Team } from '../sessions/fixture/team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
// The invariants hold afterwards: nothing is left on an archived list, or of a removed member or webhook.
afterAll(() => team?.stop())

const [writers, rounds] = [10, 4]

test('lists archived, members removed and webhooks deleted under ten writers: served or refused, never an error of ours (F32)', async () => {
  const { ada, bob, robo, boardId, tandem } = team
  const tree = (await ada.get(`/api/boards/${boardId}`)).body
  const [first, second, third] = tree.lists.map((list: { id: string }) => list.id) as string[]
  const hook = async () =>
    created(await ada.post(`/api/boards/${boardId}/webhooks`, { url: 'http://127.0.0.1:1025/', events: ['*'] })).webhook.id
  const cards = await Promise.all(Array.from({ length: 6 }, () => team.newCard()))
  const webhooks = await Promise.all(Array.from({ length: rounds }, hook))
  const seen: Record<string, number> = {}
  const wrong: string[] = []
  const note = (what: string, { status, text }: Answer) => {
    seen[status] = (seen[status] ?? 0) + 1
    if (!(status >= 200 && status < 300) && ![403, 404, 409].includes(status)) wrong.push(`${what}: ${status} ${text.slice(0, 200)}`)
  }
  let closing = true

  const write = async (n: number) => {
    const by = [ada, bob, robo][n % 3] as Person
    for (let at = n; closing; at++) {
      const cardId = cards[at % cards.length]
      const acts: [string, () => Promise<Answer>][] = [
        ['create', () => by.post(`/api/lists/${second}/cards`, { title: `${n}/${at}` })],
        ['move', () => by.patch(`/api/cards/${cardId}`, { listId: [first, second, third][at % 3] })],
        ['comment', () => by.post(`/api/cards/${cardId}/comments`, { body: `@${bob.handle} look` })],
        ['assign', () => by.post(`/api/cards/${cardId}/assignees`, { actorId: ada.actorId })],
        ['delegate', () => by.post(`/api/cards/${cardId}/delegation`, { agentActorId: team.bert.actorId })],
        ['check', () => by.post(`/api/cards/${cardId}/checklist-items`, { text: `${n}/${at}` })],
        ['watch', () => by.put(`/api/cards/${cardId}/watch`)],
        ['patch webhook', () => ada.patch(`/api/boards/${boardId}/webhooks/${webhooks[at % rounds]}`, { active: at % 2 === 0 })],
      ]
      for (const [what, act] of acts) note(what, await act())
    }
  }
  const close = async () => {
    for (let round = 0; round < rounds; round++) {
      note('archive', await ada.patch(`/api/lists/${second}`, { archived: true }))
      note('remove', await ada.delete(`/api/boards/${boardId}/members/${bob.actorId}`))
      note('delete webhook', await ada.delete(`/api/boards/${boardId}/webhooks/${webhooks[round]}`))
      note('remove agent', await ada.delete(`/api/boards/${boardId}/members/${robo.actorId}`))
      note('bring back', await ada.patch(`/api/lists/${second}`, { archived: false }))
      for (const actorId of [bob.actorId, robo.actorId])
        note('add', await ada.post(`/api/boards/${boardId}/members`, { actorId, role: 'member' }))
    }
    closing = false
  }
  await Promise.all([...Array.from({ length: writers }, (_, n) => write(n)), close()])
  expect(wrong).toEqual([])
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(['200', '201', '404', '409']))
  expect((await ada.get(`/api/boards/${boardId}/webhooks`)).body).toEqual([])
  const left = await tandem.database.pool.query(`select from deliveries d left join webhooks w on w.id = d.webhook_id where w.id is null`)
  expect(left.rowCount).toBe(0)
})
