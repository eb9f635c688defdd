import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person, TestService } from '../kit/service.ts'
import { addMember, makeBoard, type RuleBoard, startQuietly } from './fixture.ts'

let tandem: TestService
let ada: Person
let mia: Person
let robo: Person
let board: RuleBoard
const runRules = () => tandem.service.workers.rules.runOnce()

beforeAll(async () => {
  ;({ tandem, ada } = await startQuietly())
  mia = await tandem.register('Mia')
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  board = await makeBoard(ada)
  await addMember(ada, board.id, mia.actorId, 'member')
  robo = await tandem.agent(ada, 'Robo', [board.id])
})

/** Runs a rule with these actions on a new card. Returns the card and the run. */
async function met(
  actions: object[],
  prepare: (cardId: string) => Promise<unknown> = async () => {},
): Promise<{ card: any; run: any; cardId: string }> {
  const cardId = await board.card('Pump', { description: 'It drips.' })
  await prepare(cardId)
  const ruleId = await board.rule({ verb: 'card.priority_changed' }, actions)
  await ada.patch(`/api/cards/${cardId}`, { priority: 'urgent' })
  await runRules()
  const run = (await board.runs(ruleId)).at(-1)
  return { card: await board.read(cardId), run, cardId }
}
const done = (type: string) => ({ type, outcome: 'done', error: null })

describe('an action does what its operation does', () => {
  test('move_card moves to the top, to the bottom, and not at all when it is there', async () => {
    const [, doing] = board.lists
    const other = (await ada.post(`/api/lists/${doing}/cards`, { title: 'Other' })).body.id
    const top = await met([{ type: 'move_card', listId: doing, position: 'top' }])
    expect(top.run).toMatchObject({ state: 'done', reason: null, depth: 0, cardId: top.cardId, actions: [done('move_card')] })
    const bottom = await met([{ type: 'move_card', listId: doing, position: 'bottom' }])
    const order = async () => (await ada.get(`/api/boards/${board.id}`)).body.lists[1].cards.map((card: { id: string }) => card.id)
    expect(await order()).toEqual([top.cardId, other, bottom.cardId])
    board = await makeBoard(ada)
    const still = await met([{ type: 'move_card', listId: board.lists[0] }])
    expect(still.run.actions).toEqual([{ type: 'move_card', outcome: 'skipped', error: null }])
  })

  test('move_card passes over archived cards, which keep their places at the ends of a list', async () => {
    const [, doing] = board.lists
    const add = async (title: string) => (await ada.post(`/api/lists/${doing}/cards`, { title })).body.id
    const [first, other, last] = [await add('First'), await add('Other'), await add('Last')]
    for (const id of [first, last]) await ada.patch(`/api/cards/${id}`, { archived: true })
    const top = await met([{ type: 'move_card', listId: doing, position: 'top' }])
    expect(top.run).toMatchObject({ state: 'done', actions: [done('move_card')] })
    for (const [position, cardId] of Object.entries({ top: top.cardId, bottom: other })) {
      const ruleId = await board.rule({ verb: 'card.updated' }, [{ type: 'move_card', listId: doing, position }])
      await ada.patch(`/api/cards/${cardId}`, { title: `At the ${position}` })
      await runRules()
      expect((await board.runs(ruleId)).at(0)?.actions).toEqual([{ type: 'move_card', outcome: 'skipped', error: null }])
      await ada.delete(`/api/rules/${ruleId}`)
    }
    const order = (await ada.get(`/api/boards/${board.id}`)).body.lists[1].cards.map((card: { id: string }) => card.id)
    expect(order).toEqual([top.cardId, other])
  })

  test('labels, priority, fields and assignees are set', async () => {
    const labelId = (await ada.post(`/api/boards/${board.id}/labels`, { name: 'Hot', color: 'red' })).body.id
    const oldId = (await ada.post(`/api/boards/${board.id}/labels`, { name: 'Old', color: 'blue' })).body.id
    const fieldId = (await ada.post(`/api/boards/${board.id}/fields`, { name: 'Points', type: 'number' })).body.id
    const { card, run } = await met(
      [
        { type: 'add_label', labelId },
        { type: 'remove_label', labelId: oldId },
        { type: 'set_priority', priority: 'high' },
        { type: 'set_field', fieldId, value: 3 },
        { type: 'assign', actorId: mia.actorId },
      ],
      (cardId) => ada.patch(`/api/cards/${cardId}`, { labelIds: [oldId] }),
    )
    expect(run.actions.map((action: { outcome: string }) => action.outcome)).toEqual(['done', 'done', 'done', 'done', 'done'])
    expect(card).toMatchObject({
      labelIds: [labelId],
      priority: 'high',
      assigneeActorIds: [mia.actorId],
      fieldValues: [{ fieldId, value: 3 }],
    })
    const cleared = await met([{ type: 'set_field', fieldId, value: null }], (id) =>
      ada.put(`/api/cards/${id}/fields/${fieldId}`, { value: 1 }),
    )
    expect(cleared.card.fieldValues).toEqual([])
  })

  test('a card is completed, reopened, archived and delegated', async () => {
    const completed = await met([{ type: 'complete_card' }])
    expect(completed.card.completedAt).not.toBeNull()
    const reopened = await met([{ type: 'reopen_card' }], (id) => ada.patch(`/api/cards/${id}`, { completedAt: new Date().toISOString() }))
    expect(reopened.card.completedAt).toBeNull()
    const archived = await met([{ type: 'archive_card' }])
    expect(archived.card.archivedAt).not.toBeNull()
    const delegated = await met([{ type: 'delegate', agentActorId: robo.actorId }])
    expect(delegated.card.delegation).toMatchObject({ agentActorId: robo.actorId })
    expect(delegated.card.session).toMatchObject({ state: 'queued' })
  })

  test('comments, checklist items and cards are written with their placeholders filled in, once', async () => {
    const { card, cardId } = await met(
      [
        { type: 'add_comment', body: '{{card.key}} ({{card.title}}) by {{ actor.name }}, {{unknown}}' },
        { type: 'add_checklist_item', text: 'Check {{card.title}}' },
        {
          type: 'create_card',
          listId: board.lists[2],
          title: 'After {{card.key}}',
          description: 'For {{actor.name}}',
          assigneeActorIds: [mia.actorId],
        },
      ],
      (id) => ada.patch(`/api/cards/${id}`, { title: '{{actor.name}}' }),
    )
    expect(card.comments[0].body).toBe(`${card.key} ({{actor.name}}) by Ada, {{unknown}}`)
    expect(card.checklist).toMatchObject({ total: 1 })
    const tree = (await ada.get(`/api/boards/${board.id}`)).body
    expect(tree.lists[2].cards).toMatchObject([{ title: `After ${card.key}`, assigneeActorIds: [mia.actorId] }])
    expect(cardId).not.toBe(tree.lists[2].cards[0].id)
  })

  test('what is written is no longer than a caller may write, and ends in no half of a character', {
    meta: { proves: ['limit.rules.texts'] },
  }, async () => {
    const { card } = await met(
      [
        { type: 'add_comment', body: '{{card.title}}'.repeat(700) },
        { type: 'add_checklist_item', text: '{{card.title}}😀' },
      ],
      (id) => ada.patch(`/api/cards/${id}`, { title: 'x'.repeat(499) }),
    )
    expect(card.comments[0].body).toHaveLength(100_000)
    expect(card.checklistItems[0].text).toBe('x'.repeat(499))
    const { rows } = await tandem.database.pool.query("select payload ->> 'text' from activities where board_id = $1", [board.id])
    expect(rows.length).toBeGreaterThan(0)
    const made = await met([{ type: 'create_card', listId: board.lists[2], title: '{{card.title}}{{card.title}}' }], (id) =>
      ada.patch(`/api/cards/${id}`, { title: 'y'.repeat(499) }),
    )
    const tree = (await ada.get(`/api/boards/${board.id}`)).body
    const titles = tree.lists[2].cards.map(({ title }: { title: string }) => title)
    expect([made.run.state, titles.some((title: string) => /^y{499}[y…]$/.test(title))]).toEqual(['done', true])
  })

  test('a card whose title would be empty is not made', async () => {
    const ruleId = await board.rule({ verb: 'list.created' }, [
      { type: 'create_card', listId: board.lists[2], title: '{{card.title}} {{card.key}}' },
    ])
    await ada.post(`/api/boards/${board.id}/lists`, { name: 'Later' })
    await runRules()
    expect((await board.runs(ruleId))[0]).toMatchObject({
      state: 'failed',
      actions: [{ error: expect.stringContaining('title would be empty') }],
    })
    expect((await ada.get(`/api/boards/${board.id}`)).body.lists[2].cards).toEqual([])
  })

  test('notify reaches assignees, watchers and named members, each once, and no former member', async () => {
    const wes = await tandem.register('Wes')
    await addMember(ada, board.id, wes.actorId, 'viewer')
    const { run } = await met(
      [
        { type: 'notify', to: 'assignees', message: 'Look at {{card.key}}' },
        { type: 'notify', to: 'watchers', message: 'See' },
        { type: 'notify', to: [mia.actorId], message: 'Again' },
      ],
      async (id) => {
        await ada.post(`/api/cards/${id}/assignees`, { actorId: mia.actorId })
        await wes.put(`/api/cards/${id}/watch`)
      },
    )
    expect(run.actions).toEqual([done('notify'), done('notify'), done('notify')])
    const told = async (who: Person) =>
      (await who.get('/api/notifications')).body.filter(
        (one: { reason: string; boardId: string }) => one.reason === 'rule' && one.boardId === board.id,
      )
    expect(await told(mia)).toMatchObject([{ verb: 'rule.run', excerpt: expect.stringMatching(/^Look at .+\nAgain$/) }])
    expect(await told(wes)).toMatchObject([{ excerpt: 'See' }])
    expect(await told(ada)).toEqual([])
  })

  test('all is by the automation of the board: an agent, a member, not to be delegated to or mentioned', async () => {
    await met([{ type: 'complete_card' }])
    const byRule = (await board.log()).filter((entry) => entry.actorId !== ada.actorId).toReversed()
    const [actorId] = [...new Set(byRule.map((entry) => entry.actorId))]
    expect(byRule.map((entry) => entry.verb)).toEqual(['member.added', 'card.updated', 'rule.run'])
    const members = (await ada.get(`/api/boards/${board.id}/members`)).body
    expect(members.find((one: { actorId: string }) => one.actorId === actorId)).toMatchObject({
      kind: 'agent',
      name: 'Automation',
      role: 'member',
      capabilities: { delegatable: false, mentionable: false },
    })
    await ada.delete(`/api/boards/${board.id}/members/${actorId}`)
    await met([{ type: 'complete_card' }])
    expect((await ada.get(`/api/boards/${board.id}/members`)).body.some((one: { actorId: string }) => one.actorId === actorId)).toBe(true)
  })
})

test('an action that fails is told in the run, and the others are done', async () => {
  const cardId = await board.card('Pump')
  const ruleId = await board.rule({ verb: 'card.updated' }, [{ type: 'delegate', agentActorId: robo.actorId }, { type: 'complete_card' }])
  const second = await board.rule({ verb: 'card.updated' }, [{ type: 'add_checklist_item', text: 'x' }])
  await ada.patch(`/api/agents/${robo.actorId}`, { capabilities: { delegatable: false, mentionable: true } })
  expect((await ada.patch(`/api/cards/${cardId}`, { title: 'Changed' })).status).toBe(200)
  await runRules()
  const run = (await board.runs(ruleId)).at(-1)
  expect(run).toMatchObject({
    state: 'failed',
    actions: [{ type: 'delegate', outcome: 'failed', error: expect.stringContaining('delegatable is off') }, done('complete_card')],
  })
  expect((await board.read(cardId)).completedAt).not.toBeNull()
  expect((await board.runs(second)).at(-1)).toMatchObject({ state: 'done' })
})

test('a comment is written also where the agents that it mentions do not start, and the run says why of each', async () => {
  const other = await tandem.agent(ada, 'Other', [board.id])
  for (const { actorId } of [robo, other])
    await ada.patch(`/api/agents/${actorId}`, { capabilities: { delegatable: true, mentionable: false } })
  const ignored = ({ handle }: Person) => ({ reason: 'mentionIgnored', params: { handle } })
  const sentence = ({ handle }: Person) => `@${handle} does not start when mentioned. Delegate the card to it instead.`
  const comment = (...agents: Person[]) => ({ type: 'add_comment', body: agents.map(({ handle }) => `@${handle}`).join(' ') })
  const outcome = { type: 'add_comment', outcome: 'done' }
  const one = await met([comment(robo)])
  expect(one.run.actions).toEqual([
    { ...outcome, error: sentence(robo), why: ignored(robo), uncalled: [{ handle: robo.handle, ...ignored(robo) }] },
  ])
  const both = await met([comment(robo, other)])
  const uncalled = [robo, other].map((agent) => ({ handle: agent.handle, ...ignored(agent) }))
  expect(both.run.actions).toEqual([{ ...outcome, error: expect.any(String), uncalled: expect.arrayContaining(uncalled) }])
  for (const agent of [robo, other]) expect(both.run.actions[0].error).toContain(sentence(agent))
})

test('a dry run says what each action would do, and changes nothing', { meta: { proves: ['rule.test.told'] } }, async () => {
  const cardId = await board.card('Pump')
  const ruleId = await board.rule(
    { verb: 'card.moved', filters: { toListId: board.lists[2] } },
    [{ type: 'delegate', agentActorId: robo.actorId }, { type: 'complete_card' }, { type: 'add_comment', body: 'Done' }],
    { conditions: [{ field: 'priority', op: 'is', value: 'high' }] },
  )
  await ada.patch(`/api/agents/${robo.actorId}`, { capabilities: { delegatable: false, mentionable: true } })
  const before = [await board.log(), await board.read(cardId), await board.runs(ruleId)]
  const activityId = (before[0] as any[]).find((entry) => entry.verb === 'card.created').id
  const byCard = await ada.post(`/api/rules/${ruleId}/test`, { cardId })
  expect(byCard).toMatchObject({
    status: 200,
    body: {
      wouldRun: false,
      triggerMatches: null,
      reason: 'This condition is not met: priority is.',
      why: { reason: 'ruleCondition', params: { field: 'priority', op: 'is' } },
      conditions: [{ field: 'priority', op: 'is', holds: false }],
      actions: [
        { type: 'delegate', problem: expect.stringContaining('delegatable') },
        { type: 'complete_card', problem: null },
        { type: 'add_comment', problem: null },
      ],
    },
  })
  const byActivity = await ada.post(`/api/rules/${ruleId}/test`, { activityId })
  expect(byActivity.body).toMatchObject({ wouldRun: false, triggerMatches: false, reason: 'The rule is for another event: card.moved.' })
  expect([await board.log(), await board.read(cardId), await board.runs(ruleId)]).toEqual(before)
  const other = await makeBoard(ada)
  const foreign = { cardId: await other.card('Elsewhere'), activityId: (await other.log())[0].id }
  for (const [key, value] of Object.entries(foreign))
    expect(await ada.post(`/api/rules/${ruleId}/test`, { [key]: value })).toMatchObject({
      status: 400,
      body: { error: { code: 'validation' } },
    })
  expect((await ada.post(`/api/rules/${ruleId}/test`, {})).status).toBe(400)
  await ada.patch(`/api/cards/${cardId}`, { priority: 'high' })
  expect((await ada.post(`/api/rules/${ruleId}/test`, { cardId })).body).toMatchObject({ wouldRun: true, reason: null })
})
