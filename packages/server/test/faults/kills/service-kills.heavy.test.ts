import { expect, test } from 'vitest'
import { killService } from './service-kills.ts'

test('10 SIGKILLs of the service under 8 writers: every acknowledged write is there, every id took effect once (F08)', {
  timeout: 600_000,
}, async () => {
  const report = await killService({ kills: 10, replays: 50, impatience: 0.3 })
  expect(report.wrongs).toEqual([])
})
