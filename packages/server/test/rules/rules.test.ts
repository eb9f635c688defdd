import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { install } from '../integrations/plugin.ts'
import type { Person, TestService } from '../kit/service.ts'
import { addMember, expectInvariants, makeBoard, type RuleBoard, startQuietly } from './fixture.ts'

let tandem: TestService
let ada: Person
let mia: Person
let vic: Person
let bob: Person
let board: RuleBoard
const runRules = () => tandem.service.workers.rules.runOnce()
const complete = [{ type: 'complete_card' }]
const whenUpdated = { verb: 'card.updated' }

beforeAll(async () => {
  ;({ tandem, ada } = await startQuietly())
  ;[mia, vic, bob] = [await tandem.register('Mia'), await tandem.register('Vic'), await tandem.register('Bob')]
})
afterAll(async () => {
  if (tandem) await expectInvariants(tandem)
  await tandem?.stop()
})
beforeEach(async () => {
  board = await makeBoard(ada)
  for (const [who, role] of [
    [mia, 'member'],
    [vic, 'viewer'],
    [bob, 'admin'],
  ] as const)
    await addMember(ada, board.id, who.actorId, role)
})
const rules = () => `/api/boards/${board.id}/rules`

test('the automation of a board is no admin, and cannot stay behind alone', async () => {
  await board.rule(whenUpdated, complete)
  await ada.patch(`/api/cards/${await board.card('Pump')}`, { title: 'Pump 2' })
  await runRules()
  const members = (await ada.get(`/api/boards/${board.id}/members`)).body
  const automation = members.find((member: { kind: string }) => member.kind === 'agent')
  const leaves = (who: Person) => ada.delete(`/api/boards/${board.id}/members/${who.actorId}`)
  expect((await ada.patch(`/api/boards/${board.id}/members/${automation.actorId}`, { role: 'admin' })).status).toBe(400)
  expect((await leaves(bob)).status).toBe(204)
  expect((await leaves(ada)).body.error).toMatchObject({ code: 'validation' })
  expect((await ada.patch(`/api/boards/${board.id}/members/${ada.actorId}`, { role: 'member' })).status).toBe(400)
})

test('admins create, change and delete rules; only members of the board can read them', async () => {
  const made = await ada.post(rules(), { name: 'One', trigger: whenUpdated, actions: complete })
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'One',
      enabled: true,
      pausedReason: null,
      trigger: whenUpdated,
      conditions: [],
      actions: complete,
      createdByActorId: ada.actorId,
      version: 1,
    },
  })
  const path = `/api/rules/${made.body.id}`
  for (const who of [mia, vic]) {
    expect((await who.post(rules(), { name: 'x', trigger: whenUpdated, actions: complete })).status).toBe(403)
    expect((await who.patch(path, { name: 'x' })).status).toBe(403)
    expect((await who.delete(path)).status).toBe(403)
    expect((await who.get(rules())).body).toEqual([made.body])
    expect((await who.get(`${path}/runs`)).status).toBe(200)
    expect((await who.post(`${path}/test`, { cardId: await board.card('Pump') })).status).toBe(200)
  }
  const eve = await tandem.register('Eve')
  for (const answer of [await eve.get(rules()), await eve.patch(path, { name: 'x' }), await eve.get(`${path}/runs`)])
    expect(answer.status).toBe(404)
  const changed = await bob.patch(path, { name: 'Two', actions: [{ type: 'reopen_card' }], ifVersion: 1 })
  expect(changed.body).toMatchObject({ name: 'Two', version: 2, createdByActorId: ada.actorId })
  expect(await ada.patch(path, { name: 'Three', ifVersion: 1 })).toMatchObject({
    status: 409,
    body: { error: { details: { currentVersion: 2 } } },
  })
  expect((await ada.patch(path, { name: 'Two' })).body.version).toBe(2)
  expect((await ada.delete(path)).status).toBe(204)
  expect((await ada.get(`${path}/runs`)).status).toBe(404)
  const log = (await board.log()).filter((entry) => entry.verb.startsWith('rule.')).toReversed()
  expect(log.map((entry) => entry.verb)).toEqual(['rule.created', 'rule.updated', 'rule.removed'])
  expect(log[1].payload).toMatchObject({ name: 'Two', previous: { name: 'One' } })
})

test('a rule says when its trigger, conditions or actions last changed; a new name, switching it or pausing it changes none of them', async () => {
  const { id, definedAt, createdAt } = (await ada.post(rules(), { name: 'One', trigger: whenUpdated, actions: complete })).body
  expect(definedAt).toBe(createdAt)
  const path = `/api/rules/${id}`
  const changed = async (change: object) => {
    tandem.clock.advance(1_000)
    return (await ada.patch(path, change)).body
  }
  for (const change of [{ name: 'Two' }, { enabled: false }, { enabled: true }, { name: 'Three', trigger: whenUpdated }])
    expect((await changed(change)).definedAt).toBe(definedAt)
  for (const change of [
    { trigger: { verb: 'card.moved' } },
    { conditions: [{ field: 'title', op: 'is_set' }] },
    { actions: [{ type: 'reopen_card' }, { type: 'move_card', listId: board.lists[1] }] },
  ]) {
    const { definedAt, updatedAt } = await changed(change)
    expect(definedAt).toBe(updatedAt)
  }
  const [before] = (await ada.get(rules())).body
  tandem.clock.advance(1_000)
  await ada.patch(`/api/lists/${board.lists[1]}`, { archived: true })
  const [after] = (await ada.get(rules())).body
  expect([after.enabled, after.updatedAt > before.updatedAt, after.definedAt]).toEqual([false, true, before.definedAt])
})

test('a rule that names something of another board is refused; so is an unknown action', async () => {
  const other = await makeBoard(ada)
  const robo = await tandem.agent(ada, 'Robo', [board.id])
  const labelId = (await ada.post(`/api/boards/${other.id}/labels`, { name: 'x', color: 'red' })).body.id
  const fieldId = (await ada.post(`/api/boards/${other.id}/fields`, { name: 'x', type: 'text' })).body.id
  const own = (await ada.post(`/api/boards/${board.id}/fields`, { name: 'Points', type: 'number' })).body.id
  const eve = await tandem.register('Eve')
  const [listId] = other.lists
  const refused: object[] = [
    { trigger: { verb: 'card.moved', filters: { listId } } },
    { trigger: { verb: 'card.moved', filters: { toListId: listId } } },
    { trigger: { verb: 'card.labeled', filters: { labelId } } },
    { trigger: { verb: 'no.such' } },
    { conditions: [{ field: 'listId', op: 'is', value: listId }] },
    { conditions: [{ field: 'label', op: 'in', value: [labelId] }] },
    { conditions: [{ field: 'assignee', op: 'is', value: eve.actorId }] },
    { conditions: [{ field: `field.${fieldId}`, op: 'is_set' }] },
    { conditions: [{ field: 'title', op: 'in', value: 'x' }] },
    { conditions: [{ field: 'colour', op: 'is', value: 'x' }] },
    ...[
      { type: 'move_card', listId },
      { type: 'add_label', labelId },
      { type: 'remove_label', labelId },
      { type: 'assign', actorId: eve.actorId },
      { type: 'assign', actorId: robo.actorId },
      { type: 'delegate', agentActorId: mia.actorId },
      { type: 'set_field', fieldId, value: 'x' },
      { type: 'set_field', fieldId: own, value: 'no number' },
      { type: 'create_card', listId, title: 'x' },
      { type: 'notify', to: [eve.actorId], message: 'x' },
      { type: 'explode' },
    ].map((action) => ({ actions: [action] })),
    { actions: [] },
    { actions: Array.from({ length: 21 }, () => complete[0]) },
  ]
  for (const more of refused) {
    const answer = await ada.post(rules(), { name: 'x', trigger: whenUpdated, actions: complete, ...more })
    expect([answer.status, answer.body.error?.code, more]).toEqual([400, 'validation', more])
  }
  expect((await ada.get(rules())).body).toEqual([])
})

test('a board holds a hundred rules', async () => {
  for (let at = 0; at < 100; at++) await board.rule(whenUpdated, complete)
  expect(await ada.post(rules(), { name: 'x', trigger: whenUpdated, actions: complete })).toMatchObject({ status: 409 })
})

describe('a rule that names what goes is paused, and its author told', () => {
  const gone: [string, () => Promise<{ actions: object[]; goes: () => Promise<unknown> }>][] = [
    [
      'list that is archived',
      async () => ({
        actions: [{ type: 'move_card', listId: board.lists[2] }],
        goes: () => bob.patch(`/api/lists/${board.lists[2]}`, { archived: true }),
      }),
    ],
    [
      'label',
      async () => {
        const labelId = (await ada.post(`/api/boards/${board.id}/labels`, { name: 'x', color: 'red' })).body.id
        return { actions: [{ type: 'add_label', labelId }], goes: () => bob.delete(`/api/labels/${labelId}`) }
      },
    ],
    [
      'custom field',
      async () => {
        const fieldId = (await ada.post(`/api/boards/${board.id}/fields`, { name: 'x', type: 'text' })).body.id
        return { actions: [{ type: 'set_field', fieldId, value: 'x' }], goes: () => bob.delete(`/api/fields/${fieldId}`) }
      },
    ],
    [
      'member',
      async () => ({
        actions: [{ type: 'assign', actorId: mia.actorId }],
        goes: () => bob.delete(`/api/boards/${board.id}/members/${mia.actorId}`),
      }),
    ],
  ]
  test.each(gone)('a %s', async (_what, prepare) => {
    const { actions, goes } = await prepare()
    const ruleId = await board.rule(whenUpdated, actions)
    const unharmed = await board.rule(whenUpdated, complete)
    await goes()
    const [paused, other] = (await ada.get(rules())).body
    expect(paused).toMatchObject({
      id: ruleId,
      enabled: false,
      pausedReason: expect.stringMatching(/no longer (exists|a member)/),
      version: 2,
    })
    expect(other).toMatchObject({ id: unharmed, enabled: true, pausedReason: null })
    const told = (await ada.get('/api/notifications?unread=true')).body.filter((one: { boardId: string }) => one.boardId === board.id)
    expect(told).toMatchObject([
      {
        reason: 'rule',
        verb: 'rule.updated',
        actor: { id: bob.actorId },
        excerpt: expect.stringMatching(/is paused/),
        why: { reason: expect.stringMatching(/^ruleLost/), params: { rule: expect.any(String) } },
      },
    ])
    await ada.patch(`/api/cards/${await board.card('Pump')}`, { title: 'Changed' })
    await runRules()
    expect(await board.runs(ruleId)).toEqual([])
    expect(await ada.patch(`/api/rules/${ruleId}`, { enabled: true })).toMatchObject({ status: 400 })
    const fixed = await ada.patch(`/api/rules/${ruleId}`, { enabled: true, actions: complete })
    expect(fixed.body).toMatchObject({ enabled: true, pausedReason: null })
  })
})

test('a code host brings two rules that can be changed, when both lists are given, and none when not', async () => {
  const [, inProgressListId, doneListId] = board.lists
  await install(tandem, ada, board.id, { type: 'gitlab', config: { doneListId } })
  expect((await ada.get(rules())).body).toEqual([])
  const hook = await install(tandem, ada, board.id, { config: { inProgressListId, doneListId } })
  const brought = (await ada.get(rules())).body
  expect(brought).toMatchObject([
    { enabled: true, trigger: { verb: 'vcs.pr_opened' }, actions: [{ type: 'move_card', listId: inProgressListId }] },
    { enabled: true, trigger: { verb: 'vcs.pr_merged' }, actions: [{ type: 'move_card', listId: doneListId }] },
  ])
  const cardId = await board.card('Pump')
  const pull = { externalSystem: 'github', externalId: 'acme/engine#7', externalUrl: 'https://github.com/acme/engine/pull/7' }
  for (const [verb, listId] of [
    ['vcs.pr_opened', inProgressListId],
    ['vcs.pr_merged', doneListId],
  ]) {
    await hook.post(`/api/cards/${cardId}/events`, { verb, ...pull })
    await runRules()
    expect((await board.read(cardId)).listId).toBe(listId)
  }
  expect((await ada.patch(`/api/rules/${brought[0].id}`, { enabled: false })).body).toMatchObject({ enabled: false })
})

test('an export holds the rules; imported or copied they name what the new board has, and what cannot is told', async () => {
  const labelId = (await ada.post(`/api/boards/${board.id}/labels`, { name: 'Hot', color: 'red' })).body.id
  const kept = await board.rule({ verb: 'card.created', filters: { listId: board.lists[0] } }, [{ type: 'add_label', labelId }], {
    name: 'Kept',
  })
  await board.rule(
    { schedule: { cron: '0 9 * * 1', timezone: 'Europe/Berlin' } },
    [{ type: 'create_card', listId: board.lists[1], title: 'Weekly' }],
    { name: 'Weekly', enabled: false },
  )
  await board.rule(whenUpdated, [{ type: 'assign', actorId: vic.actorId }], { name: 'Of Vic' })
  await board.card('Pump')
  await runRules()
  const exported = (await ada.get(`/api/boards/${board.id}/export`)).body
  expect(exported.rules).toMatchObject([{ id: kept, name: 'Kept' }, { name: 'Weekly', enabled: false }, { name: 'Of Vic' }])

  const eve = await tandem.register('Eve')
  const form = new FormData()
  form.append('file', new File([JSON.stringify(exported)], 'board.json'))
  const sent = await fetch(`${tandem.url}/api/boards/import`, { method: 'POST', headers: { cookie: eve.cookie ?? '' }, body: form })
  const { importId } = (await sent.json()) as { importId: string }
  const { imports } = tandem.service.workers
  imports.start()
  await imports.runOnce()
  await imports.stop()
  const { boardId, report, state } = (await eve.get(`/api/imports/${importId}`)).body
  expect([state, report.created.rules]).toEqual(['done', 2])
  expect(report.skipped).toContainEqual(
    expect.objectContaining({ what: 'rule "Of Vic"', reason: expect.stringContaining('was not imported'), why: { reason: 'goneAlong' } }),
  )
  await expectRulesOf(eve, boardId, ['Kept', 'Weekly'])

  const copy = await ada.post(`/api/boards/${board.id}/copy`, { withCards: true })
  expect(copy.status).toBe(201)
  await expectRulesOf(ada, copy.body.id, ['Kept', 'Weekly'])
})

/** The rules of a new board work as the originals do, for activities from now on. */
async function expectRulesOf(who: Person, boardId: string, names: string[]): Promise<void> {
  const listed = (await who.get(`/api/boards/${boardId}/rules`)).body
  expect(listed.map((rule: { name: string }) => rule.name)).toEqual(names)
  expect(listed.map((rule: { enabled: boolean }) => rule.enabled)).toEqual([true, false])
  await runRules()
  expect((await who.get(`/api/rules/${listed[0].id}/runs`)).body).toEqual([])
  const [label] = (await who.get(`/api/boards/${boardId}/labels`)).body
  const [list] = (await who.get(`/api/boards/${boardId}`)).body.lists
  const card = (await who.post(`/api/lists/${list.id}/cards`, { title: 'New' })).body
  await runRules()
  expect((await who.get(`/api/cards/${card.id}`)).body.card).toMatchObject({ labelIds: [label.id] })
}
