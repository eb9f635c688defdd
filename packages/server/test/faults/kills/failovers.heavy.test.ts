import { expect, onTestFinished, test } from 'vitest'
import { examine } from '../../../src/administration/doctor.ts'
import { scratchFolder } from '../../embedded/fixture/scratch.ts'
import { hasPackagedPostgres, whyNoPackagedPostgres } from '../rig/packaged-postgres.ts'
import { primaryAndStandby } from '../rig/primary-and-standby.ts'
import { type End, failOver } from './failovers.ts'

test.for<End>(['killed', 'frozen'])(
  'the primary is %s under load and the standby promoted: both instances follow it, nothing acknowledged is lost, no event missed (F131)',
  { timeout: 600_000 },
  async (end, { skip }) => {
    skip(!hasPackagedPostgres, whyNoPackagedPostgres)
    expect((await failOver(1, end)).wrongs).toEqual([])
  },
)

test('the doctor says which of two servers is the primary, and that commits wait for the other', async ({ skip }) => {
  skip(!hasPackagedPostgres, whyNoPackagedPostgres)
  const pair = await primaryAndStandby()
  onTestFinished(() => pair.remove())
  const found = await Array.fromAsync(examine({ ...pair.environment, DATA_DIR: await scratchFolder() }))
  expect(found).toMatchObject(
    expect.arrayContaining([
      { check: 'database', state: 'ok', says: expect.stringContaining(` at 127.0.0.1:${pair.target().port}`) },
      { check: 'standbys', state: 'ok', says: 'commits wait for standbys: *' },
    ]),
  )
})
