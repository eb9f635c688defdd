import { verifyV2 } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { sql } from '../../../packages/server/src/db/database.ts'
import { standingClock } from '../../../packages/server/test/kit/clock.ts'
import { call } from '../../src/call.ts'
import { actorHook, heard, hook, receive, until, waitAhead } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeAgent, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let agent: Who
let other: Who
let board: Board

beforeAll(async () => {
  world = await startWorld({}, standingClock())
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  agent = await makeAgent(world, 'Agent', [board.id])
  other = await makeAgent(world, 'Other', [board.id])
})

/** The agent opens a session of its own on a new card of the board, and says one thing. */
async function work(by: Who, on: Board = board): Promise<string> {
  const { id: cardId } = await on.card()
  const { id: sessionId } = await allowed(by, 'session.open', { cardId })
  await allowed(by, 'session.post', { sessionId, op: 'progress', note: 'Half way' })
  return sessionId
}

/** A token of the actor with the scopes; Ada's own when no agent is named. */
async function tokenOf(scopes: string[], actorId?: string): Promise<Who & { tokenId: string }> {
  const made = await allowed(world.ada, 'token.create', { label: 'hooks', scopes, ...(actorId && { actorId }) })
  const headers = { authorization: `Bearer ${made.token}` }
  return { url: world.ada.url, headers, actorId: actorId ?? world.ada.actorId, handle: '', tokenId: made.id }
}

scenario('an actor subscribes to nothing that is never delivered to it', ['webhook.actor.selectors'], async () => {
  const { url } = await receive()
  const { actorId } = agent
  for (const events of [['card.created'], ['card.*'], ['agent_session.*', 'comment.added']]) {
    const refusal = await refused(agent, 'actorWebhook.create', { actorId, url, events }, 'validation')
    expect(refusal.message).toContain('agent_session.created')
  }
  const { webhook } = await allowed(agent, 'actorWebhook.create', { actorId, url, events: ['agent_session.created', '*'] })
  await refused(agent, 'actorWebhook.update', { actorId, webhookId: webhook.id, events: ['card.moved'] }, 'validation')
  // As one was taken before this rule.
  await world.tandem.database.rows(sql(`update webhooks set events = '{card.*,agent_session.*}' where id = $1`), [webhook.id])
  const kept = await allowed(agent, 'actorWebhook.update', { actorId, webhookId: webhook.id, active: false })
  expect(kept).toMatchObject({ active: false, events: ['card.*', 'agent_session.*'] })
})

scenario(
  'an actor creates, lists, changes and deletes only its own subscriptions',
  ['webhook.actor.create', 'webhook.actor.own-only', 'webhook.actor.manage', 'webhook.actor.scope'],
  async () => {
    const { url } = await receive()
    const { actorId } = agent
    const made = await call(agent, 'actorWebhook.create', { actorId, url, events: ['agent_session.*'] })
    if (!made.ok) throw new Error(made.message)
    const { secret, ...webhook } = made.body.webhook
    expect([made.status, webhook]).toMatchObject([201, { actorId, boardId: null, url, events: ['agent_session.*'], active: true }])
    expect(secret).toMatch(/^whsec_/)
    const webhookId = webhook.id
    const list = () => allowed(agent, 'actorWebhook.list', { actorId })
    const narrow = await tokenOf(['boards:read', 'cards:write', 'sessions:write'], actorId)
    for (const who of [world.ada, other, world.eve, narrow]) {
      await refused(who, 'actorWebhook.create', { actorId, url, events: ['*'] }, 'forbidden')
      await refused(who, 'actorWebhook.list', { actorId }, 'forbidden')
      await refused(who, 'actorWebhook.update', { actorId, webhookId, active: false }, 'forbidden')
      await refused(who, 'actorWebhook.delete', { actorId, webhookId }, 'forbidden')
    }
    await refused(other, 'actorWebhook.delete', { actorId: other.actorId, webhookId }, 'not_found')
    expect(await list()).toEqual([webhook])
    const changed = await allowed(agent, 'actorWebhook.update', { actorId, webhookId, active: false, events: ['*'] })
    expect(changed).toEqual({ ...webhook, active: false, events: ['*'] })
    expect(await list()).toEqual([changed])
    expect((await call(agent, 'actorWebhook.delete', { actorId, webhookId })).status).toBe(204)
    expect(await list()).toEqual([])
  },
)

scenario(
  'an actor’s subscription hears the session events of that agent on every board, and of no other agent',
  ['webhook.actor.owner-is-agent', 'webhook.actor.not-others', 'webhook.actor.all-boards'],
  async () => {
    const second = await makeBoard(world)
    await allowed(world.ada, 'member.add', { boardId: second.id, actorId: agent.actorId, role: 'member' })
    const [mine, theirs] = [await actorHook(agent, ['agent_session.*']), await actorHook(other, ['*'])]
    const ofOther = await work(other)
    const ofAgent = [await work(agent), await work(agent, second)]
    await Promise.all([heard(mine.receiver, 4), heard(theirs.receiver, 2)])
    const told = ({ receiver }: typeof mine) =>
      receiver.received.map(({ body }) => [body.boardId, (body.payload as { sessionId: string }).sessionId, body.verb].join(' ')).toSorted()
    const both = (boardId: string, sessionId = '') => ['created', 'progress'].map((verb) => `${boardId} ${sessionId} agent_session.${verb}`)
    expect(told(mine)).toEqual([...both(board.id, ofAgent[0]), ...both(second.id, ofAgent[1])].toSorted())
    expect(told(theirs)).toEqual(both(board.id, ofOther))
  },
)

scenario(
  'an actor’s deliveries are signed, numbered and tried again like those of a board',
  ['webhook.actor.same-guarantees'],
  async () => {
    const { receiver, webhook } = await actorHook(agent, ['agent_session.progress'], 500, 200)
    const sessionId = await work(agent)
    world.tandem.clock.advance(await waitAhead(world.tandem, webhook.id, 2_000))
    await heard(receiver, 2)
    const ids = []
    for (const { headers, rawBody, body } of receiver.received) {
      const nowSeconds = Number(headers['x-kanban-timestamp'])
      expect(await verifyV2({ secret: webhook.secret ?? '', headers, rawBody, nowSeconds })).toMatchObject({ ok: true })
      const [activity] = await allowed(world.ada, 'board.activity', { boardId: board.id, limit: 1 })
      expect([body, (body.payload as { sessionId: string }).sessionId]).toEqual([activity, sessionId])
      ids.push(headers['x-kanban-delivery-id'])
    }
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids[1]).toBe(ids[0])
  },
)

scenario(
  'a subscription made with a leashed credential delivers the boards of its leash and no others',
  ['webhook.leash.kept'],
  async () => {
    const second = await makeBoard(world)
    await allowed(world.ada, 'member.add', { boardId: second.id, actorId: agent.actorId, role: 'member' })
    const leashed = await tokenOf(['webhooks:write', `board:${board.id}`], agent.actorId)
    const [short, wide] = [await actorHook(leashed, ['agent_session.created']), await actorHook(agent, ['agent_session.created'])]
    await work(agent, second)
    await work(agent)
    await Promise.all([heard(short.receiver, 1), heard(wide.receiver, 2)])
    expect(short.receiver.received.map(({ body }) => body.boardId)).toEqual([board.id])
    expect(wide.receiver.received.map(({ body }) => body.boardId).toSorted()).toEqual([board.id, second.id].toSorted())
    await refused(leashed, 'webhook.create', { boardId: second.id, url: short.receiver.url, events: ['*'] }, 'forbidden')
  },
)

scenario('a subscription outlives the credential that made it', ['webhook.leash.credential-revoked'], async () => {
  const token = await tokenOf(['webhooks:write', `board:${board.id}`])
  const receiver = await receive()
  await allowed(token, 'webhook.create', { boardId: board.id, url: receiver.url, events: ['card.created'] })
  await allowed(world.ada, 'token.revoke', { tokenId: token.tokenId })
  await refused(token, 'webhook.list', { boardId: board.id }, 'invalid_token')
  await board.card('after')
  await heard(receiver, 1)
  expect(receiver.received[0]?.body).toMatchObject({ verb: 'card.created', payload: { title: 'after' } })
  expect(await allowed(world.ada, 'webhook.list', { boardId: board.id })).toMatchObject([{ active: true }])
})

scenario('a subscription ends when its creator loses the board', ['webhook.leash.membership-lost'], async () => {
  const boardId = board.id
  await allowed(world.ada, 'member.update', { boardId, actorId: world.mia.actorId, role: 'admin' })
  const [mias, adas] = [await receive(), await hook(world, board, ['card.created'])]
  const { webhook } = await allowed(world.mia, 'webhook.create', { boardId, url: mias.url, events: ['card.created'] })
  await board.card()
  await Promise.all([heard(mias, 1), adas.heard(1)])
  await allowed(world.ada, 'member.remove', { boardId, actorId: world.mia.actorId })
  await board.card()
  const list = () => allowed(world.ada, 'webhook.list', { boardId })
  await until(async () => (await list()).some((one) => one.id === webhook.id && !one.active))
  await board.card()
  await adas.heard(3)
  expect(mias.received).toHaveLength(1)
  expect(new Map((await list()).map((one) => [one.id, one.active]))).toEqual(
    new Map([
      [adas.id, true],
      [webhook.id, false],
    ]),
  )
})
