import { expect, test } from 'vitest'
import { bound } from '../../src/db/database.ts'
import { until } from '../kit/http.ts'
import { hookedBoard, receive, service } from './fixture/hooked-board.ts'

/** The activities of a board and whether a delivery to the webhook was made of each. */
const readHeard = `select a.verb, exists (select from deliveries d where d.board_id = a.board_id and d.seq = a.seq and d.webhook_id = $2) as heard
  from activities a where a.board_id = $1 order by a.seq`

test('a webhook hears what waited for the lock of its board while it was made, by another instance too', async () => {
  const { tandem, ada, boardId: hooked } = await hookedBoard()
  const { body: board } = await ada.post('/api/boards', { name: 'Pumps', template: 'kanban' })
  const listId = (await ada.get(`/api/boards/${board.id}`)).body.lists[0].id
  const client = await tandem.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from boards where id = $1 for no key update', [board.id])
    const created = ada.post(`/api/lists/${listId}/cards`, { title: 'Seal' })
    await until(async () => {
      const text = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await tandem.database.pool.query(text)).rowCount === 1
    })
    const { rows } = await client.query(
      `insert into webhooks (id, board_id, created_by, url, events, secret_sealed, active, created_at)
       select gen_random_uuid(), $1, created_by, url, events, secret_sealed, active, created_at from webhooks where board_id = $2 returning id`,
      [board.id, hooked],
    )
    await client.query('commit')
    expect((await created).status).toBe(201)
    const { rows: log } = await tandem.database.pool.query(readHeard, [board.id, rows[0].id])
    expect(log.at(-1)).toEqual({ verb: 'card.created', heard: true })
  } finally {
    client.release()
  }
})

test('every activity after the first webhook of a busy board is heard, and deliveries are queued only for a board that has one', async () => {
  const tandem = await service()
  const receiver = await receive()
  const ada = await tandem.register('Ada')
  const { body: board } = await ada.post('/api/boards', { name: 'Pumps', template: 'kanban' })
  const listId = (await ada.get(`/api/boards/${board.id}`)).body.lists[0].id
  const sent: string[] = []
  const { begin } = tandem.database
  tandem.database.begin = async () => {
    const tx = await begin()
    const send: typeof tx.send = (query, values, onWritten) => {
      sent.push(bound(query).statement.text)
      tx.send(query, values, onWritten)
    }
    return Object.assign(Object.create(tx), { send })
  }
  const logged = () => sent.splice(0).filter((text) => text.includes('insert into activities'))
  const add = () => ada.post(`/api/lists/${listId}/cards`, { title: 'Seal' })
  expect((await add()).status).toBe(201)
  expect(logged().map((text) => text.includes('deliveries'))).toEqual([false])

  const subscribe = () => ada.post(`/api/boards/${board.id}/webhooks`, { url: receiver.url, events: ['*'] })
  const [made, ...added] = await Promise.all([subscribe(), ...Array.from({ length: 20 }, add)])
  added.push(await add())
  expect([made, ...added].map(({ status }) => status)).toEqual(Array.from({ length: 22 }, () => 201))
  expect(logged().at(-1)).toContain('deliveries')
  const { rows } = await tandem.database.pool.query(readHeard, [board.id, made.body.webhook.id])
  const after = rows.slice(rows.findIndex(({ verb }) => verb === 'webhook.created') + 1)
  expect(after.length).toBeGreaterThan(0)
  expect(after.every(({ heard }) => heard)).toBe(true)
})
