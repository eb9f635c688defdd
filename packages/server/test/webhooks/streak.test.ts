import { expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { deliveriesOf, type HookedBoard, hookedBoard, receive, settled } from './fixture/hooked-board.ts'
import { hangs } from './fixture/receiver.ts'

async function addCards(board: HookedBoard, count: number): Promise<void> {
  for (let card = 0; card < count; card++) await board.addCard(`Card ${card}`)
}

test('F40: ten terminal failures in a row switch a subscription off, in the log and in the inbox of every admin', async () => {
  const board = await hookedBoard({ answers: [404] })
  const { ada, boardId, tandem } = board
  const bob = await tandem.register('Bob')
  const eve = await tandem.register('Eve')
  await ada.post(`/api/boards/${boardId}/members`, { actorId: bob.actorId, role: 'admin' })
  await ada.post(`/api/boards/${boardId}/members`, { actorId: eve.actorId, role: 'member' })
  await addCards(board, 9)
  await settled(board, 9, 'failed')
  expect(await board.shown()).toMatchObject({ active: true, consecutiveFailures: 9 })

  await board.addCard()
  await settled(board, 10, 'failed')
  expect(await board.shown()).toMatchObject({ active: false, consecutiveFailures: 10, disabledReason: 'failures' })
  const [newest] = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body
  expect(newest).toMatchObject({ verb: 'webhook.updated', payload: { webhookId: board.webhook.id } })
  const { rows } = await tandem.database.pool.query(
    `select actor_id from notifications where reason = 'webhook_disabled' and activity_id = $1`,
    [newest.id],
  )
  expect(new Set(rows.map((row) => row.actor_id))).toEqual(new Set([ada.actorId, bob.actorId]))

  await board.addCard()
  expect((await board.deliveries()).length).toBe(10)
  expect(board.receiver.received.length).toBe(10)
})

test('F40: a success in between starts the count anew', async () => {
  const board = await hookedBoard({ answers: [404] })
  await addCards(board, 9)
  await settled(board, 9, 'failed')
  board.receiver.answers = [200]
  await board.addCard()
  await settled(board, 1, 'delivered')
  expect(await board.shown()).toMatchObject({ consecutiveFailures: 0 })
  board.receiver.answers = [404]
  await addCards(board, 9)
  await settled(board, 18, 'failed')
  expect(await board.shown()).toMatchObject({ active: true, consecutiveFailures: 9 })
})

test('ten failures at the same time switch off once', async () => {
  const board = await hookedBoard({ answers: [404] })
  await Promise.all(Array.from({ length: 25 }, () => board.addCard()))
  await until(async () => !(await board.shown()).active)
  await until(async () => (await board.deliveries('pending')).length === 0)
  const activities: { verb: string }[] = (await board.ada.get(`/api/boards/${board.boardId}/activity?limit=200`)).body
  expect(activities.filter(({ verb }) => verb === 'webhook.updated').length).toBe(1)
  expect((await board.shown()).consecutiveFailures).toBe(10)
})

test('F41: PATCH active true gives the full ten again and sends nothing by itself', async () => {
  const board = await hookedBoard({ answers: [404] })
  await addCards(board, 10)
  await until(async () => !(await board.shown()).active)
  await board.addCard()
  const resumed = await board.ada.patch(board.path, { active: true })
  expect(resumed.body).toMatchObject({ active: true, consecutiveFailures: 0, disabledReason: null })
  expect(resumed.body.secret).toBeUndefined()
  expect(board.receiver.received.length).toBe(10)
  await addCards(board, 9)
  await settled(board, 19, 'failed')
  expect(await board.shown()).toMatchObject({ active: true, consecutiveFailures: 9 })
  await board.addCard()
  await until(async () => !(await board.shown()).active)
})

test('PATCH active true on an active subscription clears its streak too', async () => {
  const board = await hookedBoard({ answers: [404] })
  await addCards(board, 3)
  await settled(board, 3, 'failed')
  expect((await board.ada.patch(board.path, { active: true })).body).toMatchObject({ active: true, consecutiveFailures: 0 })
})

test('F42: PATCH active false cancels the backlog: there are no further tries', async () => {
  const board = await hookedBoard({ answers: [500] })
  await addCards(board, 5)
  await until(async () => (await board.deliveries()).some((row) => row.last_status === 500))
  expect((await board.ada.patch(board.path, { active: false })).body).toMatchObject({ active: false })
  await settled(board, 5, 'canceled')
  // A delivery that was claimed before the pause may still be under way.
  const before = (await board.deliveries()).reduce((sum, { attempts }) => sum + attempts, 0)
  await until(() => board.receiver.received.length >= before)
  board.tandem.clock.advance(86_400_000)
  await board.addCard()
  await settled(board, 5, 'canceled')
  expect((await board.deliveries()).length).toBe(5)
  expect(board.receiver.received.length).toBe(before)
})

test('F47: a deleted subscription sends nothing, also of what was queued or under way', async () => {
  const board = await hookedBoard({ answers: [hangs] })
  const other = await receive()
  await board.ada.post(`/api/boards/${board.boardId}/webhooks`, { url: other.url, events: ['card.created'] })
  await addCards(board, 8)
  await until(() => board.receiver.received.length === 4)
  expect((await board.ada.delete(board.path)).status).toBe(204)
  expect((await board.ada.delete(board.path)).status).toBe(404)
  expect(await deliveriesOf(board.tandem, board.webhook.id)).toEqual([])
  await until(() => other.received.length === 8)
  // Moving the clock ends the leases of deliveries that are not settled yet, so they may be sent again: the test counts events, not
  // requests.
  board.tandem.clock.advance(3_600_000)
  await board.addCard()
  await until(() => new Set(other.received.map(({ headers }) => headers['x-kanban-delivery-id'])).size === 9)
  expect(board.receiver.received.length).toBe(4)
})
