import { expect, test } from 'vitest'
import { beforeNewestMigration, sourceTreeOf, whyNoHistory } from './source-tree.ts'
import { upgradeOneByOne } from './upgrades.ts'

/** Any commit, such as a release; without it the one before the newest migration. */
const from = process.env.TEST_UPGRADE_FROM ?? beforeNewestMigration()
const acts = Number(process.env.TEST_UPGRADE_ACTS ?? 1_000)

test(`two instances of ${from} are replaced one by one, ${acts} acts between: none is lost or doubled, no event is missed`, async ({
  skip,
}) => {
  skip(from === null, whyNoHistory)
  expect((await upgradeOneByOne(await sourceTreeOf(from ?? ''), acts)).wrongs).toEqual([])
})
