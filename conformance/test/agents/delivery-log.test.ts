import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { hook, until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const deliveries = (webhookId: string, filter: { status?: 'pending' | 'delivered' | 'failed' | 'canceled'; limit?: number } = {}) =>
  allowed(world.ada, 'webhook.deliveries', { boardId: board.id, webhookId, ...filter })

scenario('the deliveries of a subscription are listed, by status and page by page', ['delivery.log.list'], async () => {
  const { id, receiver, heard } = await hook(world, board, ['card.created'], 200, 404, 200)
  for (const count of [1, 2, 3]) {
    await board.card()
    await heard(count)
    await until(async () => (await deliveries(id, { status: 'pending' })).length === 0)
  }
  const all = await deliveries(id)
  expect(all.map(({ status, responseStatus, attempts }) => [status, responseStatus, attempts])).toEqual([
    ['delivered', 200, 1],
    ['failed', 404, 1],
    ['delivered', 200, 1],
  ])
  expect(all.map((one) => one.id).toReversed()).toEqual(receiver.received.map(({ headers }) => headers['x-kanban-delivery-id']))
  expect(await deliveries(id, { status: 'failed' })).toEqual([all[1]])
  expect(await deliveries(id, { limit: 2 })).toEqual(all.slice(0, 2))
  await refused(world.mia, 'webhook.deliveries', { boardId: board.id, webhookId: id }, 'forbidden')
})

scenario('a delivery that has ended is sent again under its own id, one under way is not', ['delivery.log.redeliver'], async () => {
  const { id: webhookId, receiver, heard } = await hook(world, board, ['card.created'], 404, 200)
  await board.card()
  await until(async () => (await deliveries(webhookId, { status: 'failed' })).length === 1)
  const [failed] = await deliveries(webhookId)
  const input = { boardId: board.id, webhookId, deliveryId: failed?.id ?? '' }
  expect(await allowed(world.ada, 'webhook.redeliver', input)).toMatchObject({ id: failed?.id, status: 'pending' })
  await heard(2)
  await until(async () => (await deliveries(webhookId, { status: 'delivered' })).length === 1)
  const [first, second] = receiver.received
  expect(second?.headers['x-kanban-delivery-id']).toBe(first?.headers['x-kanban-delivery-id'])
  expect(second?.rawBody).toEqual(first?.rawBody)
  receiver.answers = [500]
  await allowed(world.ada, 'webhook.redeliver', input)
  await until(async () => (await deliveries(webhookId))[0]?.responseStatus === 500)
  await refused(world.ada, 'webhook.redeliver', input, 'conflict')
})

scenario('a ping is sent for every selection of a subscription, and is listed', ['delivery.log.ping'], async () => {
  const { id: webhookId, receiver, heard, verbs } = await hook(world, board, ['vcs.*'])
  const pinged = await allowed(world.ada, 'webhook.ping', { boardId: board.id, webhookId })
  await heard(1)
  expect(verbs()).toEqual(['ping'])
  expect(receiver.received[0]?.headers['x-kanban-delivery-id']).toBe(pinged.id)
  await until(async () => (await deliveries(webhookId, { status: 'delivered' })).length === 1)
  expect(await deliveries(webhookId)).toMatchObject([{ id: pinged.id, verb: 'ping', activityId: null, responseStatus: 200 }])
})
