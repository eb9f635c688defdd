import { expect, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { createQueueDepths } from '../../src/domain/service/depths.ts'
import { systemClock } from '../../src/kernel/common/clock.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { seriesIn } from './scrape.ts'

test('without an answer of the database its gauges are left out, and what the process knows is told', {
  meta: { proves: ['metrics.silent-database'] },
}, async () => {
  const metrics = createMetrics()
  let isAway = false
  const snapshot = async () => {
    if (isAway) throw new Error('connection refused')
  }
  metrics.beforeText(createQueueDepths({ database: { snapshot } as unknown as Database, clock: systemClock, metrics }))
  metrics.refusals('not_found').add()
  metrics.deliveriesPending.set(3)
  expect(seriesIn(await metrics.text()).get('tandem_database_up')).toBe(1)
  isAway = true
  const series = seriesIn(await metrics.text())
  expect(series.get('tandem_database_up')).toBe(0)
  expect(series.get('tandem_refusals_total{code="not_found"}')).toBe(1)
  expect(series.has('tandem_webhook_deliveries_pending')).toBe(false)
})
