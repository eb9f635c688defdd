import { notificationReason } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { until } from '../../../packages/server/test/kit/http.ts'
import { startReceiver } from '../../../packages/server/test/webhooks/fixture/receiver.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

/** The notifications of an actor about this board, newest first. */
const inbox = async (who: Who) => (await allowed(who, 'notification.list', { limit: 200 })).filter((row) => row.boardId === board.id)
const reasons = async (who: Who) => (await inbox(who)).map((row) => row.reason)
const say = (cardId: string, body: string, by: Who = world.robo) => allowed(by, 'comment.create', { cardId, body })
const delegate = async (cardId: string, by: Who = world.ada) =>
  (await allowed(by, 'delegation.set', { cardId, agentActorId: world.robo.actorId })).session.id
const post = (sessionId: string, op: Op) => allowed(world.robo, 'session.post', { sessionId, ...op })
type Op =
  | { op: 'update'; state: 'working' }
  | { op: 'ask_human'; question: string }
  | { op: 'complete'; summary: string }
  | { op: 'fail'; reason: string }

scenario('a row says what happened, where, and who did it', ['notification.row.shape'], async () => {
  const { id: cardId, number } = await board.card('Fix the pump', { assigneeActorIds: [world.mia.actorId] })
  await say(cardId, 'It drips.')
  const sessionId = await delegate(cardId)
  await post(sessionId, { op: 'ask_human', question: 'Which seal?' })
  const log = await allowed(world.vic, 'card.activity', { cardId })
  const activity = (verb: string) => log.find((entry) => entry.verb === verb)
  const common = { id: expect.any(String), actorId: world.mia.actorId, boardId: board.id, boardName: 'Engine', cardId, readAt: null }
  const card = { cardKey: `${(await board.tree()).keyPrefix}-${number}`, cardTitle: 'Fix the pump' }
  const robo = { id: world.robo.actorId, name: 'Robo', kind: 'agent' }
  const row = (verb: string, more: object) => {
    const { id: activityId, createdAt } = activity(verb) ?? {}
    return { ...common, ...card, verb, activityId, createdAt, ...more }
  }
  expect(await inbox(world.mia)).toEqual([
    row('agent_session.question', { reason: 'question', sessionId, actor: robo, excerpt: 'Which seal?' }),
    row('comment.added', { reason: 'commented', sessionId: null, actor: robo, excerpt: 'It drips.' }),
    row('card.assigned', {
      reason: 'assigned',
      sessionId: null,
      actor: { id: world.ada.actorId, name: 'Ada', kind: 'human' },
      excerpt: null,
    }),
  ])
})

scenario('only the assigned person is notified', ['notification.who.assigned'], async () => {
  const { id: cardId } = await board.card('Card', { assigneeActorIds: [world.mia.actorId] })
  await allowed(world.mia, 'card.assign', { cardId, actorId: world.vic.actorId })
  for (const who of [world.mia, world.vic]) expect(await inbox(who)).toMatchObject([{ reason: 'assigned', verb: 'card.assigned', cardId }])
  expect([await inbox(world.ada), await inbox(world.robo)]).toEqual([[], []])
})

scenario('each mentioned member is notified, and no one outside the board', ['notification.who.mentioned'], async () => {
  const { mia, vic, robo, eve } = world
  const { id: cardId } = await board.card()
  await say(cardId, `@${mia.handle}, @${vic.handle}, @${robo.handle}, @${eve.handle}: look`, world.ada)
  for (const who of [mia, vic, robo])
    expect(await inbox(who)).toMatchObject([{ reason: 'mentioned', actor: { id: world.ada.actorId }, cardId }])
  expect([await inbox(eve), await inbox(world.ada)]).toEqual([[], []])
})

scenario('a comment tells those assigned and who made the card', ['notification.who.commented'], async () => {
  const card = await allowed(world.mia, 'card.create', {
    listId: board.lists[0] ?? '',
    title: 'Card',
    assigneeActorIds: [world.vic.actorId],
  })
  await say(card.id, 'It drips.')
  const row = { reason: 'commented', verb: 'comment.added', cardId: card.id, excerpt: 'It drips.' }
  expect((await inbox(world.vic))[0]).toMatchObject(row)
  expect(await inbox(world.mia)).toMatchObject([row])
  expect(await inbox(world.ada)).toEqual([])
})

scenario('a question tells the first tier of accountable people', ['notification.who.question'], async () => {
  const { ada, mia, vic, robo } = world
  const told = async () =>
    [await inbox(ada), await inbox(mia), await inbox(vic)].map((rows) => rows.filter((row) => row.reason === 'question').length)
  const ask = async (cardId: string, by: Who) => {
    const sessionId = by === robo ? (await allowed(robo, 'session.open', { cardId })).id : await delegate(cardId, by)
    await post(sessionId, { op: 'ask_human', question: 'Which?' })
  }
  await ask((await board.card('Card', { assigneeActorIds: [vic.actorId] })).id, mia)
  expect(await told()).toEqual([0, 0, 1])
  await ask((await board.card()).id, mia)
  expect(await told()).toEqual([0, 1, 1])
  await ask((await board.card()).id, robo)
  expect(await told()).toEqual([1, 1, 1])
})

scenario('the end of a session tells its initiator and those assigned', ['notification.who.session-ended'], async () => {
  const ends = [
    [{ op: 'complete', summary: 'Sealed' }, 'agent_session.completed', 'Sealed'],
    [{ op: 'fail', reason: 'No seal' }, 'agent_session.failed', 'No seal'],
  ] as const
  for (const [op, verb, excerpt] of ends) {
    const { id: cardId } = await board.card('Card', { assigneeActorIds: [world.vic.actorId] })
    const sessionId = await delegate(cardId, world.mia)
    const before = await inbox(world.ada)
    await post(sessionId, op)
    for (const who of [world.mia, world.vic])
      expect((await inbox(who))[0]).toMatchObject({
        reason: 'session_ended',
        verb,
        cardId,
        sessionId,
        excerpt,
        actor: { id: world.robo.actorId },
      })
    expect(await inbox(world.ada)).toEqual(before)
  }
})

scenario('an agent is told of what is delegated to it', ['notification.who.delegated'], async () => {
  const { id: cardId } = await board.card()
  const sessionId = await delegate(cardId, world.mia)
  expect(await inbox(world.robo)).toMatchObject([
    { reason: 'delegated', verb: 'card.delegated', cardId, sessionId, actor: { id: world.mia.actorId } },
  ])
  expect([await inbox(world.ada), await inbox(world.vic)]).toEqual([[], []])
  await delegate(cardId, world.ada)
  expect(await inbox(world.robo)).toHaveLength(1)
})

scenario(
  'of one activity an actor gets one row, for the strongest of its reasons',
  ['notification.row.once-per-activity', 'notification.row.reasons'],
  async () => {
    const { mia, ada, robo } = world
    const { id: cardId } = await allowed(mia, 'card.create', { listId: board.lists[0] ?? '', title: 'Card' })
    await allowed(ada, 'card.assign', { cardId, actorId: mia.actorId })
    await say(cardId, `@${mia.handle}, @${mia.handle}: look`)
    const sessionId = await delegate(cardId, mia)
    await post(sessionId, { op: 'ask_human', question: `Which, @${mia.handle}?` })
    await post(sessionId, { op: 'complete', summary: `Done, @${mia.handle}` })
    expect(await reasons(mia)).toEqual(['session_ended', 'question', 'mentioned', 'assigned'])
    const rows = [...(await inbox(mia)), ...(await inbox(robo))]
    expect(new Set(rows.map((row) => `${row.actorId} ${row.activityId}`)).size).toBe(rows.length)
    expect(notificationReason.options).toEqual([
      'assigned',
      'mentioned',
      'commented',
      'watching',
      'question',
      'review',
      'session_ended',
      'reviewed',
      'delegated',
      'unblocked',
      'due_soon',
      'webhook_disabled',
      'rule',
      'agent_requested',
      'invited',
      'budget',
    ])
  },
)

scenario('no one is notified of their own acts', ['notification.row.not-own-acts'], async () => {
  const { mia, robo } = world
  const { id: cardId } = await allowed(mia, 'card.create', { listId: board.lists[0] ?? '', title: 'Card', assigneeActorIds: [mia.actorId] })
  await say(cardId, `I, @${mia.handle}, was here`, mia)
  await delegate(cardId, mia)
  expect(await inbox(mia)).toEqual([])
  const { id: own } = await allowed(robo, 'card.create', { listId: board.lists[0] ?? '', title: 'Card' })
  await delegate(own, robo)
  await say(own, `@${robo.handle}`, robo)
  const { id: alone } = await allowed(robo, 'session.open', { cardId: (await board.card()).id })
  await post(alone, { op: 'complete', summary: 'Done' })
  expect((await inbox(robo)).map((row) => [row.reason, row.actor.id])).toEqual([['delegated', mia.actorId]])
  await say(cardId, 'theirs')
  expect(await reasons(mia)).toEqual(['commented'])
})

scenario('the admins of a board are told when a webhook of it is switched off', ['notification.who.webhook-disabled'], async () => {
  const { ada, mia, vic } = world
  const receiver = await startReceiver(404)
  const second = as(world.tandem, await world.tandem.register('Second'))
  await allowed(ada, 'member.add', { boardId: board.id, actorId: second.actorId, role: 'admin' })
  const { webhook } = await allowed(ada, 'webhook.create', { boardId: board.id, url: receiver.url, events: ['card.created'] })
  const shown = async () => (await allowed(ada, 'webhook.list', { boardId: board.id })).find((one) => one.id === webhook.id)
  for (let n = 0; n < 9; n++) await board.card()
  await until(async () => (await shown())?.consecutiveFailures === 9)
  for (const who of [ada, second]) expect(await inbox(who)).toEqual([])
  await board.card()
  await until(async () => (await shown())?.active === false)
  for (const who of [ada, second]) expect(await inbox(who)).toMatchObject([{ reason: 'webhook_disabled', cardId: null }])
  for (const who of [mia, vic, world.robo]) expect(await inbox(who)).toEqual([])
  await receiver.stop()
})
