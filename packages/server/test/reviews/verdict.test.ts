import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { created } from '../sessions/fixture/team.ts'
import { type ReviewTeam, startReviewTeam } from './fixture.ts'

let team: ReviewTeam
let cardId: string
beforeAll(async () => {
  team = await startReviewTeam()
})
afterAll(() => team?.stop())
beforeEach(async () => {
  cardId = await team.newCard()
})
afterEach(() => team.ada.patch(`/api/boards/${team.boardId}`, { reviewByOthers: false }))

const errorOf = ({ status, body }: { status: number; body: any }) => [status, body.error?.reason]
const sendsBack = { verdict: 'send_back', note: 'It still drips.' }
const accepts = { verdict: 'accept' }
/** The state that a refusal must not change. */
const standing = async () => [await team.card(cardId), await team.log(cardId)]

test('accept completes the card', { meta: { proves: ['review.verdict.accept'] } }, async () => {
  const { sessionId } = await team.completed(cardId)
  const before = (await team.verbs(cardId)).length
  const accepted = await team.review(cardId, { ...accepts, note: 'Dry.' })
  expect(accepted.status).toBe(200)
  expect(accepted.body).toMatchObject({ session: null, card: { id: cardId, review: null, completedAt: expect.any(String), version: 3 } })
  expect(await team.card(cardId)).toMatchObject(accepted.body.card)
  expect((await team.verbs(cardId)).slice(before)).toEqual(['card.updated', 'card.reviewed'])
  expect((await team.log(cardId)).at(-1)).toMatchObject({
    actorId: team.bob.actorId,
    payload: { verdict: 'accept', note: 'Dry.', sessionId, agentActorId: team.robo.actorId },
  })
})

test('accept unblocks what the card blocked, on another board too', { meta: { proves: ['review.verdict.accept'] } }, async () => {
  const other = (await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' })).body.id
  const [list] = (await team.ada.get(`/api/boards/${other}`)).body.lists
  const blocked = (await team.ada.post(`/api/lists/${list.id}/cards`, { title: 'Paint it' })).body.id
  await team.ada.put(`/api/cards/${cardId}/relations/${blocked}`, { kind: 'blocks' })
  await team.completed(cardId)
  expect((await team.card(blocked)).blocked).toBe(true)
  expect((await team.review(cardId, accepts)).status).toBe(200)
  expect((await team.card(blocked)).blocked).toBe(false)
})

test('send_back opens a session of the agent with the note', { meta: { proves: ['review.verdict.send-back'] } }, async () => {
  const delegated = await team.delegate(cardId)
  await team.post(delegated, { op: 'complete', summary: 'Fixed.' })
  const before = await standing()
  for (const note of [undefined, ' ']) expect((await team.review(cardId, { verdict: 'send_back', note })).status).toBe(400)
  expect(await standing()).toEqual(before)
  const { card, session } = (await team.review(cardId, sendsBack)).body
  expect(session).toMatchObject({ state: 'queued', cardId, agentActorId: team.robo.actorId, initiatorActorId: team.bob.actorId })
  expect(card).toMatchObject({ review: null, completedAt: null, session: { id: session.id, state: 'queued' } })
  expect(await team.card(cardId)).toMatchObject(card)
  const [reviewed, opened] = (await team.log(cardId)).slice(-2)
  expect(reviewed).toMatchObject({ verb: 'card.reviewed', payload: { ...sendsBack, sessionId: delegated } })
  expect(opened).toMatchObject({
    verb: 'agent_session.created',
    payload: { sessionId: session.id, context: { summary: 'It still drips.' } },
  })
  const work = (await team.robo.get('/api/me/work')).body
  expect(work.delegated_to_me).toEqual([expect.objectContaining({ id: cardId, session: expect.objectContaining({ id: session.id }) })])
  const begun = await team.post(session.id, { op: 'update', state: 'working' })
  expect(begun.body.news.items).toMatchObject([{ verb: 'card.reviewed', text: 'sent the work back: It still drips.', role: 'member' }])
  await team.ada.delete(`/api/cards/${cardId}/delegation`)
  expect((await team.session(session.id)).failureReason).toBe('undelegated')
})

test('people of the board review, and others than who asked where the board says so', {
  meta: { proves: ['review.verdict.who'] },
}, async () => {
  await team.completed(cardId)
  const before = await standing()
  expect((await team.review(cardId, accepts, team.stranger)).status).toBe(404)
  expect((await team.review(cardId, accepts, team.eve)).status).toBe(403)
  for (const agent of [team.robo, team.bert]) expect(errorOf(await team.review(cardId, accepts, agent))).toEqual([403, 'reviewOfPeople'])
  await team.ada.patch(`/api/boards/${team.boardId}`, { reviewByOthers: true })
  for (const verdict of [accepts, sendsBack]) expect(errorOf(await team.review(cardId, verdict, team.ada))).toEqual([403, 'reviewByOthers'])
  const completes = await team.ada.patch(`/api/cards/${cardId}`, { completedAt: '2026-11-01T10:00:00Z' })
  expect(errorOf(completes)).toEqual([403, 'reviewByOthers'])
  expect(await standing()).toEqual(before)

  for (const round of ['first', 'second']) {
    const { session } = (await team.review(cardId, { ...sendsBack, note: round })).body
    await team.post(session.id, { op: 'complete', summary: 'Fixed again.' })
    expect(errorOf(await team.review(cardId, accepts, team.ada))).toEqual([403, 'reviewByOthers'])
  }
  expect((await team.review(cardId, accepts)).status).toBe(200)
})

test('who asked for the work does not take it to another board, where others would not review it', {
  meta: { proves: ['review.verdict.who'] },
}, async () => {
  await team.ada.patch(`/api/boards/${team.boardId}`, { reviewByOthers: true })
  const there = created(await team.ada.post('/api/boards', { name: 'There', template: 'kanban' }))
  await team.ada.post(`/api/boards/${there.id}/members`, { actorId: team.bob.actorId, role: 'member' })
  const [{ id: listId }] = (await team.ada.get(`/api/boards/${there.id}`)).body.lists
  await team.completed(cardId)
  const before = await standing()
  for (const body of [{ listId }, { listId, completedAt: '2026-11-01T10:00:00Z' }])
    expect(errorOf(await team.ada.patch(`/api/cards/${cardId}`, body))).toEqual([403, 'reviewByOthers'])
  expect(await standing()).toEqual(before)
  expect((await team.bob.patch(`/api/cards/${cardId}`, { listId })).body.review).toBeNull()
})

test('the first verdict counts, and a later one says whose it was', { meta: { proves: ['review.verdict.once'] } }, async () => {
  expect(errorOf(await team.review(cardId, accepts))).toEqual([409, 'reviewNone'])
  const { sessionId } = await team.completed(cardId)
  const { sessionId: later } = await team.completed(cardId, team.bert)
  const other = await team.review(cardId, { ...accepts, sessionId })
  expect([errorOf(other), other.body.error.details]).toEqual([[409, 'reviewOfOther'], { sessionId: later }])
  await team.ada.patch(`/api/cards/${cardId}`, { archived: true })
  expect(errorOf(await team.review(cardId, accepts))).toEqual([409, 'reviewArchived'])
  await team.ada.patch(`/api/cards/${cardId}`, { archived: false })

  const both = await Promise.all([team.review(cardId, accepts, team.ada), team.review(cardId, accepts, team.bob)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [first, second] = both[0].status === 200 ? ['Ada', both[1]] : ['Bob', both[0]]
  expect(second.body.error).toMatchObject({ reason: 'reviewAccepted', message: `${first} has already accepted the work on this card.` })
  expect((await team.verbs(cardId)).filter((verb) => verb === 'card.reviewed')).toHaveLength(1)

  await team.ada.patch(`/api/cards/${cardId}`, { completedAt: null })
  expect(errorOf(await team.review(cardId, accepts))).toEqual([409, 'reviewNone'])
  await team.completed(cardId)
  const clientMutationId = crypto.randomUUID()
  const once = await team.review(cardId, { ...sendsBack, clientMutationId })
  expect((await team.review(cardId, { ...sendsBack, clientMutationId })).body).toEqual(once.body)
  const back = await team.review(cardId, accepts, team.ada)
  expect([errorOf(back), back.body.error.message]).toEqual([[409, 'reviewSentBack'], 'Bob has already sent the work on this card back.'])
  await team.post(once.body.session.id, { op: 'complete', summary: 'Fixed.' })
  await team.bob.patch(`/api/cards/${cardId}`, { completedAt: '2026-11-01T10:00:00Z' })
  expect(errorOf(await team.review(cardId, accepts))).toEqual([409, 'reviewCompleted'])
})

test('work goes back to an agent that can take it', { meta: { proves: ['review.verdict.agent'] } }, async () => {
  const refused = async (...error: [number, string]) => {
    const before = await standing()
    expect(errorOf(await team.review(cardId, sendsBack))).toEqual(error)
    expect(await standing()).toEqual(before)
  }
  const robo = `/api/agents/${team.robo.actorId}`
  await team.completed(cardId)
  await team.ada.patch(robo, { invokableBy: 'owner' })
  await refused(403, 'invokedByOwner')
  await team.ada.patch(robo, { invokableBy: 'members', capabilities: { delegatable: false } })
  await refused(409, 'reviewAgentGone')
  await team.ada.patch(robo, { capabilities: { delegatable: true } })
  const live = (await team.ada.post(`/api/cards/${cardId}/sessions`, { agentActorId: team.robo.actorId })).body.id
  await refused(409, 'reviewAgentBusy')
  await team.post(live, { op: 'fail', reason: 'No.' })
  await team.ada.patch(robo, { paused: true })
  const { session } = (await team.review(cardId, sendsBack)).body
  expect((await team.post(session.id, { op: 'update', state: 'working' })).status).toBe(409)
  await team.ada.patch(robo, { paused: false })
  await team.post(session.id, { op: 'complete', summary: 'Fixed.' })
  await team.ada.delete(`/api/boards/${team.boardId}/members/${team.robo.actorId}`)
  await refused(409, 'reviewAgentGone')
  expect((await team.review(cardId, accepts)).status).toBe(200)
})
