import { expect, test } from 'vitest'
import { killRules } from './rule-kills.ts'

test('3 SIGKILLs while rules run for 60 cards: each rule has run once for each activity, in the order of the log (F46)', {
  timeout: 600_000,
}, async () => {
  expect((await killRules({ cards: 60, kills: 3, patienceMs: 120_000 })).wrongs).toEqual([])
})
