import { verbNames, verifyV2 } from '@tandem/contract'
import { expect, test } from 'vitest'
import { rowsOfAllTables } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { hookedBoard, receive, service } from './fixture/hooked-board.ts'

test('a subscription of a board is created once with its secret, listed without it, and answers as described', async () => {
  const board = await hookedBoard()
  const { ada, boardId } = board
  const made = await ada.post(`/api/boards/${boardId}/webhooks`, { url: 'http://203.0.113.7/x', events: ['*'] })
  expect(made.status).toBe(400)
  const ok = await ada.post(`/api/boards/${boardId}/webhooks`, { url: board.receiver.url, events: ['*', '*', 'card.moved'] })
  expect(ok.status).toBe(201)
  expect(ok.body).toEqual({
    webhook: {
      id: expect.any(String),
      boardId,
      actorId: null,
      url: board.receiver.url,
      events: ['*', 'card.moved'],
      integrationId: null,
      active: true,
      consecutiveFailures: 0,
      disabledReason: null,
      createdAt: expect.any(String),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    },
  })
  const listed = await ada.get(`/api/boards/${boardId}/webhooks`)
  expect(listed.body.length).toBe(2)
  expect(listed.text).not.toContain('whsec_')
})

test('F43: 32 selectors are taken, 33 and unknown ones are not', async () => {
  const board = await hookedBoard()
  const post = (events: string[]) => board.ada.post(`/api/boards/${board.boardId}/webhooks`, { url: board.receiver.url, events })
  expect((await post(verbNames.slice(0, 32))).status).toBe(201)
  expect((await post(verbNames.slice(0, 33))).status).toBe(400)
  expect((await post(['card.exploded'])).status).toBe(400)
  expect((await post(['cards.*'])).status).toBe(400)
  expect((await post([])).status).toBe(400)
})

test('F43: of 30 parallel creations exactly WEBHOOK_MAX_PER_BOARD succeed', async () => {
  const tandem = await service({ WEBHOOK_MAX_PER_BOARD: '7' })
  const ada = await tandem.register('Ada')
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  const create = () => ada.post(`/api/boards/${boardId}/webhooks`, { url: 'http://127.0.0.1:9999/', events: ['*'] })
  const answers = await Promise.all(Array.from({ length: 30 }, create))
  expect(answers.filter(({ status }) => status === 201).length).toBe(7)
  expect(answers.filter(({ status, body }) => status === 409 && body.error.code === 'conflict').length).toBe(23)
  const listed = (await ada.get(`/api/boards/${boardId}/webhooks`)).body
  expect(listed.length).toBe(7)
  expect((await ada.delete(`/api/boards/${boardId}/webhooks/${listed[0].id}`)).status).toBe(204)
  expect((await create()).status).toBe(201)
})

test('PATCH changes address, events and state, records it without the address, and says nothing when nothing changes', async () => {
  const board = await hookedBoard()
  const { ada, boardId } = board
  const next = await receive()
  const patched = await ada.patch(board.path, { url: next.url, events: ['list.created'] })
  expect(patched).toMatchObject({ status: 200, body: { url: next.url, events: ['list.created'], active: true } })
  expect((await ada.patch(board.path, { active: true, url: next.url })).status).toBe(200)
  const activities = (await ada.get(`/api/boards/${boardId}/activity`)).body
  expect(activities.filter((one: { verb: string }) => one.verb === 'webhook.updated')).toMatchObject([
    { payload: { webhookId: board.webhook.id } },
  ])
  await ada.post(`/api/boards/${boardId}/lists`, { name: 'Done' })
  await until(() => next.received.length === 1)
  expect(board.receiver.received).toEqual([])
  expect((await ada.patch(board.path, { events: ['nothing.known'] })).status).toBe(400)
})

test('rotating the secret shows the new one once; for 24 hours the old one signs as well', async () => {
  const board = await hookedBoard()
  const { ada, receiver, tandem } = board
  const rotated = await ada.patch(board.path, { rotateSecret: true, clientMutationId: 'rotate-1' })
  expect(rotated.body.secret).toMatch(/^whsec_/)
  expect(rotated.body.secret).not.toBe(board.webhook.secret)
  const again = await ada.patch(board.path, { rotateSecret: true, clientMutationId: 'rotate-1' })
  expect(again).toMatchObject({ status: 200, body: { secret: null } })
  await board.addCard()
  const during = await until(() => receiver.received[0])
  const verify = (secret: string, received: typeof during) =>
    verifyV2({ secret, headers: received.headers, rawBody: received.rawBody, nowSeconds: tandem.clock.now() / 1_000 })
  expect(await verify(rotated.body.secret, during)).toMatchObject({ ok: true })
  expect(await verify(board.webhook.secret, during)).toMatchObject({ ok: true })
  expect(during.headers['x-signature-previous']).toMatch(/^v2=[0-9a-f]{64}$/)
  tandem.clock.advance(24 * 3_600_000 + 1_000)
  await board.addCard()
  const after = await until(() => receiver.received[1])
  expect(after.headers['x-signature-previous']).toBeUndefined()
  expect(await verify(rotated.body.secret, after)).toMatchObject({ ok: true })
  expect(await verify(board.webhook.secret, after)).toMatchObject({ ok: false })
})

test('F53: after its creation no read, activity or row of the database holds the secret in clear', async () => {
  const board = await hookedBoard()
  const { ada, boardId, tandem } = board
  const body = { url: board.receiver.url, events: ['*'], clientMutationId: 'once' }
  const made = await ada.post(`/api/boards/${boardId}/webhooks`, body)
  const { secret } = made.body.webhook
  const replayed = await ada.post(`/api/boards/${boardId}/webhooks`, body)
  expect(replayed).toMatchObject({ status: 201, body: { webhook: { id: made.body.webhook.id, secret: null } } })
  await board.addCard()
  await until(() => board.receiver.received.length === 2)
  const reads = await Promise.all([`webhooks`, `activity`, ''].map((path) => ada.get(`/api/boards/${boardId}/${path}`.replace(/\/$/, ''))))
  for (const { text } of reads) expect(text).not.toContain('whsec_')
  const dump = Object.values(await rowsOfAllTables(tandem.database.pool))
    .flat()
    .join('\n')
  expect(dump).toContain(made.body.webhook.id)
  expect(dump).not.toContain('whsec_')
  expect(dump).not.toContain(secret.slice('whsec_'.length))
})

test('F54: only an admin with webhooks:write may see or touch the subscriptions of a board', async () => {
  const board = await hookedBoard()
  const { ada, boardId, tandem } = board
  const collection = `/api/boards/${boardId}/webhooks`
  const body = { url: board.receiver.url, events: ['*'] }
  const calls = (who: typeof ada) =>
    Promise.all([who.get(collection), who.post(collection, body), who.patch(board.path, { active: false }), who.delete(board.path)])
  for (const role of ['viewer', 'member']) {
    const person = await tandem.register(`A ${role}`)
    await ada.post(`/api/boards/${boardId}/members`, { actorId: person.actorId, role })
    expect((await calls(person)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
  }
  const stranger = await tandem.register('Stranger')
  expect((await calls(stranger)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  const narrow = await ada.post('/api/tokens', { label: 'narrow', scopes: ['boards:write'] })
  expect((await tandem.withToken(narrow.body.token).get(collection)).status).toBe(403)
  const fit = await ada.post('/api/tokens', { label: 'fit', scopes: ['webhooks:write', `board:${boardId}`] })
  expect((await tandem.withToken(fit.body.token).get(collection)).body.length).toBe(1)
  expect((await tandem.anonymous.get(collection)).status).toBe(401)
})

test('F60: a subscription is not to be found under another board', async () => {
  const board = await hookedBoard()
  const { ada } = board
  const otherId = (await ada.post('/api/boards', { name: 'Other' })).body.id
  const crossed = `/api/boards/${otherId}/webhooks/${board.webhook.id}`
  expect((await ada.patch(crossed, { active: false })).status).toBe(404)
  expect((await ada.delete(crossed)).status).toBe(404)
  expect(await board.shown()).toMatchObject({ active: true })
})
