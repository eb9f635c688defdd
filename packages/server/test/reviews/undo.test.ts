import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { created } from '../sessions/fixture/team.ts'
import { type ReviewTeam, startReviewTeam } from './fixture.ts'

/** Undoing a session whose work waits for review. */
let team: ReviewTeam
let cardId: string
beforeAll(async () => {
  team = await startReviewTeam()
})
afterAll(() => team?.stop())
beforeEach(async () => {
  cardId = await team.newCard({ title: 'As it was' })
})

/** An agent retitles the card and completes its session. */
async function retitled(title = 'By Robo', by = team.robo) {
  const { id } = created(await team.ada.post(`/api/cards/${cardId}/sessions`, { agentActorId: by.actorId }))
  expect((await by.patch(`/api/cards/${cardId}`, { title })).status).toBe(200)
  await team.post(id, { op: 'complete', summary: 'Fixed.' }, by)
  return { sessionId: id as string, review: (await team.card(cardId)).review }
}
const undo = async (sessionId: string, body: object = {}, by = team.bob) => {
  const answer = await by.post(`/api/sessions/${sessionId}/undo`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const leftOf = ({ conflicts }: { conflicts: any[] }) => conflicts.map(({ field, because, reason }) => [field, because, reason])
const shown = async () => {
  const { title, review } = await team.card(cardId)
  return { title, review }
}

test('work that waits is withdrawn with what was done, and waits again when that is brought back', {
  meta: { proves: ['undo.review'] },
}, async () => {
  const { sessionId, review } = await retitled()
  expect(review).toMatchObject({ state: 'waiting', sessionId })
  const tried = await undo(sessionId, { dryRun: true })
  expect(await shown()).toEqual({ title: 'By Robo', review })
  const undone = await undo(sessionId)
  expect([undone, undone.conflicts]).toEqual([tried, []])
  expect(undone.cards[0].verbs).toContainEqual({ verb: 'card.review_requested', count: 1 })
  expect(await shown()).toEqual({ title: 'As it was', review: null })
  const refused = await team.review(cardId, { verdict: 'accept' })
  expect([refused.status, refused.body.error.reason]).toEqual([409, 'reviewNone'])

  expect((await undo(sessionId)).conflicts).toEqual([])
  expect(await shown()).toEqual({ title: 'By Robo', review })
  const bodies = (await team.log(cardId)).filter(({ payload }) => payload.undoOf === sessionId && 'review' in payload)
  const { state: _, ...before } = review
  expect(bodies.map(({ verb, payload }) => [verb, payload.review, payload.previous.review])).toEqual([
    ['card.updated', null, before],
    ['card.updated', review, null],
  ])
  expect((await undo(sessionId)).conflicts).toEqual([])
  expect(await shown()).toEqual({ title: 'As it was', review: null })
})

test.each(['accept', 'send_back'])('a verdict of a person in between stays: %s', { meta: { proves: ['undo.review'] } }, async (verdict) => {
  const { sessionId } = await retitled()
  expect((await team.review(cardId, { verdict, note: 'Seen.' })).status).toBe(200)
  const { completedAt } = await team.card(cardId)
  expect(leftOf(await undo(sessionId))).toEqual([['review', 'changed_since', 'undoChangedSince']])
  expect(await team.card(cardId)).toMatchObject({ title: 'As it was', review: null, completedAt })
})

test('what a person ended otherwise stays: by a completion, also while it was undone, or by a move to another board', {
  meta: { proves: ['undo.review'] },
}, async () => {
  const completedAt = '2026-12-01T10:00:00.000Z'
  const completed = await retitled()
  expect((await team.bob.patch(`/api/cards/${cardId}`, { completedAt })).status).toBe(200)
  expect(leftOf(await undo(completed.sessionId))).toEqual([['review', 'changed_since', 'undoChangedSince']])

  cardId = await team.newCard({ title: 'As it was' })
  const later = await retitled()
  await undo(later.sessionId)
  expect((await team.bob.patch(`/api/cards/${cardId}`, { completedAt })).status).toBe(200)
  expect(leftOf(await undo(later.sessionId))).toEqual([['review', 'changed_since', 'undoChangedSince']])
  expect(await team.card(cardId)).toMatchObject({ title: 'By Robo', review: null, completedAt })

  cardId = await team.newCard({ title: 'As it was' })
  const away = await retitled()
  const other = created(await team.ada.post('/api/boards', { name: 'Other', template: 'kanban' })).id
  const there = (await team.ada.get(`/api/boards/${other}`)).body.lists[0].id
  for (const listId of [there, team.listId]) expect((await team.ada.patch(`/api/cards/${cardId}`, { listId })).status).toBe(200)
  expect(leftOf(await undo(away.sessionId))).toEqual([['review', 'changed_since', 'undoChangedSince']])
})

test('of two sessions that wait one after the other, the first one waits again when the second is undone', {
  meta: { proves: ['undo.review'] },
}, async () => {
  const first = await retitled()
  const second = await retitled('By Bert', team.bert)
  expect(leftOf(await undo(first.sessionId, { dryRun: true }))).toContainEqual(['review', 'changed_since', 'undoChangedSince'])
  expect((await undo(second.sessionId)).conflicts).toEqual([])
  expect(await shown()).toEqual({ title: 'By Robo', review: first.review })
  expect((await undo(second.sessionId)).conflicts).toEqual([])
  expect(await shown()).toEqual({ title: 'By Bert', review: second.review })
})

test('who may not review the work does not withdraw it either', { meta: { proves: ['undo.review'] } }, async () => {
  await team.ada.patch(`/api/boards/${team.boardId}`, { reviewByOthers: true })
  const { sessionId, review } = await retitled()
  expect(leftOf(await undo(sessionId, {}, team.ada))).toEqual([['review', 'refused', 'reviewByOthers']])
  expect(await shown()).toEqual({ title: 'As it was', review })
})
