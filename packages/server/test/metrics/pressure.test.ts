import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { createBoardQueues } from '../../src/kernel/board/queue.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { watchProcess } from '../../src/metrics/process.ts'
import { beginHolding, onServer } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { makeBoard } from '../rules/fixture.ts'
import { hookedBoard } from '../webhooks/fixture/hooked-board.ts'
import { hangs } from '../webhooks/fixture/receiver.ts'
import { scrape, seriesIn } from './scrape.ts'

const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'

async function start() {
  const tandem = await startTestService({ environment: { METRICS_TOKEN, DATABASE_POOL_SIZE: '4' } })
  onTestFinished(() => tandem.stop())
  const ada = await tandem.register('Ada')
  return { tandem, ada, board: await makeBoard(ada), scraped: () => scrape(tandem.withToken(METRICS_TOKEN)) }
}

test('transactions by the kind of their worker, while they are under way, and by what became of them', async () => {
  const { tandem, board, scraped } = await start()
  const holder = await tandem.database.pool.connect()
  await holder.query(beginHolding)
  await holder.query('select from boards where id = $1 for no key update', [board.id])
  const waiting = board.card('Waits')
  await until(async () => (await scraped()).get('tandem_board_queue_workers_busy{kind="retry"}') === 1)
  expect((await scraped()).get('tandem_board_queue_batches_total{outcome="locked"}')).toBe(1)
  const done = 'tandem_board_queue_batches_total{outcome="done"}'
  const before = (await scraped()).get(done) ?? 0
  await holder.query('rollback')
  holder.release()
  await waiting
  const after = await scraped()
  expect((after.get(done) ?? 0) - before).toBe(1)
  expect([after.get('tandem_board_queue_workers_busy{kind="retry"}'), after.get('tandem_board_queue_workers_busy{kind="batch"}')]).toEqual([
    0, 0,
  ])
})

test('mutations beyond those that may wait are turned away', async () => {
  const metrics = createMetrics()
  const silent = { begin: () => new Promise(() => {}) } as unknown as Database
  const queues = createBoardQueues({ database: silent, nudge: () => {}, metrics })
  const item = { load: async () => null, perform: async () => null }
  const outcomes: Promise<unknown>[] = []
  for (let n = 0; n < 2_001; n++) outcomes.push(queues.run('board', item).catch(({ code }) => code))
  expect(seriesIn(await metrics.text()).get('tandem_board_queue_waiting')).toBe(2_000)
  outcomes.push(queues.run('board', item).catch(({ code }) => code))
  expect(await outcomes.at(-1)).toBe('unavailable')
  expect(seriesIn(await metrics.text()).get('tandem_board_queue_turned_away_total')).toBe(1)
})

test('connections, who waits for one, and those that broke', { meta: { proves: ['config.database.pool-size'] } }, async () => {
  const { tandem, scraped } = await start()
  const { pool } = tandem.database
  const calm = await scraped()
  expect(calm.get('tandem_database_connections{state="most"}')).toBe(4)
  expect(calm.get('tandem_database_connections{state="open"}')).toBeGreaterThan(0)
  expect(calm.get('tandem_database_connections{state="idle"}')).toBeGreaterThan(0)
  const held = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  // The query of the queue depths waits too, and gives up before later requests.
  const waited = pool.waitingCount
  const scraping = scraped()
  await until(() => pool.waitingCount > waited)
  const later = pool.connect().then(
    (client) => client.release(),
    () => {},
  )
  const busy = await scraping
  expect([busy.get('tandem_database_up'), busy.has('tandem_webhook_deliveries_pending')]).toEqual([0, false])
  expect(busy.get('tandem_database_waiting')).toBeGreaterThan(0)
  for (const client of held) client.release()
  await later
  const after = await scraped()
  expect(after.get('tandem_database_wait_seconds_count')).toBeGreaterThan(calm.get('tandem_database_wait_seconds_count') ?? 0)
  await onServer(
    tandem.address,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await until(async () => ((await scraped()).get('tandem_database_connections_lost_total') ?? 0) > 0)
})

test('attempts to deliver while they are under way', async () => {
  const { tandem, addCard } = await hookedBoard({ answers: [hangs], environment: { METRICS_TOKEN } })
  await addCard()
  await until(async () => (await scrape(tandem.withToken(METRICS_TOKEN))).get('tandem_webhook_attempts_under_way') === 1)
})

test('memory, delay of the event loop and processor time of the process', async () => {
  const metrics = createMetrics()
  watchProcess(metrics, '1.2.3')
  const first = seriesIn(await metrics.text())
  expect(first.get(`tandem_build_info{version="1.2.3",node="${process.version}"}`)).toBe(1)
  for (const name of [
    'process_resident_memory_bytes',
    'process_start_time_seconds',
    'nodejs_heap_bytes{state="used"}',
    'nodejs_heap_bytes{state="total"}',
  ])
    expect(first.get(name), name).toBeGreaterThan(0)
  for (const quantile of ['0.5', '0.9', '0.99', '1']) expect(first.has(`nodejs_eventloop_delay_seconds{quantile="${quantile}"}`)).toBe(true)
  await until(
    async () => (seriesIn(await metrics.text()).get('process_cpu_seconds_total') ?? 0) > (first.get('process_cpu_seconds_total') ?? 0),
  )
})
