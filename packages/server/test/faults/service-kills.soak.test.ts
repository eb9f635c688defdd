import { expect, test } from 'vitest'
import { killService } from './service-kills.ts'

test('200 SIGKILLs of the service under 8 writers: every acknowledged write is there, every id took effect once (F08)', {
  timeout: 3_600_000,
}, async () => {
  expect((await killService({ kills: 200, replays: 10_000, impatience: 0.95 })).wrongs).toEqual([])
})
