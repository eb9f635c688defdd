import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../kit/service.ts'
import { created } from '../sessions/fixture/team.ts'
import { type ReviewTeam, startReviewTeam } from './fixture.ts'

let team: ReviewTeam
let cardId: string
/** An agent that may change the board. */
let writer: Person
let lists: { id: string }[]
beforeAll(async () => {
  team = await startReviewTeam()
  writer = await team.tandem.agent(team.ada, 'Writer', [team.boardId], ['boards:write'])
  lists = (await team.ada.get(`/api/boards/${team.boardId}`)).body.lists
})
afterAll(() => team?.stop())
beforeEach(async () => {
  cardId = await team.newCard()
})
afterEach(async () => {
  await team.ada.patch(`/api/lists/${team.listId}`, { acceptance: 'required' })
  await team.ada.patch(`/api/boards/${team.boardId}`, { reviewByOthers: false })
})
const second = () => lists[1]?.id ?? ''
const errorOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.reason]

describe('a list asks for review', () => {
  test('where members say so; an agent cannot take it away', { meta: { proves: ['list.acceptance'] } }, async () => {
    const set = (acceptance: string, by = team.bob) => by.patch(`/api/lists/${second()}`, { acceptance })
    expect((await set('required')).body).toMatchObject({ acceptance: 'required' })
    expect(errorOf(await set('none', writer))).toEqual([403, 'reviewRuleOfPeople'])
    expect((await set('none', team.eve)).status).toBe(403)
    expect((await set('none', team.stranger)).status).toBe(404)
    expect((await set('often')).status).toBe(400)
    const acceptances = async (path: string) =>
      (await team.ada.get(`/api/boards/${team.boardId}${path}`)).body.lists.map((l: any) => l.acceptance)
    for (const path of ['', '/outline']) expect(await acceptances(path)).toEqual(['required', 'required', 'none'])
    expect((await set('none')).body).toMatchObject({ acceptance: 'none' })
    expect((await set('required', writer)).body).toMatchObject({ acceptance: 'required' })
    await set('none')
    const made = await team.bob.post(`/api/boards/${team.boardId}/lists`, { name: 'Checked', acceptance: 'required' })
    expect(created(made)).toMatchObject({ acceptance: 'required' })
    await team.ada.patch(`/api/lists/${made.body.id}`, { archived: true })
  })

  test('by others than who asked, where an admin says so', { meta: { proves: ['board.review-by-others'] } }, async () => {
    const set = (by = team.ada) => by.patch(`/api/boards/${team.boardId}`, { reviewByOthers: true })
    expect((await set(team.bob)).status).toBe(403)
    await team.ada.patch(`/api/boards/${team.boardId}/members/${writer.actorId}`, { role: 'admin' })
    expect(errorOf(await set(writer))).toEqual([403, 'reviewRuleOfPeople'])
    expect((await team.ada.get(`/api/boards/${team.boardId}`)).body.reviewByOthers).toBe(false)
    expect((await set()).body.reviewByOthers).toBe(true)
    expect((await team.ada.get(`/api/boards/${team.boardId}`)).body.reviewByOthers).toBe(true)
    const copy = created(await team.ada.post(`/api/boards/${team.boardId}/copy`, {}))
    expect((await team.ada.get(`/api/boards/${copy.id}`)).body).toMatchObject({
      reviewByOthers: true,
      lists: [{ acceptance: 'required' }, {}, {}],
    })
    const file = (await team.ada.get(`/api/boards/${team.boardId}/export`)).body
    expect([file.board.reviewByOthers, file.lists[0].acceptance]).toEqual([true, 'required'])
  })
})

describe('work of an agent', () => {
  test('waits when its session is completed, wherever the card is shown', { meta: { proves: ['review.waits'] } }, async () => {
    expect((await team.card(cardId)).review).toBeNull()
    const { sessionId, review } = await team.completed(cardId)
    const waiting = { state: 'waiting', since: expect.any(String), sessionId, agentActorId: team.robo.actorId }
    expect(review).toEqual(waiting)
    const tree = (await team.eve.get(`/api/boards/${team.boardId}`)).body
    expect(tree.lists[0].cards.find(({ id }: any) => id === cardId).review).toEqual(waiting)
    const asked = (await team.log(cardId)).at(-1)
    expect(asked).toMatchObject({ verb: 'card.review_requested', actorId: team.robo.actorId, payload: { sessionId, since: review.since } })
    expect(await team.card(cardId)).toMatchObject({ completedAt: null, listId: team.listId, version: 2 })

    const later = await team.completed(cardId, team.bert)
    expect(later.review).toMatchObject({ sessionId: later.sessionId, agentActorId: team.bert.actorId })
    expect((await team.verbs(cardId)).filter((verb) => verb === 'card.review_requested')).toHaveLength(2)
  })

  test('is not taken from a queue again while it waits', { meta: { proves: ['review.waits'] } }, async () => {
    const { id: listId } = created(await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Queue', acceptance: 'required' }))
    await team.ada.patch(`/api/lists/${listId}`, { queue: { agentActorIds: [] } })
    await team.ada.patch(`/api/cards/${cardId}`, { listId })
    await team.completed(cardId)
    expect((await team.bert.post('/api/work/claim', { listId })).body).toMatchObject({ card: null, because: 'empty' })
    await team.ada.patch(`/api/lists/${listId}`, { archived: true })
  })

  test('waits nowhere else', { meta: { proves: ['review.waits'] } }, async () => {
    const elsewhere = await team.newCard()
    await team.ada.patch(`/api/cards/${elsewhere}`, { listId: second() })
    const done = await team.newCard()
    await team.ada.patch(`/api/cards/${done}`, { completedAt: '2026-11-01T10:00:00Z' })
    const archived = await team.newCard()
    await team.ada.patch(`/api/cards/${archived}`, { archived: true })
    for (const id of [elsewhere, done, archived]) expect((await team.completed(id)).review).toBeNull()
    const failed = created(await team.ada.post(`/api/cards/${cardId}/sessions`, { agentActorId: team.robo.actorId })).id
    await team.post(failed, { op: 'fail', reason: 'No way in.' })
    expect((await team.card(cardId)).review).toBeNull()
  })

  test('goes on waiting on its board until a person ends it', { meta: { proves: ['review.kept'] } }, async () => {
    const { review } = await team.completed(cardId)
    await team.ada.patch(`/api/lists/${team.listId}`, { acceptance: 'none' })
    await team.robo.patch(`/api/cards/${cardId}`, { listId: second() })
    expect((await team.card(cardId)).review).toEqual(review)
    const completed = await team.bob.patch(`/api/cards/${cardId}`, { completedAt: '2026-11-01T10:00:00Z' })
    expect(completed.body.review).toBeNull()
    expect((await team.log(cardId)).at(-1)).toMatchObject({
      verb: 'card.updated',
      payload: { review: null, previous: { review: { since: review.since } } },
    })
    await team.bob.patch(`/api/cards/${cardId}`, { completedAt: null })
    expect((await team.card(cardId)).review).toBeNull()

    const other = await team.newCard()
    await team.completed(other)
    const there = created(await team.ada.post('/api/boards', { name: 'There', template: 'kanban' }))
    const [list] = (await team.ada.get(`/api/boards/${there.id}`)).body.lists
    expect((await team.ada.patch(`/api/cards/${other}`, { listId: list.id })).body.review).toBeNull()
    expect((await team.card(other)).review).toBeNull()
  })

  test('tells who is accountable, and the others that the session ended', { meta: { proves: ['review.told'] } }, async () => {
    const told = async (person: any) =>
      (await team.inbox(person)).filter((row: any) => row.cardId === cardId).map(({ reason }: any) => reason)
    await team.completed(cardId)
    expect([await told(team.ada), await told(team.bob)]).toEqual([['review'], []])

    cardId = await team.newCard({ assigneeActorIds: [team.bob.actorId] })
    await team.ada.put(`/api/cards/${cardId}/watch`)
    await team.completed(cardId)
    expect(await told(team.ada)).toEqual(['session_ended'])
    expect(await told(team.bob)).toEqual(['review', 'assigned'])
    await team.review(cardId, { verdict: 'send_back', note: 'It still drips.' })
    expect(await told(team.ada)).toEqual(['reviewed', 'session_ended'])
    expect((await team.inbox(team.robo)).find((row: any) => row.cardId === cardId)).toMatchObject({
      reason: 'reviewed',
      excerpt: 'It still drips.',
    })

    await team.ada.patch(`/api/boards/${team.boardId}`, { reviewByOthers: true })
    cardId = await team.newCard({ assigneeActorIds: [team.ada.actorId, team.bob.actorId] })
    await team.completed(cardId)
    expect(await told(team.ada)).toEqual(['session_ended'])
    expect((await told(team.bob))[0]).toBe('review')
  })

  test('is completed by no agent', { meta: { proves: ['review.completed-at'] } }, async () => {
    const at = '2026-11-01T10:00:00Z'
    const refused = async (id: string, body: object) => {
      const [before, log] = [await team.card(id), await team.log(id)]
      expect(errorOf(await team.robo.patch(`/api/cards/${id}`, body))).toEqual([403, 'completedByReview'])
      expect([await team.card(id), await team.log(id)]).toEqual([before, log])
    }
    await refused(cardId, { completedAt: at })
    await refused(cardId, { completedAt: at, listId: second() })
    const outside = await team.newCard()
    await team.ada.patch(`/api/cards/${outside}`, { listId: second() })
    await refused(outside, { completedAt: at, listId: team.listId })
    await team.completed(cardId)
    await team.ada.patch(`/api/cards/${cardId}`, { listId: second() })
    await refused(cardId, { completedAt: at })
    const there = created(await team.ada.post('/api/boards', { name: 'There', template: 'kanban' }))
    await team.ada.post(`/api/boards/${there.id}/members`, { actorId: team.robo.actorId, role: 'member' })
    const [list] = (await team.ada.get(`/api/boards/${there.id}`)).body.lists
    await refused(cardId, { listId: list.id })
    expect((await team.robo.patch(`/api/cards/${outside}`, { completedAt: at })).status).toBe(200)
  })

  test('is taken by no agent to a list without review', { meta: { proves: ['review.left-list'] } }, async () => {
    const there = created(await team.ada.post('/api/boards', { name: 'There', template: 'kanban' }))
    await team.ada.post(`/api/boards/${there.id}/members`, { actorId: team.robo.actorId, role: 'member' })
    const [list] = (await team.ada.get(`/api/boards/${there.id}`)).body.lists
    const standing = async () => [await team.card(cardId), await team.log(cardId)]
    const before = await standing()
    for (const listId of [second(), list.id])
      expect(errorOf(await team.robo.patch(`/api/cards/${cardId}`, { listId }))).toEqual([403, 'movedByReview'])
    expect(await standing()).toEqual(before)

    const rule = { name: 'On', trigger: { verb: 'card.priority_changed' }, actions: [{ type: 'move_card', listId: second() }] }
    const { id: ruleId } = created(await team.ada.post(`/api/boards/${team.boardId}/rules`, rule))
    const met = async (by: Person, priority: string) => {
      await by.patch(`/api/cards/${cardId}`, { priority })
      await team.tandem.service.workers.rules.runOnce()
      const [run] = (await team.ada.get(`/api/rules/${ruleId}/runs`)).body
      return [(await team.card(cardId)).listId, run.actions[0].error]
    }
    expect(await met(team.robo, 'urgent')).toEqual([team.listId, expect.stringContaining('people review the work of agents')])
    expect(await met(team.bob, 'high')).toEqual([second(), null])
    await team.ada.delete(`/api/rules/${ruleId}`)

    // Into the list, within it, and to another one like it.
    expect((await team.robo.patch(`/api/cards/${cardId}`, { listId: team.listId })).status).toBe(200)
    expect((await team.robo.patch(`/api/cards/${cardId}`, { beforeId: null })).status).toBe(200)
    await team.ada.patch(`/api/lists/${second()}`, { acceptance: 'required' })
    expect((await team.robo.patch(`/api/cards/${cardId}`, { listId: second() })).status).toBe(200)
    await team.ada.patch(`/api/lists/${second()}`, { acceptance: 'none' })
    // A card that a person has completed counts as reviewed.
    await team.ada.patch(`/api/cards/${cardId}`, { listId: team.listId, completedAt: '2026-11-01T10:00:00Z' })
    expect((await team.robo.patch(`/api/cards/${cardId}`, { listId: second() })).status).toBe(200)
  })

  test('is archived by no agent while it waits', { meta: { proves: ['review.archived'] } }, async () => {
    const { id: listId } = created(await team.ada.post(`/api/boards/${team.boardId}/lists`, { name: 'Checked', acceptance: 'required' }))
    await team.ada.patch(`/api/cards/${cardId}`, { listId })
    const blocked = await team.newCard()
    await team.ada.put(`/api/cards/${cardId}/relations/${blocked}`, { kind: 'blocks' })
    expect((await team.robo.patch(`/api/cards/${cardId}`, { archived: true })).status).toBe(200)
    await team.ada.patch(`/api/cards/${cardId}`, { archived: false })
    await team.completed(cardId)
    const standing = async () => [await team.card(cardId), await team.log(cardId), await team.card(blocked)]
    const before = await standing()
    for (const body of [{ archived: true }, { archived: true, listId: second() }])
      expect(errorOf(await team.robo.patch(`/api/cards/${cardId}`, body))).toEqual([403, 'archivedByReview'])
    expect(errorOf(await writer.patch(`/api/lists/${listId}`, { archived: true }))).toEqual([403, 'archivedByReview'])
    expect(await standing()).toEqual(before)
    expect((await team.card(blocked)).blocked).toBe(true)

    const rule = { name: 'Urgent goes', trigger: { verb: 'card.priority_changed' }, actions: [{ type: 'archive_card' }] }
    const { id: ruleId } = created(await team.ada.post(`/api/boards/${team.boardId}/rules`, rule))
    const met = async (by: Person, priority: string) => {
      await by.patch(`/api/cards/${cardId}`, { priority })
      await team.tandem.service.workers.rules.runOnce()
      const [run] = (await team.ada.get(`/api/rules/${ruleId}/runs`)).body
      return [(await team.card(cardId)).archivedAt !== null, run.actions[0].error]
    }
    expect(await met(team.robo, 'urgent')).toEqual([false, expect.stringContaining('is waiting for review')])
    expect(await met(team.bob, 'high')).toEqual([true, null])
    await team.ada.delete(`/api/rules/${ruleId}`)
    await team.ada.patch(`/api/cards/${cardId}`, { archived: false })
    expect((await team.bob.patch(`/api/lists/${listId}`, { archived: true })).status).toBe(200)
    expect((await team.card(blocked)).blocked).toBe(false)
    expect((await writer.patch(`/api/lists/${listId}`, { archived: false })).status).toBe(200)
    await team.ada.patch(`/api/lists/${listId}`, { archived: true })
  })

  test('is completed by the rules of people alone', { meta: { proves: ['review.completed-by-rule'] } }, async () => {
    const rule = { name: 'Urgent is done', trigger: { verb: 'card.priority_changed' }, actions: [{ type: 'complete_card' }] }
    const { id: ruleId } = created(await team.ada.post(`/api/boards/${team.boardId}/rules`, rule))
    const chained = { name: 'Labelled is urgent', trigger: { verb: 'card.moved' }, actions: [{ type: 'set_priority', priority: 'high' }] }
    const { id: chainedId } = created(await team.ada.post(`/api/boards/${team.boardId}/rules`, chained))

    const met = async (by: typeof team.ada, body: object) => {
      const met = await team.newCard()
      await by.patch(`/api/cards/${met}`, body)
      for (const _ of ['the rule', 'what it sets off']) await team.tandem.service.workers.rules.runOnce()
      const run = (await team.ada.get(`/api/rules/${ruleId}/runs`)).body.find((one: any) => one.cardId === met)
      return [(await team.card(met)).completedAt !== null, run.actions[0].error]
    }
    await team.ada.patch(`/api/lists/${second()}`, { acceptance: 'required' })
    const refused = [false, expect.stringContaining('A person must review')]
    expect(await met(team.robo, { priority: 'urgent' })).toEqual(refused)
    expect(await met(team.bob, { priority: 'urgent' })).toEqual([true, null])
    expect(await met(team.robo, { listId: second() })).toEqual(refused)
    expect(await met(team.bob, { listId: second() })).toEqual([true, null])
    for (const id of [ruleId, chainedId]) await team.ada.delete(`/api/rules/${id}`)
    await team.ada.patch(`/api/lists/${second()}`, { acceptance: 'none' })
  })

  test('is completed by no rule of who asked for it, and by none that they set off, where others review it', {
    meta: { proves: ['review.completed-by-rule'] },
  }, async () => {
    await team.ada.patch(`/api/boards/${team.boardId}/members/${team.bob.actorId}`, { role: 'admin' })
    await team.ada.patch(`/api/boards/${team.boardId}`, { reviewByOthers: true })
    const met = async (author: Person, by: Person) => {
      const rule = { name: 'Urgent is done', trigger: { verb: 'card.priority_changed' }, actions: [{ type: 'complete_card' }] }
      const { id: ruleId } = created(await author.post(`/api/boards/${team.boardId}/rules`, rule))
      const met = await team.newCard()
      await team.completed(met)
      await by.patch(`/api/cards/${met}`, { priority: 'urgent' })
      await team.tandem.service.workers.rules.runOnce()
      const [run] = (await team.ada.get(`/api/rules/${ruleId}/runs`)).body
      await author.delete(`/api/rules/${ruleId}`)
      return [(await team.card(met)).completedAt !== null, run.actions[0].error]
    }
    const refused = [false, expect.stringContaining('someone other than the person who requested it')]
    expect(await met(team.ada, team.bob)).toEqual(refused)
    expect(await met(team.ada, team.ada)).toEqual(refused)
    expect(await met(team.bob, team.ada)).toEqual(refused)
    expect(await met(team.bob, team.bob)).toEqual([true, null])
    await team.ada.patch(`/api/boards/${team.boardId}/members/${team.bob.actorId}`, { role: 'member' })
  })
})
