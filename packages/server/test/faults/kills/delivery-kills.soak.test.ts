import { expect, test } from 'vitest'
import { killDeliveries } from './delivery-kills.ts'

test('20 SIGKILLs while 1,000 events go out to receivers that fail 30 %: all have all, repeats share the id (F45)', {
  timeout: 3_600_000,
}, async () => {
  const scale = { events: 1_000, failing: [0.3, 0.3, 0.3], kills: 20, patienceMs: 1_800_000 }
  expect((await killDeliveries(scale)).wrongs).toEqual([])
})
