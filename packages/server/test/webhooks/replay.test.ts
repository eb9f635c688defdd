import { expect, test } from 'vitest'
import { uuidV7 } from '../../src/kernel/common/ids.ts'
import { until } from '../kit/http.ts'
import { deliveriesOf, type HookedBoard, hookedBoard, receive, settled } from './fixture/hooked-board.ts'

async function newestActivity(board: HookedBoard): Promise<string> {
  return (await board.ada.get(`/api/boards/${board.boardId}/activity?limit=1`)).body[0].id
}

const idsOf = (board: HookedBoard) => board.receiver.received.map(({ headers }) => headers['x-kanban-delivery-id'])

test('a replay sends again what came after an activity, under the ids that the receiver knows, and nothing before it', {
  meta: { proves: ['delivery.replay.same-ids'] },
}, async () => {
  const board = await hookedBoard()
  await board.addCard('Before')
  const since = await newestActivity(board)
  await board.addCard('One')
  await board.addCard('Two')
  await settled(board, 3, 'delivered')
  const through = await newestActivity(board)
  const known = (await board.deliveries()).slice(1).map(({ id }) => id)
  board.receiver.received.length = 0
  const replayed = await board.ada.post(`${board.path}/replay`, { since })
  expect([replayed.status, replayed.body]).toEqual([200, { queued: 2, through, more: false }])
  await until(() => board.receiver.received.length === 2)
  await settled(board, 3, 'delivered')
  expect(new Set(idsOf(board))).toEqual(new Set(known))
  expect(board.receiver.received.map(({ body }) => body.verb)).toEqual(['card.created', 'card.created'])
  const own = await newestActivity(board)
  expect((await board.ada.post(`${board.path}/replay`, { since: through })).body).toEqual({ queued: 0, through: own, more: false })
})

test('a new subscription catches up on what it selects, and hears nothing of itself', {
  meta: { proves: ['delivery.replay.new-subscription'] },
}, async () => {
  const board = await hookedBoard()
  const since = await newestActivity(board)
  await board.addCard('One')
  await board.ada.post(`/api/boards/${board.boardId}/lists`, { name: 'Done' })
  await board.addCard('Two')
  const receiver = await receive()
  const { webhook } = (
    await board.ada.post(`/api/boards/${board.boardId}/webhooks`, { url: receiver.url, events: ['card.*', 'webhook.*'] })
  ).body
  const path = `/api/boards/${board.boardId}/webhooks/${webhook.id}/replay`
  expect((await board.ada.post(path, { since })).body).toMatchObject({ queued: 2, more: false })
  await until(() => receiver.received.length === 2)
  const delivered = async () => (await deliveriesOf(board.tandem, webhook.id)).filter(({ state }) => state === 'delivered')
  const [first, second] = await until(async () => ((await delivered()).length === 2 ? delivered() : null))
  expect((await board.ada.post(path, { since })).body).toMatchObject({ queued: 2 })
  await until(() => receiver.received.length === 4)
  const ids = receiver.received.map(({ headers }) => headers['x-kanban-delivery-id'])
  expect(new Set(ids)).toEqual(new Set([first?.id, second?.id]))
})

test('what is on its way is left alone, and what a pause has canceled is sent', {
  meta: { proves: ['delivery.replay.pending'] },
}, async () => {
  const board = await hookedBoard({ answers: [500] })
  const since = await newestActivity(board)
  await board.addCard()
  await until(async () => (await board.deliveries())[0]?.last_status === 500)
  const [pending] = await board.deliveries()
  expect((await board.ada.post(`${board.path}/replay`, { since })).body).toMatchObject({ queued: 0 })
  expect(await board.deliveries()).toEqual([pending])
  await board.ada.patch(board.path, { active: false })
  expect((await board.ada.post(`${board.path}/replay`, { since })).status).toBe(409)
  await board.ada.patch(board.path, { active: true })
  board.receiver.answers = [200]
  expect((await board.ada.post(`${board.path}/replay`, { since })).body).toMatchObject({ queued: 1 })
  await settled(board, 1, 'delivered')
})

test('failures of a replay count towards the streak: a receiver that is down is not asked without end', {
  meta: { proves: ['delivery.replay.streak'] },
}, async () => {
  const board = await hookedBoard()
  const since = await newestActivity(board)
  for (let card = 0; card < 12; card++) await board.addCard(`Card ${card}`)
  await settled(board, 12, 'delivered')
  board.receiver.answers = [404]
  await board.ada.post(`${board.path}/replay`, { since })
  await until(async () => !(await board.shown()).active)
  expect((await board.shown()).consecutiveFailures).toBe(10)
})

test('one replay looks at ten thousand activities, and says where the next one goes on', {
  meta: { proves: ['delivery.replay.bounds'] },
}, async () => {
  const board = await hookedBoard()
  const since = await newestActivity(board)
  await board.tandem.service.workers.stop()
  await board.tandem.database.pool.query(
    `with head as (select last_seq, $3::timestamptz as at from boards where id = $1), added as (
       insert into activities (board_id, seq, id, card_id, actor_id, verb, payload, created_at)
       select $1, head.last_seq + n, uuid_at(at + n * interval '1 ms'), null, $2, 'card.created', '{}', at + n * interval '1 ms'
       from head, generate_series(1, 10500) n
     ) update boards set last_seq = last_seq + 10500 where id = $1`,
    [board.boardId, board.ada.actorId, new Date(board.tandem.clock.now()).toISOString()],
  )
  board.tandem.clock.advance(60_000)
  const first = await board.ada.post(`${board.path}/replay`, { since })
  expect(first.body).toMatchObject({ queued: 10_000, more: true })
  const second = await board.ada.post(`${board.path}/replay`, { since: first.body.through })
  expect(second.body).toMatchObject({ queued: 500, more: false })
  const { rows } = await board.tandem.database.pool.query('select count(*)::int as all, count(distinct seq)::int as seqs from deliveries')
  expect(rows).toEqual([{ all: 10_500, seqs: 10_500 }])
})

test('a replay needs an activity of the board, of the last 30 days', { meta: { proves: ['delivery.replay.bounds'] } }, async () => {
  const board = await hookedBoard()
  const other = (await board.ada.post('/api/boards', { name: 'Other' })).body.id
  const foreign = (await board.ada.get(`/api/boards/${other}/activity?limit=1`)).body[0].id
  expect((await board.ada.post(`${board.path}/replay`, { since: foreign })).status).toBe(400)
  expect((await board.ada.post(`${board.path}/replay`, {})).status).toBe(400)
  const since = await newestActivity(board)
  expect((await board.ada.post(`${board.path}/replay`, { since })).status).toBe(200)
  const monthAgo = uuidV7(board.tandem.clock.now() - 31 * 86_400_000)
  const late = await board.ada.post(`${board.path}/replay`, { since: monthAgo })
  expect([late.status, late.body.error.message]).toEqual([400, expect.stringContaining('30 days')])
})
