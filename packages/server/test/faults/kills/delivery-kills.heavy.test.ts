import { expect, test } from 'vitest'
import { killDeliveries } from './delivery-kills.ts'

test('3 SIGKILLs while 300 events go out to 5 receivers of which 2 fail at random: all have all, at most 64 repeats per kill (F45)', async () => {
  const scale = { events: 300, failing: [0, 0, 0, 0.3, 0.3], kills: 3, patienceMs: 120_000 }
  expect((await killDeliveries(scale)).wrongs).toEqual([])
})
