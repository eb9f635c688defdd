import { expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { hookedBoard, receive, settled } from './fixture/hooked-board.ts'
import { hangs } from './fixture/receiver.ts'

test('latency', async () => {
  const at = new Map<string, number>()
  const board = await hookedBoard({ answers: [(r, x) => { at.set(String(x.body.cardId), performance.now()); r.writeHead(200).end() }] })
  const ms: number[] = []
  for (let i = 0; i < 200; i++) {
    const id = await board.addCard()
    const t = performance.now()
    await until(() => at.has(id))
    ms.push((at.get(id) ?? 0) - t)
  }
  ms.sort((a, b) => a - b)
  console.log('idle latency after the answer: p50', ms[100], 'p95', ms[190], 'max', ms[199])
})

test('backlog', async () => {
  const at = new Map<string, number>()
  const board = await hookedBoard({ answers: [(r, x) => { at.set(String(x.body.cardId), performance.now()); r.writeHead(200).end() }] })
  const stuck = await receive(hangs)
  for (let i = 0; i < 19; i++) await board.ada.post(`/api/boards/${board.boardId}/webhooks`, { url: `${stuck.url}/${i}`, events: ['card.created'] })
  const ms: number[] = []
  const t0 = performance.now()
  for (let i = 0; i < 26; i++) {
    await Promise.all(Array.from({ length: 10 }, async () => {
      const id = await board.addCard()
      const t = performance.now()
      await until(() => at.has(id))
      ms.push((at.get(id) ?? 0) - t)
    }))
  }
  ms.sort((a, b) => a - b)
  console.log('with 19 hanging and', 19 * 260, 'queued: p50', ms[130], 'p95', ms[247], 'max', ms[259], 'in', performance.now() - t0)
  const { rows } = await board.tandem.database.pool.query(`select count(*) from deliveries where state = 'pending'`)
  console.log(rows)
}, 60_000)

test('drain', async () => {
  const board = await hookedBoard()
  await board.ada.patch(board.path, { events: ['list.created'] })
  await Promise.all(Array.from({ length: 1000 }, () => board.addCard()))
  await board.tandem.database.pool.query(`insert into deliveries (id, webhook_id, board_id, seq, state, next_attempt_at, created_at)
   select uuid_at(created_at), $1, board_id, seq, 'pending', created_at, created_at from activities where verb = 'card.created'`, [board.webhook.id])
  const t0 = performance.now()
  board.tandem.service.workers.poke()
  await settled(board, 1000, 'delivered')
  console.log('1000 drained in', performance.now() - t0)
}, 60_000)
