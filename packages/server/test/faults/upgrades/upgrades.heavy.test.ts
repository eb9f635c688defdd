import { expect, test } from 'vitest'
import { beforeNewestMigration, sourceTreeOf, whyNoHistory } from './source-tree.ts'
import { upgradeOneByOne } from './upgrades.ts'

test('the version before the newest migration runs beside this one and is replaced under load: no act is lost or doubled', {
  timeout: 600_000,
}, async ({ skip }) => {
  const from = beforeNewestMigration()
  skip(from === null, whyNoHistory)
  expect((await upgradeOneByOne(await sourceTreeOf(from ?? ''), 50)).wrongs).toEqual([])
})
