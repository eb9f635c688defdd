import { expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { makeBoard, startQuietly } from '../rules/fixture.ts'
import { hookedBoard } from '../webhooks/fixture/hooked-board.ts'
import { scrape } from './scrape.ts'

const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'
const environment = { METRICS_TOKEN }

test('attempts to deliver are counted by what became of them, the status of a receiver by its class', async () => {
  const { tandem, addCard } = await hookedBoard({ answers: [503, 200, 418], environment })
  const scraped = () => scrape(tandem.withToken(METRICS_TOKEN))
  const attempts = async (labels: string) => (await scraped()).get(`tandem_webhook_attempts_total{${labels}}`)
  await addCard()
  await until(async () => (await attempts('outcome="retry",error="http_5xx"')) === 1)
  expect((await scraped()).get('tandem_webhook_deliveries_pending')).toBe(1)
  tandem.clock.advance(3_000)
  await until(async () => (await attempts('outcome="delivered",error="none"')) === 1)
  await addCard()
  await until(async () => (await attempts('outcome="failed",error="http_4xx"')) === 1)
  const series = await scraped()
  expect(series.get('tandem_webhook_attempt_seconds_count')).toBe(3)
  expect(series.get('tandem_webhook_deliveries_pending')).toBe(0)
})

test('runs of rules are counted by their state, and the lag tells how far the rules are behind', async () => {
  const { tandem, ada } = await startQuietly(environment)
  onTestFinished(() => tandem.stop())
  const board = await makeBoard(ada)
  const scraped = () => scrape(tandem.withToken(METRICS_TOKEN))
  const onDone = { verb: 'card.created' }
  await board.rule(onDone, [{ type: 'add_checklist_item', text: 'Check' }])
  await board.rule(onDone, [{ type: 'add_checklist_item', text: 'Check' }], {
    conditions: [{ field: 'priority', op: 'is', value: 'high' }],
  })
  await tandem.service.workers.rules.runOnce()
  expect((await scraped()).get('tandem_rule_boards_behind')).toBe(0)
  await board.card('One')
  tandem.clock.advance(60_000)
  const behind = await scraped()
  expect([behind.get('tandem_rule_boards_behind'), Math.round(behind.get('tandem_rule_lag_seconds') ?? 0)]).toEqual([1, 60])
  await tandem.service.workers.rules.runOnce()
  const after = await scraped()
  const runs = (state: string) => after.get(`tandem_rule_runs_total{state="${state}"}`)
  expect([runs('done'), runs('skipped'), runs('failed')]).toEqual([1, 1, undefined])
  expect([after.get('tandem_rule_boards_behind'), after.get('tandem_rule_lag_seconds')]).toEqual([0, 0])
})
