import { expect, test } from 'vitest'
import { killPostmaster } from './postmaster-kills.ts'

const kills = Number(process.env.TEST_POSTMASTER_KILLS ?? 50)

test(`${kills} SIGKILLs of the postmaster: every request answered, recovery by itself, nothing lost, missed, doubled or undelivered (F09)`, {
  timeout: 7_200_000,
}, async () => {
  expect((await killPostmaster(kills, 10_000)).wrongs).toEqual([])
})
