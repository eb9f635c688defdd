import { expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import type { Person, TestService } from '../kit/service.ts'
import { deliveriesOf, hookedBoard, receive, settled } from './fixture/hooked-board.ts'

/** Records session activities of an agent on a card, as the session operations do. */
async function recordProgress(tandem: TestService, cardId: string, agentActorId: string, note: string): Promise<void> {
  await tandem.service.kernel.actAsService('card.update', { cardId }, async (tx) => {
    tx.record('agent_session.progress', { note } as never, { cardId, agentActorId })
  })
}

async function secondAdmin(board: { tandem: TestService; ada: Person; boardId: string }): Promise<Person> {
  const bob = await board.tandem.register('Bob')
  await board.ada.post(`/api/boards/${board.boardId}/members`, { actorId: bob.actorId, role: 'admin' })
  return bob
}

test('T11: a subscription ends when its creator is no longer a member; another admin may take it over', async () => {
  const board = await hookedBoard()
  const { ada, boardId, receiver } = board
  const bob = await secondAdmin(board)
  await board.addCard()
  await settled(board, 1, 'delivered')
  const list = (await bob.post(`/api/boards/${boardId}/lists`, { name: 'Later' })).body.id
  expect((await bob.delete(`/api/boards/${boardId}/members/${ada.actorId}`)).status).toBe(204)
  await bob.post(`/api/lists/${list}/cards`, { title: 'Secret' })
  const shown = async () => (await bob.get(`/api/boards/${boardId}/webhooks`)).body[0]
  await until(async () => !(await shown()).active)
  expect(await shown()).toMatchObject({ disabledReason: 'creator_lost_access' })
  await settled(board, 1, 'canceled')
  expect(receiver.received.length).toBe(1)

  expect((await bob.patch(board.path, { active: true })).body).toMatchObject({ active: true })
  await bob.post(`/api/lists/${list}/cards`, { title: 'For Bob' })
  await until(() => receiver.received.length === 2)
  expect(await shown()).toMatchObject({ active: true })
})

test('T11: a creator who is demoted or deactivated ends a subscription too, and one of their agents', async () => {
  const board = await hookedBoard()
  const { ada, boardId, tandem } = board
  const bob = await secondAdmin(board)
  const list = (await ada.post(`/api/boards/${boardId}/lists`, { name: 'Later' })).body.id
  const gone = await receive()
  const ofBob = (await bob.post(`/api/boards/${boardId}/webhooks`, { url: gone.url, events: ['card.created'] })).body.webhook
  const robo = await tandem.agent(bob, 'Robo', [boardId])
  await bob.patch(`/api/boards/${boardId}/members/${robo.actorId}`, { role: 'admin' })
  const ofRobo = (await robo.post(`/api/boards/${boardId}/webhooks`, { url: gone.url, events: ['card.created'] })).body.webhook
  await ada.patch(`/api/boards/${boardId}/members/${bob.actorId}`, { role: 'member' })
  await ada.post(`/api/lists/${list}/cards`, { title: 'One' })
  await until(async () => (await deliveriesOf(tandem, ofBob.id, 'canceled')).length === 1)
  await until(async () => (await deliveriesOf(tandem, ofRobo.id, 'canceled')).length === 1)
  await settled(board, 1, 'delivered')

  const carl = await tandem.register('Carl')
  await ada.post(`/api/boards/${boardId}/members`, { actorId: carl.actorId, role: 'admin' })
  const ofCarl = (await carl.post(`/api/boards/${boardId}/webhooks`, { url: gone.url, events: ['card.created'] })).body.webhook
  expect((await ada.patch(`/api/admin/actors/${carl.actorId}`, { deactivated: true })).status).toBe(200)
  await ada.post(`/api/lists/${list}/cards`, { title: 'Two' })
  await until(async () => (await deliveriesOf(tandem, ofCarl.id, 'canceled')).length === 1)
  expect(gone.received).toEqual([])
})

test('F48: the subscription of an actor hears its own session events of every board, and nothing after it lost one', async () => {
  const board = await hookedBoard()
  const { ada, boardId, tandem } = board
  const receiver = await receive()
  const robo = await tandem.agent(ada, 'Robo', [boardId])
  const other = await tandem.agent(ada, 'Other', [boardId])
  const made = await robo.post(`/api/actors/${robo.actorId}/webhooks`, { url: receiver.url, events: ['*'] })
  expect(made).toMatchObject({
    status: 201,
    body: { webhook: { boardId: null, actorId: robo.actorId, secret: expect.stringMatching(/^whsec_/) } },
  })
  const hookId = made.body.webhook.id
  const cardId = await board.addCard()
  await recordProgress(tandem, cardId, other.actorId, 'not mine')
  await recordProgress(tandem, cardId, robo.actorId, 'mine')
  await until(() => receiver.received.length === 1)
  expect(receiver.received[0]?.body).toMatchObject({ verb: 'agent_session.progress', payload: { note: 'mine' }, boardId })

  expect((await ada.delete(`/api/boards/${boardId}/members/${robo.actorId}`)).status).toBe(204)
  await recordProgress(tandem, cardId, robo.actorId, 'too late')
  await until(async () => (await deliveriesOf(tandem, hookId, 'canceled')).length === 1)
  expect(receiver.received.length).toBe(1)
  expect((await robo.get(`/api/actors/${robo.actorId}/webhooks`)).body).toMatchObject([{ active: true }])
})

test('only an actor itself manages its subscriptions', async () => {
  const board = await hookedBoard()
  const { ada, tandem } = board
  const robo = await tandem.agent(ada, 'Robo', [board.boardId])
  const collection = `/api/actors/${robo.actorId}/webhooks`
  const body = { url: board.receiver.url, events: ['agent_session.*'] }
  const { webhook } = (await robo.post(collection, body)).body
  const path = `${collection}/${webhook.id}`
  for (const status of [await ada.get(collection), await ada.post(collection, body), await ada.patch(path, {}), await ada.delete(path)].map(
    (answer) => answer.status,
  ))
    expect(status).toBe(403)
  const ownCrossed = `/api/actors/${ada.actorId}/webhooks/${webhook.id}`
  expect((await ada.delete(ownCrossed)).status).toBe(404)
  expect((await robo.patch(path, { active: false })).body).toMatchObject({ active: false })
  expect((await robo.patch(path, { rotateSecret: true })).body.secret).toMatch(/^whsec_/)
  expect((await robo.delete(path)).status).toBe(204)
  expect((await robo.get(collection)).body).toEqual([])
})

test('a subscription keeps the leash of the token that made it, and a leashed token may not touch a wider one', async () => {
  const board = await hookedBoard()
  const { ada, boardId, tandem } = board
  const receiver = await receive()
  const secondId = (await ada.post('/api/boards', { name: 'Second' })).body.id
  const list = (await ada.post(`/api/boards/${secondId}/lists`, { name: 'To do' })).body.id
  const secondCard = (await ada.post(`/api/lists/${list}/cards`, { title: 'There' })).body.id
  const robo = await tandem.agent(ada, 'Robo', [boardId, secondId])
  const minted = await ada.post('/api/tokens', { label: 'leashed', scopes: ['webhooks:write', `board:${boardId}`], actorId: robo.actorId })
  const leashed = tandem.withToken(minted.body.token)
  const collection = `/api/actors/${robo.actorId}/webhooks`
  await leashed.post(collection, { url: receiver.url, events: ['agent_session.*'] })
  await recordProgress(tandem, secondCard, robo.actorId, 'elsewhere')
  await recordProgress(tandem, await board.addCard(), robo.actorId, 'here')
  await until(() => receiver.received.length === 1)
  expect(receiver.received[0]?.body).toMatchObject({ payload: { note: 'here' } })

  const wide = (await robo.post(collection, { url: receiver.url, events: ['*'] })).body.webhook
  expect((await leashed.patch(`${collection}/${wide.id}`, { url: 'http://127.0.0.1:9/' })).status).toBe(403)
  expect((await leashed.delete(`${collection}/${wide.id}`)).status).toBe(403)
  expect((await robo.delete(`${collection}/${wide.id}`)).status).toBe(204)
})

test('ten failures in a row switch off the subscription of an actor, and its audit log says so', async () => {
  const board = await hookedBoard()
  const { ada, tandem } = board
  const receiver = await receive(404)
  const robo = await tandem.agent(ada, 'Robo', [board.boardId])
  const { webhook } = (await robo.post(`/api/actors/${robo.actorId}/webhooks`, { url: receiver.url, events: ['*'] })).body
  const cardId = await board.addCard()
  for (let note = 0; note < 10; note++) await recordProgress(tandem, cardId, robo.actorId, `note ${note}`)
  await until(async () => (await deliveriesOf(tandem, webhook.id, 'failed')).length === 10)
  expect((await robo.get(`/api/actors/${robo.actorId}/webhooks`)).body).toMatchObject([{ active: false, disabledReason: 'failures' }])
  const { rows } = await tandem.database.pool.query(`select detail from audit_log where actor_id = $1 and credential = 'system:service'`, [
    robo.actorId,
  ])
  expect(rows).toEqual([{ detail: { webhookId: webhook.id, active: false, disabledReason: 'failures' } }])
})
