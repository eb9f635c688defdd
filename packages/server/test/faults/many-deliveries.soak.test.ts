import { expect, test } from 'vitest'
import { killDeliveries } from './kills/delivery-kills.ts'

test('20 SIGKILLs while 10,000 events go out to 20 receivers of which a third fail at random: all have all, at most 64 repeats per kill', {
  timeout: 3_600_000,
}, async () => {
  const failing = Array.from({ length: 20 }, (_, receiver) => (receiver % 3 === 0 ? 0.3 : 0))
  expect((await killDeliveries({ events: 10_000, failing, kills: 20, patienceMs: 1_800_000 })).wrongs).toEqual([])
})
