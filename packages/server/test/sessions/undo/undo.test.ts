import { type Verb, verbNames } from '@tandem/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goalsOf } from '../../../src/domain/sessions/undo/goals.ts'
import { inverses } from '../../../src/domain/sessions/undo/inverses.ts'
import { until } from '../../kit/http.ts'
import type { Person } from '../../kit/service.ts'
import { created, startTeam, type Team } from '../fixture/team.ts'
import { undoneAgent, undoScene } from '../fixture/undo-scene.ts'

/** Undoing the acts recorded under a session. */
let team: Team
let robo: Person
beforeAll(async () => {
  team = await startTeam()
  robo = await undoneAgent(team)
})
afterAll(() => team?.stop())

const scene = (cardCount: number, texts: readonly string[] = []) => undoScene({ team, robo }, cardCount, texts)

test('every verb has an inverse, or says why it has none', { meta: { proves: ['undo.verbs'] } }, () => {
  expect(Object.keys(inverses).toSorted()).toEqual([...verbNames].toSorted())
})

test('of what the log does not say what it was before, nothing is undone: old activities, and erased ones', {
  meta: { proves: ['undo.left'] },
}, () => {
  const act = (seq: number, verb: Verb, payload: Record<string, unknown>) => {
    const keys = Object.keys(payload).filter((key) => key !== 'previous')
    return { boardId: 'board', seq, id: `a${seq}`, cardId: 'card', verb, payload, keys }
  }
  const newestFirst = [
    act(5, 'card.priority_changed', { priority: 'urgent', previous: { priority: 'high' } }),
    act(4, 'card.priority_changed', { priority: 'high' }),
    act(3, 'card.assigned', {}),
    act(2, 'card.field_cleared', { fieldId: 'field' }),
    act(1, 'card.checklist_item_updated', { cardId: 'card', itemId: 'item', text: 'x' }),
  ]
  const { goals, left } = goalsOf(newestFirst, [])
  expect(goals.map(({ part, to }) => [part.kind, part.key, to])).toEqual([['attribute', 'priority', 'high']])
  expect(left.map(({ act: { seq }, because }) => [seq, because]).toSorted()).toEqual([1, 2, 3, 4].map((seq) => [seq, 'before_unknown']))
})

test('what an agent can do to a board is undone, and brought back by the second call', {
  meta: { proves: ['undo.inverse', 'undo.twice', 'undo.left'] },
}, async () => {
  const it = await scene(6, ['before', 'delete me'])
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = it.cards
  const { todo, doing, done } = it.lists
  const { ada, bob } = team
  const label = created(await ada.post(`/api/boards/${it.boardId}/labels`, { name: 'Old', color: 'red' })).id
  const field = created(await ada.post(`/api/boards/${it.boardId}/fields`, { name: 'Size', type: 'text' })).id
  await ada.put(`/api/cards/${b}/fields/${field}`, { value: 'L' })
  await ada.put(`/api/cards/${b}/labels/${label}`, {})
  await ada.post(`/api/cards/${b}/assignees`, { actorId: bob.actorId })
  await ada.put(`/api/cards/${c}/relations/${d}`, { kind: 'blocks' })
  const kept = created(await ada.post(`/api/cards/${b}/checklist-items`, { text: 'kept' })).id
  const removed = created(await ada.post(`/api/cards/${b}/checklist-items`, { text: 'removed' })).id
  await ada.patch(`/api/checklist-items/${removed}`, { done: true, assigneeActorId: bob.actorId })
  await ada.post(`/api/cards/${d}/delegation`, { agentActorId: team.bert.actorId })
  const [ownComment, toDelete] = it.comments
  const before = await it.see()

  const due = '2026-12-01T10:00:00.000Z'
  await it.robo.patch(`/api/cards/${b}`, {
    title: 'New',
    description: 'Said anew',
    priority: 'high',
    dueAt: due,
    startAt: due,
    estimate: 3,
  })
  await it.robo.patch(`/api/cards/${b}`, { title: 'Newer', completedAt: due, listId: doing })
  await it.robo.patch(`/api/cards/${a}`, { listId: done })
  await it.robo.patch(`/api/cards/${f}`, { beforeId: null })
  await it.robo.delete(`/api/cards/${b}/labels/${label}`)
  const fresh = (await it.robo.post(`/api/boards/${it.boardId}/labels`, { name: 'Fresh', color: 'blue' })).id
  await it.robo.put(`/api/cards/${c}/labels/${fresh}`, {})
  await it.robo.patch(`/api/labels/${label}`, { name: 'Renamed' })
  await it.robo.delete(`/api/cards/${b}/assignees/${bob.actorId}`)
  await it.robo.put(`/api/cards/${b}/fields/${field}`, { value: 'XL' })
  await it.robo.put(`/api/cards/${c}/fields/${field}`, { value: 'S' })
  await it.robo.delete(`/api/cards/${b}/fields/${field}`)
  await it.robo.delete(`/api/cards/${c}/relations/${d}`)
  await it.robo.put(`/api/cards/${e}/relations/${f}`, { kind: 'parent' })
  await it.robo.patch(`/api/checklist-items/${kept}`, { text: 'changed', done: true })
  await it.robo.delete(`/api/checklist-items/${removed}`)
  await it.robo.post(`/api/cards/${b}/checklist-items`, { text: 'added' })
  await it.robo.patch(`/api/comments/${ownComment}`, { body: 'after' })
  await it.robo.delete(`/api/comments/${toDelete}`)
  await it.robo.post(`/api/cards/${b}/comments`, { body: 'said' })
  await it.robo.patch(`/api/cards/${e}`, { archived: true })
  await it.robo.delete(`/api/cards/${d}/delegation`)
  const madeList = (await it.robo.post(`/api/boards/${it.boardId}/lists`, { name: 'Made' })).id
  await it.robo.patch(`/api/lists/${todo}`, { name: 'To be done', afterId: null })
  const made = (await it.robo.post(`/api/lists/${madeList}/cards`, { title: 'Made', priority: 'low' })).id
  await it.robo.patch(`/api/cards/${made}`, { title: 'Made better' })
  const link = (await it.robo.post(`/api/cards/${c}/attachments`, { url: 'https://example.org' })).id
  expect(link).toBeDefined()
  await it.end()
  const after = await it.see()

  const tried = await it.undo({ dryRun: true })
  expect([tried.status, await it.see()]).toEqual([200, after])
  const first = await it.undo({ ifUndone: false })
  expect(first.status, first.text).toBe(200)
  expect(first.body).toEqual(tried.body)
  expect(first.body.conflicts).toEqual([])
  expect(await it.see()).toEqual(before)
  expect((await ada.get(`/api/cards/${made}`)).body.card.archivedAt).not.toBeNull()
  expect((await team.session(it.sessionId)).undone).toEqual({ at: expect.any(String), byActorId: bob.actorId, left: 0 })
  const log = await it.log()
  const undoing = log.filter(({ payload }) => payload.undoOf === it.sessionId)
  expect(new Set(undoing.map(({ actorId }) => actorId))).toEqual(new Set([bob.actorId]))
  expect(log[0]).toMatchObject({ verb: 'agent_session.updated', payload: { undone: true, acts: first.body.undone.length } })

  const second = await it.undo({ ifUndone: true })
  expect([second.status, second.body.conflicts, second.body.isUndone]).toEqual([200, [], false])
  expect(await it.see()).toEqual(after)
  expect((await team.session(it.sessionId)).undone).toBeUndefined()
  const third = await it.undo()
  expect([third.body.conflicts, third.body.isUndone]).toEqual([[], true])
  expect(await it.see()).toEqual(before)
})

test('what an act changed on other cards is undone with it, also of an agent with several sessions', {
  meta: { proves: ['undo.inverse', 'undo.twice'] },
}, async () => {
  const it = await scene(3)
  await team.ada.patch(`/api/boards/${it.boardId}`, { completeParents: true })
  const [child = '', parent = '', other = ''] = it.cards
  await team.ada.put(`/api/cards/${parent}/relations/${child}`, { kind: 'parent' })
  await team.delegate(other, robo)
  const before = await it.see()
  expect((await robo.patch(`/api/cards/${child}`, { completedAt: '2026-12-01T10:00:00.000Z' })).status).toBe(200)
  const { children } = created(await robo.post(`/api/cards/${child}/children`, { titles: ['One', 'Two'] }))
  await it.end()
  const after = await it.see()

  const undone = await it.undo()
  expect([undone.status, undone.body.conflicts]).toEqual([200, []])
  expect(await it.see()).toEqual(before)
  for (const { id } of children) expect((await team.ada.get(`/api/cards/${id}`)).body.card.archivedAt).not.toBeNull()
  expect((await it.undo()).body.conflicts).toEqual([])
  expect(await it.see()).toEqual(after)
})

test('300 acts on 40 cards, 30 of them changed by others since', {
  meta: { proves: ['undo.since', 'undo.bound', 'undo.rules', 'undo.told', 'undo.twice'] },
  timeout: 240_000,
}, async () => {
  const it = await scene(40)
  const trigger = { verb: 'card.priority_changed', filters: { priority: 'none' } }
  const rule = { name: 'Urgent', trigger, actions: [{ type: 'set_priority', priority: 'urgent' }] }
  const ruleId = created(await team.ada.post(`/api/boards/${it.boardId}/rules`, rule)).id
  const other = created(await team.ada.post(`/api/lists/${it.lists.done}/cards`, { title: 'Other', priority: 'low' })).id
  const before = await it.see()
  for (const [at, id] of it.cards.entries()) {
    await it.robo.patch(`/api/cards/${id}`, { title: `Robo ${at}` })
    await it.robo.patch(`/api/cards/${id}`, { priority: 'high' })
    await it.robo.patch(`/api/cards/${id}`, { listId: at % 2 ? it.lists.doing : it.lists.done })
    await it.robo.patch(`/api/cards/${id}`, { estimate: at + 1 })
    await it.robo.patch(`/api/cards/${id}`, { description: 'Robo was here' })
    await it.robo.post(`/api/cards/${id}/checklist-items`, { text: 'one' })
    await it.robo.post(`/api/cards/${id}/comments`, { body: 'Looked at it' })
    if (at % 2) await it.robo.patch(`/api/cards/${id}`, { estimate: 1 })
  }
  await it.end()
  const changed = it.cards.slice(0, 30)
  for (const id of changed) await team.ada.patch(`/api/cards/${id}`, { title: `Ada's ${id}` })
  const after = await it.see()
  const inboxOf = async () => (await team.inbox(team.ada)).length
  const told = await inboxOf()

  const undone = await it.undo()
  expect(undone.status, undone.text).toBe(200)
  expect(undone.body.undone).toHaveLength(300 - 30)
  expect(undone.body.conflicts.map(({ cardId, field, because }: any) => [cardId, field, because]).toSorted()).toEqual(
    changed.map((id) => [id, 'title', 'changed_since']).toSorted(),
  )
  const renamed = JSON.parse(JSON.stringify(before), (key, value) =>
    key !== 'id' && changed.includes(value?.id) && 'title' in value ? { ...value, title: `Ada's ${value.id}` } : value,
  )
  expect(await it.see()).toEqual(renamed)
  expect((await inboxOf()) - told).toBe(1)
  // Rules read the log in order: once they have read this activity, they have read those of the undo.
  await team.ada.patch(`/api/cards/${other}`, { priority: 'none' })
  const runs = async () => (await team.ada.get(`/api/rules/${ruleId}/runs`)).body.filter(({ state }: any) => state !== 'skipped')
  await until(async () => (await runs()).length > 0)
  expect((await runs()).map(({ cardId }: any) => cardId)).toEqual([other])
  await team.ada.patch(`/api/cards/${other}`, { priority: 'low' })

  const back = await it.undo()
  expect([back.status, back.body.conflicts]).toEqual([200, []])
  expect(await it.see()).toEqual(after)
})

test('who may not, and when not: nothing is left behind', {
  meta: { proves: ['undo.who', 'undo.when', 'undo.once'] },
}, async () => {
  const it = await scene(2)
  await it.robo.patch(`/api/cards/${it.cards[0]}`, { priority: 'high' })
  const live = await it.undo()
  expect([live.status, live.body.error.reason]).toEqual([409, 'undoWhileLive'])
  await it.end()
  const before = [await it.see(), (await it.log()).length]
  for (const [by, status] of [
    [team.eve, 403],
    [robo, 403],
    [team.bert, 403],
    [team.stranger, 404],
  ] as const)
    expect((await it.undo({}, by)).status).toBe(status)
  const early = await it.undo({ ifUndone: true })
  expect([early.status, early.body.error.reason]).toEqual([409, 'undoneNot'])
  expect([await it.see(), (await it.log()).length]).toEqual(before)

  const both = await Promise.all([it.undo({ ifUndone: false }), it.undo({ ifUndone: false }, team.ada)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await team.ada.get(`/api/cards/${it.cards[0]}`)).body.card.priority).toBe('none')
})

test('a list that was archived comes back with its cards, and more than is undone at once is refused', {
  meta: { proves: ['undo.bound', 'undo.scopes'] },
}, async () => {
  const it = await scene(40)
  const toggle = async (archived: boolean) => it.robo.patch(`/api/lists/${it.lists.todo}`, { archived })
  await toggle(true)
  const tried = await it.end().then(() => it.undo({ dryRun: true }))
  expect([tried.status, tried.body.undone.length, tried.body.conflicts]).toEqual([200, 41, []])
  const { token } = created(await team.bob.post('/api/tokens', { label: 'Cards', scopes: ['cards:write'] }))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `${team.tandem.url}/api/sessions/${it.sessionId}/undo`
  const weak: any = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ dryRun: true }) })).json()
  expect(weak.conflicts.map(({ because, reason }: any) => [because, reason])).toContainEqual(['refused', 'scopeNeeded'])
  for (let at = 0; at < 12; at++) for (const archived of [false, true]) await toggle(archived)
  const before = await it.see()
  const refused = await it.undo()
  expect([refused.status, refused.body.error.reason, await it.see()]).toEqual([413, 'undoTooMuch', before])
})

test('acts on boards that the caller cannot see or change stay, and cards that have gone elsewhere', {
  meta: { proves: ['undo.boards'] },
}, async () => {
  const [it, hidden] = [await scene(3), created(await team.ada.post('/api/boards', { name: 'Hidden', template: 'kanban' })).id]
  await team.ada.post(`/api/boards/${hidden}/members`, { actorId: robo.actorId, role: 'member' })
  const listId = (await team.ada.get(`/api/boards/${hidden}`)).body.lists[0].id
  const [a = '', b = '', c = ''] = it.cards
  await it.robo.patch(`/api/cards/${b}`, { priority: 'high' })
  await it.robo.patch(`/api/cards/${b}`, { listId })
  await it.robo.patch(`/api/cards/${c}`, { priority: 'high' })
  await it.robo.patch(`/api/cards/${a}`, { priority: 'high' })
  await it.end()
  await team.ada.patch(`/api/cards/${c}`, { archived: true })
  expect((await team.ada.delete(`/api/cards/${c}`)).status).toBe(204)
  const undone = await it.undo()
  expect([undone.status, undone.body.undone.length, undone.body.hidden > 0]).toEqual([200, 1, true])
  expect(undone.body.conflicts.map(({ cardId, because }: any) => [cardId, because]).toSorted()).toEqual(
    [
      [b, 'other_board'],
      [b, 'other_board'],
      [c, 'card_deleted'],
    ].toSorted(),
  )
  expect(undone.body.cards.filter(({ title }: any) => title !== null).map(({ cardId }: any) => cardId)).toEqual([a])
})

test('a session that has gone elsewhere is undone on the board where it was; a card that was changed while it was away stays', {
  meta: { proves: ['undo.boards', 'undo.since'] },
}, async () => {
  const [it, other] = [await scene(2), created(await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' })).id]
  for (const { actorId } of [team.bob, robo]) created(await team.ada.post(`/api/boards/${other}/members`, { actorId, role: 'member' }))
  const listId = (await team.ada.get(`/api/boards/${other}`)).body.lists[0].id
  const [a = '', b = ''] = it.cards
  await it.robo.patch(`/api/cards/${a}`, { priority: 'high' })
  await it.robo.patch(`/api/cards/${b}`, { title: 'Robo was here' })
  await it.robo.patch(`/api/cards/${b}`, { priority: 'high' })
  await it.end()
  const move = async (cardId: string, body: object) => expect((await team.ada.patch(`/api/cards/${cardId}`, body)).status).toBe(200)
  await move(b, { listId })
  await move(b, { listId: it.lists.doing, title: 'Said' })
  await move(b, { listId })
  await move(b, { title: 'Said while away' })
  await move(b, { listId: it.lists.doing })
  await move(a, { listId })
  expect((await team.session(it.sessionId)).boardId).toBe(other)

  const undone = await it.undo()
  expect(undone.status, undone.text).toBe(200)
  const cards = async () => Promise.all([a, b].map(async (id) => (await team.bob.get(`/api/cards/${id}`)).body.card))
  expect((await cards()).map(({ title, priority }: any) => [title, priority])).toEqual([
    ['Card 0', 'high'],
    ['Said while away', 'none'],
  ])
  const left = undone.body.conflicts.map(({ cardId, field, because }: any) => [cardId, field, because])
  expect(left.toSorted()).toEqual(
    [
      [a, 'priority', 'other_board'],
      [b, 'title', 'changed_since'],
    ].toSorted(),
  )
  expect((await it.undo()).body).toMatchObject({ conflicts: [], isUndone: false })
  expect((await cards()).map(({ priority }: any) => priority)).toEqual(['high', 'high'])
})
