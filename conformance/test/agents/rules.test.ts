import type { InputOf, OutputOf } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { until } from '../../../packages/server/test/kit/http.ts'
import { startTestService } from '../../../packages/server/test/kit/service.ts'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, makePlugin, startWorld, type Who, type World } from '../../src/world.ts'

type NewRule = InputOf<'rule.create'>
type Action = NewRule['actions'][number]
type Run = OutputOf<'rule.runs'>[number]

let world: World
let board: Board
let lists: readonly string[]

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  lists = board.lists
})

const listAt = (at: number) => lists[at] ?? ''
const rule = (trigger: NewRule['trigger'], actions: Action[], more: Partial<NewRule> = {}, by: Who = world.ada) =>
  allowed(by, 'rule.create', { boardId: board.id, name: 'A rule', trigger, actions, ...more })
const runs = (ruleId: string): Promise<Run[]> => allowed(world.ada, 'rule.runs', { ruleId, limit: 200 })
const read = async (cardId: string) => (await allowed(world.ada, 'card.get', { cardId })).card
const log = async () => (await allowed(world.ada, 'board.activity', { boardId: board.id, limit: 200 })).toReversed()

/** Waits until a rule has this many runs; returns their states, oldest first. */
async function outcomes(ruleId: string, count: number): Promise<string[]> {
  await until(async () => (await runs(ruleId)).length >= count)
  return (await runs(ruleId)).map((run) => run.state).toReversed()
}
/** Waits until the worker of the rules has nothing left to do. */
const settled = () => until(async () => (await world.tandem.service.workers.rules.runOnce()) === 0)

const check: Action[] = [{ type: 'add_checklist_item', text: 'Check' }]

scenario(
  'only admins create, list, change and delete the rules of a board',
  ['rule.create.answer', 'rule.create.admin-only', 'rule.list.board', 'rule.update.answer', 'rule.delete.answer'],
  async () => {
    const { ada, mia, vic } = world
    const trigger = { verb: 'card.updated' as const }
    const input = { boardId: board.id, name: 'Check', enabled: true, trigger, conditions: [], actions: check }
    const made = await call(ada, 'rule.create', input)
    expect(made).toMatchObject({ ok: true, status: 201, body: { ...input, version: 1 } })
    const [listed] = await allowed(ada, 'rule.list', { boardId: board.id })
    expect(made).toMatchObject({ body: listed })
    const ruleId = listed?.id ?? ''
    for (const who of [mia, vic]) {
      await refused(who, 'rule.create', input, 'forbidden')
      await refused(who, 'rule.update', { ruleId, name: 'x' }, 'forbidden')
      await refused(who, 'rule.delete', { ruleId }, 'forbidden')
      expect(await allowed(who, 'rule.list', { boardId: board.id })).toHaveLength(1)
    }
    expect(await allowed(ada, 'rule.update', { ruleId, name: 'Changed' })).toMatchObject({ id: ruleId, name: 'Changed', version: 2 })
    const card = await board.card()
    expect(await call(ada, 'rule.delete', { ruleId })).toMatchObject({ ok: true, status: 204 })
    await allowed(ada, 'card.update', { cardId: card.id, title: 'Changed' })
    await settled()
    expect((await read(card.id)).checklist.total).toBe(0)
    expect(await allowed(ada, 'rule.list', { boardId: board.id })).toEqual([])
  },
)

scenario('ids of another board and actions that there are not are refused', ['rule.create.foreign-id', 'rule.action.unknown'], async () => {
  const foreign = await makeBoard(world)
  const base = { boardId: board.id, name: 'x', trigger: { verb: 'card.updated' as const } }
  const label = await allowed(world.ada, 'label.create', { boardId: foreign.id, name: 'x', color: 'red' })
  const listId = foreign.lists[0] ?? ''
  const actions: Action[] = [
    { type: 'move_card' as const, listId },
    { type: 'add_label' as const, labelId: label.id },
    { type: 'assign' as const, actorId: world.eve.actorId },
    { type: 'notify' as const, to: [world.eve.actorId], message: 'x' },
  ]
  for (const action of actions) await refused(world.ada, 'rule.create', { ...base, actions: [action] }, 'validation')
  await refused(
    world.ada,
    'rule.create',
    { ...base, trigger: { verb: 'card.moved', filters: { toListId: listId } }, actions: check },
    'validation',
  )
  await refused(world.ada, 'rule.create', { ...base, actions: [{ type: 'send_fax' }] } as never, 'validation')
  await allowed(world.ada, 'rule.create', { ...base, actions: [{ type: 'move_card', listId: listAt(1) }] })
})

scenario(
  'a rule runs for its verb alone, and not while it is off',
  ['rule.trigger.verb', 'rule.update.disabled', 'rule.run.listed'],
  async () => {
    const { ada } = world
    const { id: ruleId } = await rule({ verb: 'card.updated' }, check)
    const card = await board.card()
    await allowed(ada, 'comment.create', { cardId: card.id, body: 'No.' })
    await allowed(ada, 'card.update', { cardId: card.id, title: 'Yes' })
    expect(await outcomes(ruleId, 1)).toEqual(['done'])
    await allowed(ada, 'rule.update', { ruleId, enabled: false })
    await allowed(ada, 'card.update', { cardId: card.id, title: 'Off' })
    await settled()
    await allowed(ada, 'rule.update', { ruleId, enabled: true })
    await allowed(ada, 'card.update', { cardId: card.id, title: 'On' })
    expect(await outcomes(ruleId, 2)).toEqual(['done', 'done'])
    const updates = (await log()).filter((entry) => entry.verb === 'card.updated')
    expect((await runs(ruleId)).map((run) => run.activityId)).toEqual([updates[2]?.id, updates[0]?.id])
  },
)

scenario(
  'filters keep a rule to a list, a label, a branch, a priority and to people or agents',
  [
    ...(['rule.trigger.list-filters', 'rule.trigger.label-filter', 'rule.trigger.target-branch-filter'] as const),
    ...(['rule.trigger.priority-filter', 'rule.trigger.actor-kind-filter'] as const),
  ],
  async () => {
    const { ada, robo } = world
    const notify: Action[] = [{ type: 'notify', to: [world.mia.actorId], message: 'x' }]
    const [hot, cold] = [
      await allowed(ada, 'label.create', { boardId: board.id, name: 'Hot', color: 'red' }),
      await allowed(ada, 'label.create', { boardId: board.id, name: 'Cold', color: 'blue' }),
    ]
    const plugin = await makePlugin(world, board.id)
    const made = {
      toList: await rule({ verb: 'card.moved', filters: { toListId: listAt(2) } }, notify),
      list: await rule({ verb: 'card.created', filters: { listId: listAt(1) } }, notify),
      label: await rule({ verb: 'card.labeled', filters: { labelId: hot.id } }, notify),
      branch: await rule({ verb: 'vcs.pr_merged', filters: { targetBranch: 'main' } }, notify),
      priority: await rule({ verb: 'card.priority_changed', filters: { priority: 'high' } }, notify),
      kind: await rule({ verb: 'comment.added', filters: { actorKind: 'agent' } }, notify),
    }
    const card = await board.card()
    await board.card('There', {}, 1)
    for (const at of [1, 2]) await allowed(ada, 'card.update', { cardId: card.id, listId: listAt(at) })
    for (const { id } of [cold, hot]) await allowed(ada, 'card.label', { cardId: card.id, labelId: id })
    for (const targetBranch of ['dev', 'main'])
      await allowed(plugin, 'card.event', { cardId: card.id, verb: 'vcs.pr_merged', targetBranch })
    for (const priority of ['low', 'high'] as const) await allowed(ada, 'card.update', { cardId: card.id, priority })
    for (const who of [ada, robo]) await allowed(who, 'comment.create', { cardId: card.id, body: 'x' })
    for (const { id } of Object.values(made)) expect(await outcomes(id, 2)).toEqual(['skipped', 'done'])
  },
)

scenario(
  'a rule acts only when all its conditions hold, on what the card, the activity and who acted are like',
  ['rule.condition.all-hold', 'rule.condition.fields', 'rule.condition.ops'],
  async () => {
    const { ada, mia, robo } = world
    const label = await allowed(ada, 'label.create', { boardId: board.id, name: 'Hot', color: 'red' })
    const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Points', type: 'number' })
    const more = { priority: 'high' as const, labelIds: [label.id], assigneeActorIds: [mia.actorId], dueAt: '2026-12-24T12:00:00.000Z' }
    const card = await board.card('Fix the pump', more)
    await allowed(ada, 'card.field.set', { cardId: card.id, fieldId: field.id, value: 5 })
    await allowed(ada, 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    await allowed(ada, 'checklist.add', { cardId: card.id, text: 'first' })
    const activityId = (await log()).findLast((entry) => entry.verb === 'card.checklist_item_added')?.id ?? ''
    type Condition = NonNullable<NewRule['conditions']>[number]
    const hold: Condition[] = [
      { field: 'title', op: 'is', value: 'Fix the pump' },
      { field: 'title', op: 'is_not', value: 'Fix' },
      { field: 'title', op: 'contains', value: 'pump' },
      { field: 'priority', op: 'in', value: ['high', 'urgent'] },
      { field: 'priority', op: 'not_in', value: ['low'] },
      { field: 'dueAt', op: 'gt', value: '2026-12-24' },
      { field: 'dueAt', op: 'lt', value: '2026-12-25' },
      { field: 'listId', op: 'is', value: listAt(0) },
      { field: 'assignee', op: 'is', value: mia.actorId },
      { field: 'delegatedTo', op: 'is', value: robo.actorId },
      { field: 'label', op: 'is', value: label.id },
      { field: 'actorKind', op: 'is', value: 'human' },
      { field: `field.${field.id}`, op: 'gt', value: 4 },
      { field: 'payload.text', op: 'is', value: 'first' },
      { field: 'dueAt', op: 'is_set' },
      { field: 'completedAt', op: 'is_not_set' },
    ]
    const fail: Condition[] = [
      { field: 'title', op: 'is', value: 'Fix' },
      { field: 'title', op: 'is_not', value: 'Fix the pump' },
      { field: 'title', op: 'contains', value: 'valve' },
      { field: 'priority', op: 'in', value: ['low'] },
      { field: 'priority', op: 'not_in', value: ['high'] },
      { field: `field.${field.id}`, op: 'gt', value: 5 },
      { field: `field.${field.id}`, op: 'lt', value: 5 },
      { field: 'completedAt', op: 'is_set' },
      { field: 'dueAt', op: 'is_not_set' },
    ]
    const trigger = { verb: 'card.checklist_item_added' as const }
    const all = await rule(trigger, [{ type: 'add_comment', body: 'Held' }], { conditions: hold })
    expect(await allowed(ada, 'rule.test', { ruleId: all.id, activityId })).toMatchObject({ wouldRun: true })
    const failing = await Promise.all(
      fail.map((condition) => rule(trigger, [{ type: 'archive_card' }], { conditions: [hold[0], condition] as Condition[] })),
    )
    for (const { id } of failing) {
      const tested = await allowed(ada, 'rule.test', { ruleId: id, activityId })
      expect([tested.wouldRun, tested.conditions.map(({ holds }) => holds)]).toEqual([false, [true, false]])
    }
    await allowed(ada, 'checklist.add', { cardId: card.id, text: 'first' })
    expect(await outcomes(all.id, 1)).toEqual(['done'])
    for (const { id } of failing) expect(await outcomes(id, 1)).toEqual(['skipped'])
    expect(await read(card.id)).toMatchObject({ archivedAt: null, comments: [{ body: 'Held' }] })
  },
)

scenario(
  'each action does what it says to the card',
  [
    ...(['rule.action.move-card', 'rule.action.labels', 'rule.action.assign', 'rule.action.delegate', 'rule.action.set-priority'] as const),
    ...(['rule.action.set-field', 'rule.action.complete-reopen', 'rule.action.archive-card', 'rule.action.add-comment'] as const),
    ...(['rule.action.add-checklist-item', 'rule.action.notify', 'rule.action.placeholders'] as const),
  ],
  async () => {
    const { ada, mia, vic, robo } = world
    const [hot, cold] = [
      await allowed(ada, 'label.create', { boardId: board.id, name: 'Hot', color: 'red' }),
      await allowed(ada, 'label.create', { boardId: board.id, name: 'Cold', color: 'blue' }),
    ]
    const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Points', type: 'number' })
    await board.card('B', {}, 2)
    const { id: ruleId } = await rule({ verb: 'comment.added', filters: { actorKind: 'human' } }, [
      { type: 'move_card', listId: listAt(2), position: 'top' },
      { type: 'add_label', labelId: hot.id },
      { type: 'remove_label', labelId: cold.id },
      { type: 'assign', actorId: mia.actorId },
      { type: 'delegate', agentActorId: robo.actorId },
      { type: 'set_priority', priority: 'high' },
      { type: 'set_field', fieldId: field.id, value: 3 },
      { type: 'complete_card' },
      { type: 'add_comment', body: '{{card.key}}: {{card.title}}, by {{actor.name}}' },
      { type: 'add_checklist_item', text: 'Check {{card.key}}' },
      { type: 'notify', to: 'watchers', message: 'See {{card.key}}' },
      { type: 'notify', to: 'assignees', message: 'Do {{card.title}}' },
      { type: 'notify', to: [ada.actorId], message: 'All of it' },
    ])
    const card = await board.card('A', { labelIds: [cold.id] })
    await allowed(vic, 'watch.set', { cardId: card.id })
    await allowed(ada, 'comment.create', { cardId: card.id, body: 'Go' })
    await outcomes(ruleId, 1)
    // The comment that it writes is a second occasion, and none by a human.
    const run = (await runs(ruleId)).find(({ state }) => state === 'done')
    expect(run?.actions.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 13 }, () => 'done'))
    expect(await board.titles(2)).toBe('AB')
    const after = await read(card.id)
    expect(after).toMatchObject({
      labelIds: [hot.id],
      assigneeActorIds: [mia.actorId],
      priority: 'high',
      completedAt: expect.any(String),
      delegation: { agentActorId: robo.actorId },
      fieldValues: [{ fieldId: field.id, value: 3 }],
      checklistItems: [{ text: `Check ${card.key}` }],
    })
    expect(after.comments.map(({ body }) => body)).toEqual(['Go', `${card.key}: A, by Ada`])
    for (const [who, excerpt] of [
      [vic, `See ${card.key}`],
      [mia, 'Do A'],
      [ada, 'All of it'],
    ] as const) {
      const told = (await allowed(who, 'notification.list', {})).filter((one) => one.reason === 'rule' && one.boardId === board.id)
      expect(told.map((one) => one.excerpt)).toEqual([excerpt])
    }
    await rule({ verb: 'card.unassigned' }, [{ type: 'reopen_card' }, { type: 'move_card', listId: listAt(2), position: 'bottom' }])
    const archives = await rule({ verb: 'card.unassigned' }, [{ type: 'archive_card' }])
    await allowed(ada, 'card.unassign', { cardId: card.id, actorId: mia.actorId })
    await outcomes(archives.id, 1)
    expect(await read(card.id)).toMatchObject({ completedAt: null, archivedAt: expect.any(String) })
    await allowed(ada, 'card.update', { cardId: card.id, archived: false })
    expect(await board.titles(2)).toBe('BA')
  },
)

scenario(
  'a rule acts as the automation of the board, an agent without delegations, after the commit of its trigger',
  ['rule.run.automation-actor', 'rule.run.after-commit'],
  async () => {
    const { ada } = world
    const { id: ruleId } = await rule({ verb: 'card.updated' }, check)
    const card = await board.card()
    await allowed(ada, 'card.update', { cardId: card.id, title: 'Changed' })
    await outcomes(ruleId, 1)
    const entries = await log()
    const trigger = entries.find((entry) => entry.verb === 'card.updated')
    const done = entries.filter((entry) => ['card.checklist_item_added', 'rule.run'].includes(entry.verb))
    const [actorId] = new Set(done.map((entry) => entry.actorId))
    expect(done.map((entry) => entry.seq > (trigger?.seq ?? 0) && entry.actorId === actorId)).toEqual([true, true])
    const member = (await allowed(ada, 'member.list', { boardId: board.id })).find((one) => one.actorId === actorId)
    expect(member).toMatchObject({ kind: 'agent', capabilities: { delegatable: false } })
    await refused(ada, 'delegation.set', { cardId: card.id, agentActorId: actorId ?? '' }, 'validation')
  },
)

scenario(
  'the rules of a board see its log in order and act once for each activity, with several workers and after crashes',
  ['rule.run.exactly-once', 'rule.run.in-order'],
  async () => {
    const { ada, tandem } = world
    const others = [await startTestService({ address: tandem.address }), await startTestService({ address: tandem.address })]
    const { pool } = tandem.database
    await pool.query(`create sequence deaths;
      create function die_at_times() returns trigger language plpgsql as $$ begin
        if nextval('deaths') % 4 = 2 then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); end if;
        return new;
      end $$;
      create trigger die_at_times before insert on rule_runs for each row execute function die_at_times()`)
    try {
      const { id: ruleId } = await rule({ verb: 'card.updated' }, [{ type: 'add_checklist_item', text: '{{card.title}}' }])
      const cards = [await board.card('a'), await board.card('b'), await board.card('c'), await board.card('d'), await board.card('e')]
      for (const card of cards) await allowed(ada, 'card.update', { cardId: card.id, description: 'changed' })
      await until(async () => {
        await Promise.all([tandem, ...others].map(({ service }) => service.workers.rules.runOnce()))
        return (await runs(ruleId)).length === cards.length
      })
      const added = (await log()).filter((entry) => entry.verb === 'card.checklist_item_added')
      expect(added.map((entry) => entry.payload.text)).toEqual(['a', 'b', 'c', 'd', 'e'])
    } finally {
      await pool.query('drop function die_at_times cascade; drop sequence deaths')
      for (const other of others) await other.stop()
    }
  },
)

scenario('rules that set each other off end after five', ['rule.run.depth'], async () => {
  const there = await rule({ verb: 'card.moved', filters: { toListId: listAt(1) } }, [{ type: 'move_card', listId: listAt(0) }])
  const back = await rule({ verb: 'card.moved', filters: { toListId: listAt(0) } }, [{ type: 'move_card', listId: listAt(1) }])
  const card = await board.card()
  await allowed(world.ada, 'card.update', { cardId: card.id, listId: listAt(1) })
  await settled()
  const all = [...(await runs(there.id)), ...(await runs(back.id))]
  expect(
    all
      .filter((run) => run.state === 'done')
      .map((run) => run.depth)
      .toSorted(),
  ).toEqual([0, 1, 2, 3, 4])
  expect((await log()).filter((entry) => entry.verb === 'card.moved')).toHaveLength(6)
})

scenario(
  'an action that fails is told in the run, and stops no mutation, no action and no rule',
  ['rule.run.failure-recorded', 'rule.run.failure-isolated'],
  async () => {
    const { ada, robo } = world
    const fails = await rule({ verb: 'card.updated' }, [{ type: 'delegate', agentActorId: robo.actorId }, ...check])
    const next = await rule({ verb: 'card.updated' }, check)
    await allowed(ada, 'agent.update', { agentActorId: robo.actorId, capabilities: { delegatable: false, mentionable: true } })
    const card = await board.card()
    await allowed(ada, 'card.update', { cardId: card.id, title: 'Changed' })
    expect([await outcomes(fails.id, 1), await outcomes(next.id, 1)]).toEqual([['failed'], ['done']])
    const [run] = await runs(fails.id)
    expect(run?.actions).toEqual([
      {
        type: 'delegate',
        outcome: 'failed',
        error: expect.stringContaining('delegatable'),
        why: { reason: 'agentNoDelegations' },
      },
      { type: 'add_checklist_item', outcome: 'done', error: null },
    ])
    expect((await read(card.id)).checklist.total).toBe(2)
    await allowed(ada, 'agent.update', { agentActorId: robo.actorId, capabilities: { delegatable: true, mentionable: true } })
  },
)

scenario(
  'a rule whose list or label goes is paused and does nothing more, and its author is told',
  ['rule.pause.target-gone', 'rule.pause.author-told'],
  async () => {
    const { ada, mia } = world
    await allowed(ada, 'member.update', { boardId: board.id, actorId: mia.actorId, role: 'admin' })
    const label = await allowed(ada, 'label.create', { boardId: board.id, name: 'Hot', color: 'red' })
    const ofMia = [
      await rule({ verb: 'card.updated' }, [{ type: 'add_label', labelId: label.id }], {}, mia),
      await rule({ verb: 'card.updated' }, [{ type: 'move_card', listId: listAt(2) }], {}, mia),
    ]
    const other = await rule({ verb: 'card.updated' }, check)
    await allowed(ada, 'label.delete', { labelId: label.id })
    await allowed(ada, 'list.update', { listId: listAt(2), archived: true })
    const listed = await allowed(ada, 'rule.list', { boardId: board.id })
    expect(listed.map(({ enabled, pausedReason }) => [enabled, pausedReason !== null])).toEqual([
      [false, true],
      [false, true],
      [true, false],
    ])
    const told = (await allowed(mia, 'notification.list', {})).filter((one) => one.reason === 'rule' && one.boardId === board.id)
    expect(told.map((one) => one.verb)).toEqual(['rule.updated', 'rule.updated'])
    const card = await board.card()
    await allowed(ada, 'card.update', { cardId: card.id, title: 'Changed' })
    await outcomes(other.id, 1)
    for (const { id } of ofMia) expect(await runs(id)).toEqual([])
  },
)

scenario(
  'a rule does nothing that its author may not do: with the credential that saves it, and when it runs',
  ['rule.rights.scopes-of-actions', 'rule.rights.author-now'],
  async () => {
    const { ada, mia, tandem } = world
    await allowed(ada, 'member.update', { boardId: board.id, actorId: mia.actorId, role: 'admin' })
    const minted = await allowed(mia, 'token.create', { label: 'Settings', scopes: ['boards:write'] })
    const token = { url: tandem.url, headers: { authorization: `Bearer ${minted.token}` } }
    const trigger = { verb: 'card.updated' as const }
    await refused(token, 'rule.create', { boardId: board.id, name: 'x', trigger, actions: check }, 'forbidden')
    const { id: ruleId } = await rule(trigger, check, {}, mia)
    await refused(token, 'rule.update', { ruleId, name: 'y' }, 'forbidden')
    await refused(token, 'board.copy', { boardId: board.id }, 'forbidden')
    await allowed(ada, 'member.update', { boardId: board.id, actorId: mia.actorId, role: 'viewer' })
    const card = await board.card()
    await allowed(ada, 'card.update', { cardId: card.id, title: 'Changed' })
    expect(await outcomes(ruleId, 1)).toEqual(['skipped'])
    expect((await read(card.id)).checklist.total).toBe(0)
    expect(await allowed(ada, 'rule.list', { boardId: board.id })).toMatchObject([{ enabled: false, savedByActorId: mia.actorId }])
    const told = (await allowed(ada, 'notification.list', {})).filter((one) => one.reason === 'rule' && one.boardId === board.id)
    expect(told.map((one) => one.verb)).toEqual(['rule.updated'])
    await allowed(ada, 'member.update', { boardId: board.id, actorId: mia.actorId, role: 'member' })
  },
)

scenario(
  'a rule that is made, changed, run and deleted stands in the log, and whom it notifies is told why',
  ['verb.rule.created', 'verb.rule.updated', 'verb.rule.run', 'verb.rule.removed', 'notification.who.rule'],
  async () => {
    const { ada, mia } = world
    const card = await board.card('Ship it')
    const message = 'Look at this'
    const recorded = await board.recorded(async () => {
      const { id: ruleId } = await rule({ verb: 'card.updated' }, [{ type: 'notify', to: [mia.actorId], message }])
      await allowed(ada, 'rule.update', { ruleId, name: 'Told' })
      await allowed(ada, 'card.update', { cardId: card.id, title: 'Ship it now' })
      await settled()
      await allowed(ada, 'rule.delete', { ruleId })
    })
    const of = (verb: string) => recorded.filter((activity) => activity.verb === verb)
    const [made] = of('rule.created')
    const ruleId = made?.payload.ruleId
    expect(made?.payload).toMatchObject({ name: 'A rule' })
    expect(of('rule.updated')[0]?.payload).toMatchObject({ ruleId, name: 'Told', previous: { name: 'A rule' } })
    expect(of('rule.run').map(({ payload }) => payload.ruleId)).toEqual([ruleId])
    expect(of('rule.removed')[0]?.payload).toEqual({ ruleId })
    const [told] = await allowed(mia, 'notification.list', { limit: 10 })
    expect(told).toMatchObject({ reason: 'rule', cardId: card.id })
    expect((await allowed(world.vic, 'notification.list', { limit: 10 })).filter(({ boardId }) => boardId === board.id)).toEqual([])
  },
)
