import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { install } from '../integrations/plugin.ts'
import type { Person, TestService } from '../kit/service.ts'
import { addMember, makeBoard, type RuleBoard, startQuietly } from './fixture.ts'

let tandem: TestService
let ada: Person
let mia: Person
let robo: Person
let board: RuleBoard
const runRules = () => tandem.service.workers.rules.runOnce()
const comment = [{ type: 'add_comment', body: 'Seen' }]
const states = async (ruleId: string) => (await board.runs(ruleId)).map(({ state, reason }) => reason ?? state).toReversed()

beforeAll(async () => {
  ;({ tandem, ada } = await startQuietly())
  mia = await tandem.register('Mia')
  robo = await tandem.agent(ada, 'Robo')
})
afterAll(() => tandem?.stop())

async function openBoard(): Promise<void> {
  board = await makeBoard(ada)
  for (const { actorId } of [mia, robo]) await addMember(ada, board.id, actorId, 'member')
}

describe('each filter keeps a rule to what it names, and the run history says what kept it', () => {
  beforeEach(openBoard)

  test('listId is where the card lies, toListId where it moved to', async () => {
    const [toDo, doing, last] = board.lists
    const lies = await board.rule({ verb: 'card.updated', filters: { listId: toDo } }, comment)
    const moves = await board.rule({ verb: 'card.moved', filters: { toListId: last } }, comment)
    const cardId = await board.card('Pump')
    await ada.patch(`/api/cards/${cardId}`, { title: 'a' })
    await runRules()
    for (const change of [{ listId: doing }, { title: 'b' }, { listId: last }]) await ada.patch(`/api/cards/${cardId}`, change)
    await runRules()
    expect(await states(lies)).toEqual(['done', 'The filter listId does not match.'])
    expect(await states(moves)).toEqual(['The filter toListId does not match.', 'done'])
  })

  test('labelId and priority are those of the activity, else those of the card', async () => {
    const labels = []
    for (const name of ['One', 'Two']) labels.push((await ada.post(`/api/boards/${board.id}/labels`, { name, color: 'red' })).body.id)
    const [labelId, otherId] = labels
    const labeled = await board.rule({ verb: 'card.labeled', filters: { labelId } }, comment)
    const commented = await board.rule({ verb: 'card.assigned', filters: { labelId, priority: 'high' } }, comment)
    const raised = await board.rule({ verb: 'card.priority_changed', filters: { priority: 'high' } }, comment)
    const cardId = await board.card('Pump')
    await ada.put(`/api/cards/${cardId}/labels/${otherId}`)
    await ada.put(`/api/cards/${cardId}/labels/${labelId}`)
    for (const priority of ['low', 'high']) await ada.patch(`/api/cards/${cardId}`, { priority })
    await ada.post(`/api/cards/${cardId}/assignees`, { actorId: mia.actorId })
    await ada.post(`/api/cards/${await board.card('Bare')}/assignees`, { actorId: mia.actorId })
    await runRules()
    expect(await states(labeled)).toEqual(['The filter labelId does not match.', 'done'])
    expect(await states(raised)).toEqual(['The filter priority does not match.', 'done'])
    expect(await states(commented)).toEqual(['done', 'The filter labelId does not match.'])
  })

  test('a rule runs when a card becomes blocked, and when it is free again', { meta: { proves: ['rule.condition.blocked'] } }, async () => {
    const when = (blocked: boolean) => ({ conditions: [{ field: 'blocked', op: 'is', value: blocked }] })
    const blocks = await board.rule({ verb: 'card.blocked' }, comment, when(true))
    const frees = await board.rule({ verb: 'card.unblocked' }, [{ type: 'set_priority', priority: 'high' }], when(false))
    const titled = await board.rule({ verb: 'card.updated' }, [{ type: 'set_priority', priority: 'low' }], when(true))
    const [blocker, cardId] = [await board.card('Permit'), await board.card('Pump')]
    await ada.put(`/api/cards/${blocker}/relations/${cardId}`, { kind: 'blocks' })
    await ada.patch(`/api/cards/${cardId}`, { title: 'Pumps' })
    await runRules()
    await ada.patch(`/api/cards/${blocker}`, { completedAt: '2026-11-21T09:00:00Z' })
    await runRules()
    expect([await states(blocks), await states(frees)]).toEqual([['done'], ['done']])
    expect(await states(titled)).toEqual(['done', 'This condition is not met: blocked is.'])
    expect((await ada.get(`/api/cards/${cardId}`)).body.card.priority).toBe('high')
  })

  test('targetBranch is that of a code host, actorKind who acted', async () => {
    const hook = await install(tandem, ada, board.id)
    const merged = await board.rule({ verb: 'vcs.pr_merged', filters: { targetBranch: 'main' } }, comment)
    const byAgents = await board.rule({ verb: 'comment.added', filters: { actorKind: 'agent' } }, [
      { type: 'set_priority', priority: 'low' },
    ])
    const cardId = await board.card('Pump')
    const pull = { externalSystem: 'github', externalId: 'acme/engine#7', externalUrl: 'https://github.com/acme/engine/pull/7' }
    await hook.put(`/api/cards/${cardId}/links`, pull)
    for (const targetBranch of ['dev', 'main'])
      expect((await hook.post(`/api/cards/${cardId}/events`, { verb: 'vcs.pr_merged', ...pull, targetBranch })).status).toBeLessThan(300)
    await ada.post(`/api/cards/${cardId}/comments`, { body: 'By a person' })
    await robo.post(`/api/cards/${cardId}/comments`, { body: 'By an agent' })
    await runRules()
    expect(await states(merged)).toEqual(['The filter targetBranch does not match.', 'done'])
    expect(await states(byAgents)).toEqual(expect.arrayContaining(['The filter actorKind does not match.', 'done']))
  })
})

test('a rule runs for its verb and no other, from when it was made or switched on, and not when it is off', async () => {
  await openBoard()
  const cardId = await board.card('Pump')
  await ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'before' })
  const ruleId = await board.rule({ verb: 'card.checklist_item_added' }, comment)
  await ada.patch(`/api/cards/${cardId}`, { title: 'other' })
  await runRules()
  expect(await states(ruleId)).toEqual([])
  await ada.patch(`/api/rules/${ruleId}`, { enabled: false })
  await ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'off' })
  await runRules()
  await ada.patch(`/api/rules/${ruleId}`, { enabled: true })
  await runRules()
  expect(await states(ruleId)).toEqual([])
  await ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'on' })
  await runRules()
  expect(await states(ruleId)).toEqual(['done'])
  await ada.delete(`/api/rules/${ruleId}`)
  await ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'gone' })
  await runRules()
  expect((await board.read(cardId)).comments).toHaveLength(1)
})

test('a rule about cards is skipped where there is none, and one that needs none runs', async () => {
  await openBoard()
  const [needs, needsNone] = [
    await board.rule({ verb: 'label.created' }, comment),
    await board.rule({ verb: 'label.created' }, [{ type: 'notify', to: [mia.actorId], message: 'A label' }], {
      conditions: [{ field: 'actorKind', op: 'is', value: 'human' }],
    }),
  ]
  await ada.post(`/api/boards/${board.id}/labels`, { name: 'New', color: 'red' })
  await runRules()
  expect(await states(needs)).toEqual(['The event is not about a card on the board.'])
  expect(await states(needsNone)).toEqual(['done'])
})

describe('conditions', () => {
  let cardId: string
  let fieldId: string
  let labelId: string
  let activityId: string
  let listId: string

  beforeAll(async () => {
    await openBoard()
    ;[listId] = board.lists
    fieldId = (await ada.post(`/api/boards/${board.id}/fields`, { name: 'Points', type: 'number' })).body.id
    labelId = (await ada.post(`/api/boards/${board.id}/labels`, { name: 'Hot', color: 'red' })).body.id
    const more = {
      description: 'It drips badly',
      priority: 'high',
      dueAt: '2026-11-20T10:00:00.000Z',
      labelIds: [labelId],
      assigneeActorIds: [mia.actorId],
    }
    cardId = await board.card('Fix the Pump', more)
    await ada.put(`/api/cards/${cardId}/fields/${fieldId}`, { value: 5 })
    await ada.post(`/api/cards/${cardId}/delegation`, { agentActorId: robo.actorId })
    const events = { name: 'card.checklist_item_added' }
    await ada.post(`/api/cards/${cardId}/checklist-items`, { text: 'step' })
    activityId = (await board.log()).find((entry) => entry.verb === events.name).id
  })

  const table: [string, string, unknown, boolean][] = [
    ['title', 'is', 'fix the pump', true],
    ['title', 'is', 'pump', false],
    ['title', 'is_not', 'pump', true],
    ['title', 'is_not', 'Fix the Pump', false],
    ['title', 'contains', 'PUMP', true],
    ['title', 'contains', 'valve', false],
    ['description', 'contains', 'drips', true],
    ['description', 'is_set', undefined, true],
    ['number', 'gt', 0, true],
    ['number', 'lt', 0, false],
    ['key', 'contains', '-', true],
    ['priority', 'in', ['high', 'urgent'], true],
    ['priority', 'in', ['low'], false],
    ['priority', 'not_in', ['low', 'none'], true],
    ['priority', 'not_in', ['high'], false],
    ['priority', 'gt', 'medium', true],
    ['priority', 'gt', 'urgent', false],
    ['priority', 'lt', 'urgent', true],
    ['dueAt', 'lt', '2026-11-21', true],
    ['dueAt', 'gt', '2026-11-20T12:00:00+03:00', true],
    ['dueAt', 'is', '2026-11-20T11:00:00+01:00', true],
    ['dueAt', 'gt', '2026-11-21', false],
    ['startAt', 'is_set', undefined, false],
    ['startAt', 'is_not_set', undefined, true],
    ['startAt', 'lt', '2030-01-01', false],
    ['completedAt', 'is_not_set', undefined, true],
    ['archivedAt', 'is_set', undefined, false],
    ['createdAt', 'gt', '2026-01-01', true],
    ['updatedAt', 'is_set', undefined, true],
    ['createdBy', 'is_set', undefined, true],
    ['listId', 'is', 'LIST', true],
    ['listCategory', 'is', 'ready', true],
    ['listCategory', 'is', 'started', false],
    ['listCategory', 'in', ['started', 'ready'], true],
    ['listCategory', 'is_not', 'ready', false],
    ['blocked', 'is', false, true],
    ['blocked', 'is', true, false],
    ['blocked', 'is_not', true, true],
    ['label', 'is', 'LABEL', true],
    ['label', 'is_not_set', undefined, false],
    ['assignee', 'in', ['MIA', 'ADA'], true],
    ['assignee', 'is', 'ADA', false],
    ['delegatedTo', 'is', 'ROBO', true],
    ['actorKind', 'is', 'human', true],
    ['field.FIELD', 'gt', 4, true],
    ['field.FIELD', 'is', 5, true],
    ['field.FIELD', 'lt', 5, false],
    ['payload.text', 'is', 'step', true],
    ['payload.text', 'contains', 'te', true],
    ['payload.itemId', 'is_set', undefined, true],
    ['payload.nothing.there', 'is_not_set', undefined, true],
    ['payload.constructor', 'is_set', undefined, false],
  ]

  test.each(table)('%s %s %j: %s', async (field, op, value, holds) => {
    const ids: Record<string, string> = {
      LIST: listId,
      LABEL: labelId,
      MIA: mia.actorId,
      ADA: ada.actorId,
      ROBO: robo.actorId,
      FIELD: fieldId,
    }
    const named = (text: string) => text.replaceAll(/LIST|LABEL|MIA|ADA|ROBO|FIELD/g, (word) => ids[word] ?? '')
    const condition = JSON.parse(named(JSON.stringify({ field, op, value })))
    const ruleId = await board.rule({ verb: 'card.checklist_item_added' }, comment, { conditions: [condition] })
    const { body } = await ada.post(`/api/rules/${ruleId}/test`, { activityId })
    await ada.delete(`/api/rules/${ruleId}`)
    expect(body).toMatchObject({ wouldRun: holds, triggerMatches: true, conditions: [{ holds }] })
  })

  test('all of them must hold, and the run says which did not', async () => {
    const conditions = [
      { field: 'priority', op: 'is', value: 'high' },
      { field: 'title', op: 'contains', value: 'valve' },
    ]
    const ruleId = await board.rule({ verb: 'card.updated' }, comment, { conditions })
    await ada.patch(`/api/cards/${cardId}`, { title: 'Fix the pump again', priority: 'high' })
    await runRules()
    await ada.patch(`/api/cards/${cardId}`, { title: 'Fix the valve' })
    await runRules()
    expect(await states(ruleId)).toEqual(['This condition is not met: title contains.', 'done'])
  })
})
