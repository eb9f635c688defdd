import { expect, test } from 'vitest'
import { stopDatabaseAtOnce } from './immediate-stops.ts'

test('20 immediate stops of the database under load: unready, then ready again; alive throughout; heaps and indexes are sound (F10)', {
  timeout: 1_800_000,
}, async () => {
  const { wrongs, tables, indexes } = await stopDatabaseAtOnce(20, 10_000)
  expect(wrongs).toEqual([])
  expect([tables > 20, indexes > 40]).toEqual([true, true])
})
