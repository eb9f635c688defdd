import { expect, test } from 'vitest'
import { killService } from './service-kills.ts'

const kills = Number(process.env.TEST_SERVICE_KILLS ?? 200)

test(`${kills} SIGKILLs of the service: no acknowledged write lost, no event missed, no effect doubled, every delivery made (F08, F45)`, {
  timeout: 7_200_000,
}, async () => {
  expect((await killService({ kills, replays: 50 * kills, impatience: 0.95 })).wrongs).toEqual([])
})
