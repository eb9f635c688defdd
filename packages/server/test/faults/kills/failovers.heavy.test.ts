import { expect, test } from 'vitest'
import { hasPackagedPostgres, whyNoPackagedPostgres } from '../rig/packaged-postgres.ts'
import { failOver } from './failovers.ts'

test('the primary is killed under load and the standby promoted: both instances follow it, nothing acknowledged is lost, no event missed', {
  timeout: 600_000,
}, async ({ skip }) => {
  skip(!hasPackagedPostgres, whyNoPackagedPostgres)
  expect((await failOver(1)).wrongs).toEqual([])
})
