import { verbNames } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { hook, receive } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let url: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  url = (await receive()).url
})

const create = (events: string[], by: Who = world.ada) => call(by, 'webhook.create', { boardId: board.id, url, events })
const list = () => allowed(world.ada, 'webhook.list', { boardId: board.id })

scenario(
  'a subscription is made with its secret, which is shown that once and nowhere again',
  ['webhook.create.answer', 'webhook.record.shape', 'webhook.secret.format', 'webhook.secret.once', 'webhook.list.board'],
  async () => {
    const secrets = []
    const plain = []
    for (const events of [['card.moved', 'list.*'], ['*']]) {
      const made = await create(events)
      if (!made.ok) throw new Error(made.message)
      const { secret, ...webhook } = made.body.webhook
      expect([made.status, webhook]).toEqual([
        201,
        {
          id: expect.any(String),
          boardId: board.id,
          actorId: null,
          url,
          events,
          active: true,
          integrationId: null,
          consecutiveFailures: 0,
          disabledReason: null,
          createdAt: expect.any(String),
        },
      ])
      secrets.push(secret ?? '')
      plain.push(webhook)
    }
    for (const secret of secrets) expect(secret).toMatch(/^whsec_\S{32,}$/)
    expect(new Set(secrets).size).toBe(2)
    expect(await list()).toEqual(plain)
    const [first] = plain
    const changed = await allowed(world.ada, 'webhook.update', { boardId: board.id, webhookId: first?.id ?? '', active: false })
    expect(changed).toEqual({ ...first, active: false })
    const input = { boardId: board.id, url, events: ['*'], clientMutationId: 'once' }
    const once = await call(world.ada, 'webhook.create', input as never)
    const replayed = await call(world.ada, 'webhook.create', input as never)
    expect(once.ok && once.body).toMatchObject({ webhook: { secret: expect.stringMatching(/^whsec_/) } })
    expect(replayed.ok && replayed.body).toMatchObject({ webhook: { id: once.ok && once.body.webhook.id, secret: null } })
    expect(JSON.stringify(await allowed(world.ada, 'board.activity', { boardId: board.id }))).not.toContain('whsec_')
  },
)

scenario('the subscriptions of a board are for its admins alone', ['webhook.create.admin-only', 'webhook.list.admin-only'], async () => {
  const { id: webhookId } = await hook(world, board, ['*'])
  const boardId = board.id
  const before = await list()
  for (const [who, code] of [
    [world.mia, 'forbidden'],
    [world.vic, 'forbidden'],
    [world.robo, 'forbidden'],
    [world.eve, 'not_found'],
  ] as const) {
    await refused(who, 'webhook.create', { boardId, url, events: ['*'] }, code)
    await refused(who, 'webhook.list', { boardId }, code)
    await refused(who, 'webhook.update', { boardId, webhookId, active: false }, code)
    await refused(who, 'webhook.delete', { boardId, webhookId }, code)
  }
  expect(await list()).toEqual(before)
  await allowed(world.ada, 'member.update', { boardId, actorId: world.mia.actorId, role: 'admin' })
  expect((await create(['*'], world.mia)).status).toBe(201)
  expect(await allowed(world.mia, 'webhook.list', { boardId })).toHaveLength(2)
})

scenario(
  'a selector is a verb, a family or *, and nothing else; 32 of them are the most',
  ['webhook.create.verb-selector', 'webhook.create.unknown-selector', 'webhook.create.selectors-max'],
  async () => {
    for (const events of [verbNames.slice(0, 32), ['card.created'], ['agent_session.*'], ['*']]) {
      const made = await create(events)
      expect(made.ok && made.body.webhook.events).toEqual(events)
    }
    const before = await list()
    for (const events of [verbNames.slice(0, 33), ['card.exploded'], ['cards.*'], ['card'], ['card.created', 'no.such'], ['**'], ['']]) {
      await refused(world.ada, 'webhook.create', { boardId: board.id, url, events }, 'validation')
    }
    expect(await list()).toEqual(before)
  },
)

scenario(
  'a subscription hears what its selectors stand for and nothing else',
  ['webhook.create.family-selector', 'webhook.create.star-selector', 'delivery.body.matching-only', 'webhook.board.sessions-routed'],
  async () => {
    const [verb, family, sessions, all] = [
      await hook(world, board, ['card.moved']),
      await hook(world, board, ['card.*']),
      await hook(world, board, ['agent_session.*']),
      await hook(world, board, ['*']),
    ]
    const recorded = await board.recorded(async () => {
      const { id } = await board.card()
      await allowed(world.mia, 'list.create', { boardId: board.id, name: 'Later' })
      await allowed(world.mia, 'card.update', { cardId: id, listId: board.lists[1] ?? '' })
      const { session } = await allowed(world.mia, 'delegation.set', { cardId: id, agentActorId: world.robo.actorId })
      await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'progress', note: 'Half way' })
    })
    const verbs = recorded.map((activity) => activity.verb)
    const told = {
      verb: ['card.moved'],
      family: ['card.created', 'card.moved', 'card.delegated'],
      sessions: ['agent_session.created', 'agent_session.progress'],
    }
    expect(verbs.toSorted()).toEqual([...told.family, ...told.sessions, 'list.created'].toSorted())
    await Promise.all([verb.heard(1), family.heard(3), sessions.heard(2), all.heard(verbs.length)])
    const sorted = [verb, family, sessions, all].map((one) => one.verbs().toSorted())
    expect(sorted).toEqual([told.verb, told.family, told.sessions, verbs].map((list) => list.toSorted()))
  },
)

scenario(
  'a board has at most as many subscriptions as WEBHOOK_MAX_PER_BOARD says, 20 when it says nothing',
  ['webhook.create.board-max-default', 'webhook.create.board-max'],
  async ({ onTestFinished }) => {
    const fill = async (of: World, boardId: string) => {
      const answers = await Promise.all(Array.from({ length: 23 }, () => call(of.ada, 'webhook.create', { boardId, url, events: ['*'] })))
      for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('conflict')
      return answers.filter((answer) => answer.ok).length
    }
    expect(await fill(world, board.id)).toBe(20)
    expect((await list()).length).toBe(20)
    expect((await call(world.ada, 'webhook.create', { boardId: (await makeBoard(world)).id, url, events: ['*'] })).status).toBe(201)
    const small = await startWorld({ WEBHOOK_MAX_PER_BOARD: '3' })
    onTestFinished(() => small.tandem.stop())
    const { id: boardId } = await makeBoard(small)
    expect(await fill(small, boardId)).toBe(3)
    const [first] = await allowed(small.ada, 'webhook.list', { boardId })
    await allowed(small.ada, 'webhook.delete', { boardId, webhookId: first?.id ?? '' })
    expect(await fill(small, boardId)).toBe(1)
  },
)
