import { expect, test } from 'vitest'
import { createLanes, type Pace } from '../../src/workers/deliveries/lanes.ts'

test('of subscriptions that fail or are slow only the last thousand are remembered, and one that works again is forgotten', () => {
  const lanes = createLanes()
  const attempt = (webhookId: string, pace: Pace | null) => {
    const slot = { webhookId, ownerId: 'ada', host: 'example.com', slow: false }
    lanes.enter(slot)
    lanes.leave(slot, pace)
  }
  attempt('early', 'failing')
  attempt('often', 'failing')
  for (let n = 0; n < 999; n++) attempt(`gone-${n}`, 'slow')
  attempt('often', 'slow')
  attempt('last', 'failing')
  attempt('last', null)
  const remembered = lanes.allowance().slow
  expect(remembered).toHaveLength(1_000)
  expect(remembered.slice(-2)).toEqual([
    { webhookId: 'often', failing: false },
    { webhookId: 'last', failing: true },
  ])
  expect(remembered.map(({ webhookId }) => webhookId)).not.toContain('early')
  attempt('last', 'fast')
  expect(lanes.allowance().slow.map(({ webhookId }) => webhookId)).not.toContain('last')
  expect(lanes.allowance().underWay).toEqual([])
})
