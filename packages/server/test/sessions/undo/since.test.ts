import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../kit/http.ts'
import type { Person } from '../../kit/service.ts'
import { created, startTeam, type Team } from '../fixture/team.ts'
import { undoneAgent, undoScene } from '../fixture/undo-scene.ts'

/** Which later changes by other actors prevent an undo. */
let team: Team
let robo: Person
beforeAll(async () => {
  team = await startTeam()
  robo = await undoneAgent(team)
})
afterAll(() => team?.stop())

test('what rules did on new cards because of the session does not keep them; rules that people set off do', {
  meta: { proves: ['undo.since', 'undo.inverse'] },
}, async () => {
  const it = await undoScene({ team, robo }, 1)
  const newLabel = async (name: string) => created(await team.ada.post(`/api/boards/${it.boardId}/labels`, { name, color: 'red' })).id
  const [triage, seen, asked] = [await newLabel('Triage'), await newLabel('Seen'), await newLabel('Asked')]
  const rule = async (verb: string, filters: object, labelId: string) => {
    const body = { name: labelId, trigger: { verb, filters }, actions: [{ type: 'add_label', labelId }] }
    return created(await team.ada.post(`/api/boards/${it.boardId}/rules`, body))
  }
  await rule('card.created', {}, triage)
  await rule('card.labeled', { labelId: triage }, seen)
  await rule('card.priority_changed', {}, asked)
  const made: string[] = []
  for (let at = 0; at < 5; at++) made.push((await it.robo.post(`/api/lists/${it.lists.todo}/cards`, { title: `Made ${at}` })).id)
  const cardOf = async (id: string) => (await team.ada.get(`/api/cards/${id}`)).body.card
  const labelsOf = async (id: string) => (await cardOf(id)).labelIds.toSorted()
  for (const id of made) await until(async () => (await labelsOf(id)).length === 2)
  const [first = '', second = ''] = made
  await it.end()
  await team.ada.patch(`/api/cards/${first}`, { priority: 'high' })
  await until(async () => (await labelsOf(first)).includes(asked))

  const undone = await it.undo()
  const left = new Map(undone.body.conflicts.map(({ cardId, because }: any) => [cardId, because]))
  expect([...left]).toEqual([[first, 'changed_since']])
  const archived = await Promise.all(made.map(async (id) => (await cardOf(id)).archivedAt !== null))
  expect(archived).toEqual([false, true, true, true, true])

  expect((await it.undo()).body).toMatchObject({ conflicts: [], isUndone: false })
  expect([(await cardOf(second)).archivedAt, await labelsOf(second)]).toEqual([null, [triage, seen].toSorted()])
})

test('a relation that somebody else has made anew from the other card stays', { meta: { proves: ['undo.since'] } }, async () => {
  const it = await undoScene({ team, robo }, 3)
  const [, a = '', b = ''] = it.cards
  await it.robo.put(`/api/cards/${a}/relations/${b}`, { kind: 'relates' })
  await it.end()
  expect((await team.ada.delete(`/api/cards/${b}/relations/${a}`)).status).toBeLessThan(300)
  expect((await team.ada.put(`/api/cards/${b}/relations/${a}`, { kind: 'relates' })).status).toBeLessThan(300)
  const before = await it.see()
  const { body } = await it.undo()
  expect([body.undone, body.conflicts.map(({ cardId, because }: any) => [cardId, because])]).toEqual([[], [[a, 'changed_since']]])
  expect(await it.see()).toEqual(before)
})

test('a relation that the session made from one card and took off from the other is as it was', {
  meta: { proves: ['undo.inverse', 'undo.twice'] },
}, async () => {
  const it = await undoScene({ team, robo }, 3)
  const [, a = '', b = ''] = it.cards
  await team.ada.put(`/api/cards/${b}/relations/${a}`, { kind: 'relates' })
  const before = await it.see()
  await it.robo.delete(`/api/cards/${b}/relations/${a}`)
  await it.robo.put(`/api/cards/${a}/relations/${b}`, { kind: 'relates' })
  await it.robo.delete(`/api/cards/${a}/relations/${b}`)
  await it.end()
  const after = await it.see()
  expect((await it.undo()).body.conflicts).toEqual([])
  expect(await it.see()).toEqual(before)
  expect((await it.undo()).body.conflicts).toEqual([])
  expect(await it.see()).toEqual(after)
})

test('the queue of a list is put back with its other settings', { meta: { proves: ['undo.inverse', 'undo.twice'] } }, async () => {
  const it = await undoScene({ team, robo }, 1)
  const [path, queue] = [`/api/lists/${it.lists.doing}`, { agentActorIds: [team.bert.actorId] }]
  expect((await team.ada.patch(path, { queue, wipLimit: 4 })).status).toBe(200)
  const before = await it.see()
  await it.robo.patch(path, { queue: { agentActorIds: [robo.actorId] }, wipLimit: 5, acceptance: 'required' })
  await it.robo.patch(path, { queue: null })
  await it.robo.patch(`/api/lists/${it.lists.done}`, { queue: {} })
  await it.end()
  const after = await it.see()
  expect((await it.undo()).body.conflicts).toEqual([])
  expect(await it.see()).toEqual(before)
  expect((await it.undo()).body.conflicts).toEqual([])
  expect(await it.see()).toEqual(after)
  // The queue alone has been changed since.
  await team.ada.patch(path, { queue })
  const left = (await it.undo()).body.conflicts.map(({ field, because }: any) => [field, because])
  expect(left).toEqual([
    ['queue', 'changed_since'],
    ['queue', 'changed_since'],
  ])
  expect(await it.see()).toEqual(before)
})
