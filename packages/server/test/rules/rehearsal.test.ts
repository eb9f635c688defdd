import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person, TestService } from '../kit/service.ts'
import { addMember, makeBoard, type RuleBoard, startQuietly } from './fixture.ts'

let tandem: TestService
let ada: Person
let board: RuleBoard

beforeAll(async () => {
  ;({ tandem, ada } = await startQuietly())
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  board = await makeBoard(ada)
})

const rehearse = (about: object, rule: object, by = ada) => by.post(`/api/boards/${board.id}/rules/test`, { ...rule, ...about })

test('a rule that is not kept yet is tried on a card, and nothing is done', async () => {
  const [, doing] = board.lists
  const cardId = await board.card('Pump')
  const before = await board.log()
  const rule = {
    trigger: { verb: 'card.created' },
    conditions: [
      { field: 'title', op: 'is', value: 'pump' },
      { field: 'priority', op: 'is', value: 'high' },
    ],
    actions: [{ type: 'move_card', listId: doing }, { type: 'complete_card' }],
  }
  const activityId = before[0].id
  const tried = await rehearse({ activityId }, rule)
  expect([tried.status, tried.body]).toEqual([
    200,
    {
      ...{ wouldRun: false, reason: 'The condition priority is does not hold.', triggerMatches: true },
      conditions: [
        { field: 'title', op: 'is', holds: true },
        { field: 'priority', op: 'is', holds: false },
      ],
      actions: [
        { type: 'move_card', problem: null },
        { type: 'complete_card', problem: null },
      ],
    },
  ])
  expect((await rehearse({ cardId }, { ...rule, conditions: [] })).body).toMatchObject({ wouldRun: true, triggerMatches: null })
  expect(await board.log()).toEqual(before)
  expect((await board.read(cardId)).completedAt).toBe(null)
  expect((await ada.get(`/api/boards/${board.id}/rules`)).body).toEqual([])
})

test('what could not be kept cannot be tried, nor by who could not keep it', async () => {
  const cardId = await board.card('Pump')
  const rule = { trigger: { verb: 'card.created' }, actions: [{ type: 'move_card', listId: cardId }] }
  expect(await rehearse({ cardId }, rule)).toMatchObject({ status: 400, body: { error: { code: 'validation' } } })
  expect((await rehearse({}, { ...rule, actions: [{ type: 'complete_card' }] })).status).toBe(400)
  const mia = await tandem.register('Mia')
  await addMember(ada, board.id, mia.actorId, 'member')
  expect((await rehearse({ cardId }, { ...rule, actions: [{ type: 'complete_card' }] }, mia)).status).toBe(403)
})
