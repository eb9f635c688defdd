import { expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { hookedBoard, receive } from './fixture/hooked-board.ts'

test('F65: who is removed from a board has no more of it, by token, webhook or inbox, on every instance', async () => {
  const board = await hookedBoard({ events: ['comment.added'] })
  const { ada, boardId, tandem, receiver: control } = board
  const other = await startTestService({ address: tandem.address, clock: tandem.clock })
  onTestFinished(() => other.stop())
  const mia = await tandem.register('Mia')
  expect((await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'admin' })).status).toBe(201)
  const { token } = (await mia.post('/api/tokens', { label: 'hers', scopes: ['boards:read', 'notifications:read'] })).body
  const hers = await receive()
  expect((await mia.post(`/api/boards/${boardId}/webhooks`, { url: hers.url, events: ['comment.added'] })).status).toBe(201)
  const cardId = await board.addCard()
  await mia.put(`/api/cards/${cardId}/watch`)
  const comment = () => ada.post(`/api/cards/${cardId}/comments`, { body: 'Steam is up' })
  const inbox = async () =>
    (await mia.get('/api/notifications')).body.filter((row: { verb: string }) => row.verb === 'comment.added').length
  const seen = async () => [
    (await tandem.withToken(token).get(`/api/boards/${boardId}`)).status,
    (await other.withToken(token).get(`/api/cards/${cardId}`)).status,
  ]

  await comment()
  await until(() => hers.received.length === 1 && control.received.length === 1)
  await until(async () => (await inbox()) === 1)
  expect(await seen()).toEqual([200, 200])

  expect((await ada.delete(`/api/boards/${boardId}/members/${mia.actorId}`)).status).toBe(204)
  await comment()
  await until(() => control.received.length === 2)
  tandem.clock.advance(1_000)
  expect(await seen()).toEqual([404, 404])
  await until(async () => (await board.deliveries('pending')).length === 0)
  await until(async () => {
    const { rows } = await tandem.database.pool.query(
      `select 1 from deliveries d join webhooks w on w.id = d.webhook_id where w.created_by = $1 and d.state = 'pending'`,
      [mia.actorId],
    )
    return rows.length === 0
  })
  expect(hers.received).toHaveLength(1)
  const { rows: told } = await tandem.database.pool.query(
    'select a.verb from notifications n join activities a on a.id = n.activity_id where n.actor_id = $1',
    [mia.actorId],
  )
  expect(told.filter(({ verb }) => verb === 'comment.added')).toHaveLength(1)
})
