import { type RuleAction, ruleActionType } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsOfAllTables } from '../kit/database.ts'
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

test('a rule that is not kept yet is tried on a card, and nothing is done', { meta: { proves: ['rule.rehearse.unsaved'] } }, async () => {
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
      wouldRun: false,
      reason: 'This condition is not met: priority is.',
      triggerMatches: true,
      why: { reason: 'ruleCondition', params: { field: 'priority', op: 'is' } },
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

test('what could not be kept cannot be tried, nor by who could not keep it', {
  meta: { proves: ['rule.rehearse.as-saving'] },
}, async () => {
  const cardId = await board.card('Pump')
  const rule = { trigger: { verb: 'card.created' }, actions: [{ type: 'move_card', listId: cardId }] }
  expect(await rehearse({ cardId }, rule)).toMatchObject({ status: 400, body: { error: { code: 'validation' } } })
  expect((await rehearse({}, { ...rule, actions: [{ type: 'complete_card' }] })).status).toBe(400)
  const mia = await tandem.register('Mia')
  await addMember(ada, board.id, mia.actorId, 'member')
  expect((await rehearse({ cardId }, { ...rule, actions: [{ type: 'complete_card' }] }, mia)).status).toBe(403)
})

test('for an activity that is about no card the answer says so, of the rule and of each action that needs one', {
  meta: { proves: ['rule.test.told', 'rule.rehearse.unsaved'] },
}, async () => {
  const [toDo] = board.lists
  const trigger = { verb: 'list.created' }
  const actions = [
    { type: 'add_comment', body: 'x' },
    { type: 'move_card', listId: toDo },
    { type: 'create_card', listId: toDo, title: 'x' },
  ]
  const kept = await board.rule(trigger, actions)
  await ada.post(`/api/boards/${board.id}/lists`, { name: 'Later' })
  const [{ id: activityId }] = await board.log()
  const none = 'There is no card for this action.'
  const said = {
    wouldRun: false,
    triggerMatches: true,
    reason: 'The event is not about a card on the board.',
    actions: actions.map(({ type }) => ({ type, problem: type === 'create_card' ? null : none })),
  }
  expect(await ada.post(`/api/rules/${kept}/test`, { activityId })).toMatchObject({ status: 200, body: said })
  expect(await rehearse({ activityId }, { trigger, actions })).toMatchObject({ status: 200, body: said })
})

test('a dry run of every action there is, each of which would do something, leaves every row of the database as it was', {
  meta: { proves: ['rule.test.nothing-done'] },
}, async () => {
  const [, doing] = board.lists
  const robo = await tandem.agent(ada, 'Robo', [board.id])
  const [gone, given] = [await label('gone'), await label('given')]
  const { id: fieldId } = (await ada.post(`/api/boards/${board.id}/fields`, { name: 'Valve', type: 'text' })).body
  const cardId = await board.card('Pump', { labelIds: [gone] })
  await ada.patch(`/api/cards/${cardId}`, { completedAt: '2026-01-01T00:00:00.000Z' })
  await ada.put(`/api/cards/${cardId}/watch`)
  const actions: RuleAction[] = [
    { type: 'reopen_card' },
    { type: 'complete_card' },
    { type: 'move_card', listId: doing, position: 'top' },
    { type: 'add_label', labelId: given },
    { type: 'remove_label', labelId: gone },
    { type: 'assign', actorId: ada.actorId },
    { type: 'delegate', agentActorId: robo.actorId },
    { type: 'set_priority', priority: 'urgent' },
    { type: 'set_field', fieldId, value: 'open' },
    { type: 'create_card', listId: doing, title: 'After {{card.title}}' },
    { type: 'add_comment', body: `@${robo.handle} and @${ada.handle}: {{card.key}}` },
    { type: 'add_checklist_item', text: 'Check' },
    { type: 'notify', to: 'watchers', message: 'Look' },
    { type: 'archive_card' },
  ]
  expect(actions.map(({ type }) => type).toSorted()).toEqual(ruleActionType.options.toSorted())
  const kept = await board.rule({ verb: 'card.updated' }, actions)
  const before = await rowsOfAllTables(tandem.database.pool)
  const fine = { wouldRun: true, actions: actions.map(({ type }) => ({ type, problem: null })) }
  expect(await rehearse({ cardId }, { trigger: { verb: 'card.updated' }, actions })).toMatchObject({ status: 200, body: fine })
  expect(await ada.post(`/api/rules/${kept}/test`, { cardId })).toMatchObject({ status: 200, body: fine })
  expect(await rowsOfAllTables(tandem.database.pool)).toEqual(before)
  await ada.patch(`/api/cards/${cardId}`, { title: 'Pump 2' })
  await tandem.service.workers.rules.runOnce()
  const first = (await board.runs(kept)).at(-1)
  expect(first).toMatchObject({ state: 'done', actions: actions.map(({ type }) => ({ type, outcome: 'done' })) })
})

async function label(name: string): Promise<string> {
  return (await ada.post(`/api/boards/${board.id}/labels`, { name, color: 'red' })).body.id
}
