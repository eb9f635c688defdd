import { expect, test } from 'vitest'
import { hasPackagedPostgres, whyNoPackagedPostgres } from '../rig/packaged-postgres.ts'
import { failOver } from './failovers.ts'

const times = Number(process.env.TEST_FAILOVERS ?? 10)

test(`${times} failovers under load: both instances write again within 10 s of each, nothing acknowledged is lost, no event missed`, {
  timeout: 1_800_000,
}, async ({ skip }) => {
  skip(!hasPackagedPostgres, whyNoPackagedPostgres)
  const { wrongs, slowestResumeMs } = await failOver(times)
  expect(wrongs).toEqual([])
  expect(slowestResumeMs).toBeLessThanOrEqual(10_000)
})
