import { expect, test } from 'vitest'
import { hasPackagedPostgres, whyNoPackagedPostgres } from '../rig/packaged-postgres.ts'
import { type End, failOver } from './failovers.ts'

const times = Number(process.env.TEST_FAILOVERS ?? 10)

test.for<[number, End]>([
  [times, 'killed'],
  [Math.ceil(times / 3), 'frozen'],
])(
  '%i failovers from a primary that is %s, under load: both instances write again within 10 s, nothing acknowledged is lost, no event missed (F131)',
  { timeout: 1_800_000 },
  async ([count, end], { skip }) => {
    skip(!hasPackagedPostgres, whyNoPackagedPostgres)
    const { wrongs, slowestResumeMs } = await failOver(count, end)
    expect(wrongs).toEqual([])
    expect(slowestResumeMs).toBeLessThanOrEqual(10_000)
  },
)
