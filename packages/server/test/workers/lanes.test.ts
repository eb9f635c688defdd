import { expect, test } from 'vitest'
import { createLanes } from '../../src/workers/deliveries/lanes.ts'

test('of subscriptions that fail only the last thousand are remembered, and one that works again is forgotten', () => {
  const lanes = createLanes()
  const attempt = (webhookId: string, worked: boolean) => {
    lanes.enter(webhookId)
    lanes.leave(webhookId, worked)
  }
  attempt('early', false)
  attempt('often', false)
  for (let n = 0; n < 999; n++) attempt(`gone-${n}`, false)
  attempt('often', false)
  attempt('last', false)
  const remembered = lanes.allowance().webhookIds
  expect(remembered).toHaveLength(1_000)
  expect(remembered).toEqual(expect.arrayContaining(['often', 'last']))
  expect(remembered).not.toContain('early')
  attempt('last', true)
  expect(lanes.allowance().webhookIds).not.toContain('last')
})
