import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../kit/service.ts'
import { created, startTeam, type Team } from '../fixture/team.ts'
import { undoneAgent, undoScene } from '../fixture/undo-scene.ts'

/** Acts that an undo left out can be undone later: by a person with more rights, or once nothing prevents it. */
let team: Team
let robo: Person
beforeAll(async () => {
  team = await startTeam()
  robo = await undoneAgent(team)
})
afterAll(() => team?.stop())

/** A session that completed a card here, and with it a parent on a board that Bob cannot see. */
async function overTwoBoards() {
  const it = await undoScene({ team, robo }, 2)
  const hidden = created(await team.ada.post('/api/boards', { name: 'Hidden', template: 'kanban' })).id
  expect((await team.ada.patch(`/api/boards/${hidden}`, { completeParents: true })).status).toBe(200)
  await team.ada.post(`/api/boards/${hidden}/members`, { actorId: robo.actorId, role: 'member' })
  const listId = (await team.ada.get(`/api/boards/${hidden}`)).body.lists[0].id
  const there = created(await team.ada.post(`/api/lists/${listId}/cards`, { title: 'There' })).id
  const here = it.cards[1] ?? ''
  expect((await team.ada.put(`/api/cards/${there}/relations/${here}`, { kind: 'parent' })).status).toBeLessThan(300)
  await it.robo.patch(`/api/cards/${here}`, { completedAt: '2026-12-01T10:00:00.000Z' })
  await it.end()
  const isDone = async (cardId: string) => (await team.ada.get(`/api/cards/${cardId}`)).body.card.completedAt !== null
  const done = () => Promise.all([here, there].map(isDone))
  expect(await done()).toEqual([true, true])
  return { it, done }
}

test('somebody who sees more undoes the rest, and the next call brings all of it back', {
  meta: { proves: ['undo.rest', 'undo.twice', 'undo.once'] },
}, async () => {
  const { it, done } = await overTwoBoards()
  const byBob = await it.undo({ ifUndone: false })
  expect([byBob.body.hidden, await done()]).toEqual([1, [false, true]])
  const left = async () => (await team.session(it.sessionId)).undone?.left
  expect(await left()).toBe(1)
  const again = await it.undo({ ifUndone: false })
  expect([again.status, again.body.error.reason]).toEqual([409, 'undoneAlready'])
  expect(again.body.error.details.left).toEqual({ undone: [], conflicts: [], hidden: 1, cards: [], isUndone: true })

  const byAda = await it.undo({ ifUndone: false }, team.ada)
  expect([byAda.status, byAda.body.undone.length, byAda.body.hidden, byAda.body.isUndone]).toEqual([200, 1, 0, true])
  expect(await done()).toEqual([false, false])
  expect((await it.undo({ ifUndone: false }, team.ada)).status).toBe(409)
  expect(await left()).toBe(0)

  const back = await it.undo({ ifUndone: true }, team.ada)
  expect([back.body.undone.length, back.body.conflicts, back.body.isUndone]).toEqual([2, [], false])
  expect(await done()).toEqual([true, true])
  expect(await left()).toBeUndefined()
})

test('the undo after one that was brought back takes all of the session, also what the first one left', {
  meta: { proves: ['undo.rest', 'undo.twice'] },
}, async () => {
  const { it, done } = await overTwoBoards()
  await it.undo()
  expect((await it.undo({}, team.ada)).body.isUndone).toBe(false)
  expect(await done()).toEqual([true, true])
  const third = await it.undo({}, team.ada)
  expect([third.body.undone.length, third.body.conflicts, third.body.isUndone]).toEqual([2, [], true])
  expect(await done()).toEqual([false, false])
})

test('what was refused, or in use, is listed each time, and undone once nothing is in the way', {
  meta: { proves: ['undo.rest', 'undo.left'] },
}, async () => {
  const it = await undoScene({ team, robo }, 2)
  const [a = '', b = ''] = it.cards
  const { todo, doing } = it.lists
  for (const id of [a, b]) await it.robo.patch(`/api/cards/${id}`, { listId: doing })
  const made = (await it.robo.post(`/api/boards/${it.boardId}/lists`, { name: 'Made' })).id
  const said = (await it.robo.post(`/api/cards/${a}/comments`, { body: 'Said' })).id
  await it.end()
  const guest = created(await team.ada.post(`/api/lists/${made}/cards`, { title: 'Guest' })).id
  expect((await team.ada.patch(`/api/lists/${todo}`, { wipLimit: 1, wipPolicy: 'all' })).status).toBe(200)
  const { token } = created(await team.bob.post('/api/tokens', { label: 'No comments', scopes: ['cards:write', 'boards:write'] }))
  const weak = async (body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const url = `${team.tandem.url}/api/sessions/${it.sessionId}/undo`
    return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as any
  }
  const reasons = ({ conflicts }: any) => conflicts.map(({ because }: any) => because).toSorted()

  expect(reasons(await weak({}))).toEqual(['in_use', 'refused', 'refused'])
  expect((await it.undo({ ifUndone: true })).body.conflicts).toEqual([])
  expect(reasons(await weak({}))).toEqual(['in_use', 'refused', 'refused'])
  for (const dryRun of [true, false]) {
    const refused = await weak({ ifUndone: false, dryRun })
    expect(refused.error.reason).toBe('undoneAlready')
    expect(reasons(refused.error.details.left)).toEqual(['in_use', 'refused', 'refused'])
    expect(refused.error.details.left).toMatchObject({ undone: [], isUndone: true })
  }
  expect((await team.session(it.sessionId)).undone?.left).toBe(3)
  await team.ada.patch(`/api/lists/${todo}`, { wipLimit: null })
  await team.ada.patch(`/api/cards/${guest}`, { listId: doing })
  const rest = await it.undo({ ifUndone: false })
  expect([rest.status, rest.body.conflicts, rest.body.undone.length]).toEqual([200, [], 3])
  const cards = await Promise.all([a, b].map(async (id) => (await team.ada.get(`/api/cards/${id}`)).body.card.listId))
  expect(cards).toEqual([todo, todo])
  const after = (await team.ada.get(`/api/boards/${it.boardId}`)).body.lists.map(({ id }: any) => id)
  expect(after).not.toContain(made)
  const comments = async () => (await team.ada.get(`/api/cards/${a}/comments`)).body.filter(({ deletedAt }: any) => deletedAt === null)
  expect(await comments()).toEqual([])
  // An act that one call did not bring back can be brought back later, too.
  expect(reasons(await weak({ ifUndone: true }))).toEqual(['refused'])
  expect(await comments()).toEqual([])
  const back = await it.undo({ ifUndone: true })
  expect([back.body.undone.length, back.body.conflicts, back.body.isUndone]).toEqual([1, [], false])
  expect((await it.undo({ ifUndone: true })).body.error.reason).toBe('undoneNot')
  expect((await comments()).map(({ id }: any) => id)).toEqual([said])
})
