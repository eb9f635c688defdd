import { expect, test } from 'vitest'
import { killRules } from './rule-kills.ts'

test('20 SIGKILLs while rules run for 1,000 cards: each rule has run once for each activity, in the order of the log (F46)', {
  timeout: 3_600_000,
}, async () => {
  expect((await killRules({ cards: 1_000, kills: 20, patienceMs: 600_000 })).wrongs).toEqual([])
})
