import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { allowed, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let cardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card()).id
})

const say = (body: string, by: Who = world.mia, on = cardId) => allowed(by, 'comment.create', { cardId: on, body })
const sessions = () => allowed(world.vic, 'session.listForCard', { cardId })
const delegate = async (on = cardId) =>
  (await allowed(world.mia, 'delegation.set', { cardId: on, agentActorId: world.robo.actorId })).session.id
const events = async (sessionId: string) => (await allowed(world.vic, 'session.events', { sessionId })).events
const newAgent = async (name: string, boardIds: string[]) => as(world.tandem, await world.tandem.agent(world.person, name, boardIds))
/** The actors that the comment with this text mentioned, by the log. */
async function mentionedBy(body: string): Promise<unknown[]> {
  const recorded = await board.recorded(() => say(body, world.ada))
  return recorded.filter(({ verb }) => verb === 'comment.mentioned').flatMap(({ payload }) => payload.mentionedActorIds)
}

scenario('@handle mentions the actor of that handle, whole and each once', ['mention.syntax.at-handle'], async () => {
  const { mia, vic, eve } = world
  for (const body of [`@${mia.handle}`, `Ask @${mia.handle}.`, `(@${mia.handle}),`, `**@${mia.handle}**`, `new line\n@${mia.handle}'s`])
    expect([body, await mentionedBy(body)]).toEqual([body, [mia.actorId]])
  expect(await mentionedBy(`@${mia.handle} and @${vic.handle}, @${mia.handle}!`)).toEqual([mia.actorId, vic.actorId])
  const none = [mia.handle, `@${mia.handle.slice(0, -1)}`, `@${mia.handle}x`, `@${mia.handle}-x`, `@${mia.handle}_x`, `@ ${mia.handle}`]
  for (const body of [...none, `@${mia.handle}ä`, `@${eve.handle}`]) expect([body, await mentionedBy(body)]).toEqual([body, []])
})

scenario('an @ within a word is no mention', ['mention.syntax.word-start'], async () => {
  const { handle, actorId } = world.mia
  for (const body of [`me@${handle}`, `me@${handle}.org`, `7@${handle}`, `a_@${handle}`, `ä@${handle}`, `ж@${handle}`])
    expect([body, await mentionedBy(body)]).toEqual([body, []])
  expect(await mentionedBy(`me@${handle} @${handle}`)).toEqual([actorId])
})

scenario('@handle within code is no mention', ['mention.syntax.code'], async () => {
  const { handle, actorId } = world.mia
  const code = [
    `\`@${handle}\``,
    `\`\`a \` @${handle}\`\``,
    `\`\`\`\n@${handle}\n\`\`\``,
    `~~~sh\n@${handle}\n~~~`,
    `    \n\`x @${handle} y\``,
  ]
  for (const body of code) {
    expect([body, await mentionedBy(body)]).toEqual([body, []])
    expect([body, await mentionedBy(`${body}\n\n@${handle}`)]).toEqual([body, [actorId]])
  }
})

scenario('everyone who may comment can start an agent of the board by a mention', ['mention.agent.opens-session'], async () => {
  const recorded = await board.recorded(() => say(`@${world.robo.handle} please`))
  expect(verbsOf(recorded)).toEqual(['comment.added', 'comment.mentioned', 'agent_session.created'])
  expect(await sessions()).toMatchObject([
    { agentActorId: world.robo.actorId, initiatorActorId: world.mia.actorId, state: 'queued', trigger: { type: 'mention' }, endedAt: null },
  ])
  expect((await allowed(world.vic, 'card.get', { cardId })).card.delegation).toBeNull()
})

scenario(
  'an agent that takes no mentions, or is not of the board, is not called',
  ['mention.agent.not-mentionable', 'mention.agent.not-member'],
  async () => {
    const [quiet, outside] = [await newAgent('Quiet', [board.id]), await newAgent('Outside', [])]
    const mentionable = (agent: Who, value: boolean) =>
      allowed(world.ada, 'agent.update', { agentActorId: agent.actorId, capabilities: { mentionable: value } })
    await mentionable(quiet, false)
    await say(`@${quiet.handle} and @${outside.handle}: go`)
    expect(await sessions()).toEqual([])
    await mentionable(quiet, true)
    await allowed(world.ada, 'member.add', { boardId: board.id, actorId: outside.actorId, role: 'member' })
    await say(`@${quiet.handle} and @${outside.handle}: go`)
    expect((await sessions()).map((session) => session.agentActorId)).toEqual([outside.actorId, quiet.actorId])
  },
)

scenario('an agent does not call itself', ['mention.agent.own-author'], async () => {
  await say(`I, @${world.robo.handle}, was here`, world.robo)
  expect(await sessions()).toEqual([])
  const sessionId = await delegate()
  await say(`I, @${world.robo.handle}, am still here`, world.robo)
  expect([(await sessions()).length, (await events(sessionId)).length]).toEqual([1, 1])
  await say(`@${world.robo.handle}`, world.mia, (await board.card()).id)
  expect(await allowed(world.vic, 'session.listForBoard', { boardId: board.id })).toHaveLength(2)
})

scenario('an agent at work on the card starts no agent by a mention; an idle one does', ['mention.agent.busy-author'], async () => {
  const bert = await newAgent('Bert', [board.id])
  const sessionId = await delegate()
  const call = () => say(`@${bert.handle}, help me`, world.robo)
  const callers = async () => (await sessions()).map((session) => [session.agentActorId, session.initiatorActorId])
  const own = [world.robo.actorId, world.mia.actorId]
  for (const op of [
    { op: 'progress', note: 'x' },
    { op: 'update', state: 'working' },
    { op: 'ask_human', question: 'Which?' },
  ] as const) {
    await call()
    expect(await callers()).toEqual([own])
    await allowed(world.robo, 'session.post', { sessionId, ...op })
  }
  await call()
  expect(await callers()).toEqual([own])
  await allowed(world.robo, 'session.post', { sessionId, op: 'complete', summary: 'Done' })
  await delegate((await board.card()).id)
  await call()
  expect(await callers()).toEqual([[bert.actorId, world.robo.actorId], own])
})

scenario(
  'mentioning an agent that holds a live session on the card is a follow-up for that session',
  ['mention.agent.live-session', 'mention.agent.follow-up', 'mention.agent.follow-up-activity'],
  async () => {
    const sessionId = await delegate()
    const ops = [
      { op: 'update', state: 'working' },
      { op: 'ask_human', question: 'Which?' },
    ] as const
    for (const op of [null, ...ops]) {
      if (op) await allowed(world.robo, 'session.post', { sessionId, ...op })
      const { state } = await allowed(world.vic, 'session.get', { sessionId })
      const before = await events(sessionId)
      let comment = { id: '', body: '' }
      const recorded = await board.recorded(async () => {
        comment = await say(`@${world.robo.handle} use the blue seal`)
      })
      const body = { type: 'mention', commentId: comment.id, body: comment.body, actorId: world.mia.actorId }
      expect((await events(sessionId)).slice(before.length)).toMatchObject([{ kind: 'log', body }])
      expect(verbsOf(recorded)).toEqual(['comment.added', 'comment.mentioned', 'agent_session.log'])
      expect(recorded[2]?.payload).toMatchObject({ sessionId, payload: body })
      expect(await sessions()).toMatchObject([{ id: sessionId, state }])
    }
    await allowed(world.robo, 'session.post', { sessionId, op: 'fail', reason: 'No seal' })
    const trail = await events(sessionId)
    await say(`@${world.robo.handle} try again`)
    expect([(await sessions()).length, await events(sessionId)]).toEqual([2, trail])
  },
)

scenario('a mentioned member is notified, and no one outside the board', ['mention.human.notified'], async () => {
  const { mia, vic, eve } = world
  const comment = await say(`@${mia.handle}, @${vic.handle} and @${eve.handle}: look`, world.ada)
  for (const who of [mia, vic]) {
    const rows = await allowed(who, 'notification.list', {})
    expect(rows.filter((row) => row.cardId === cardId)).toMatchObject([
      { reason: 'mentioned', actor: { id: world.ada.actorId }, excerpt: comment.body, readAt: null },
    ])
  }
  expect(await allowed(eve, 'notification.list', {})).toEqual([])
})
