import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openWorkshop } from '../../server/test/copies/fixture.ts'
import { databaseOn, freshDatabase, onServer, type ServerAddress, urlOf } from '../../server/test/kit/database.ts'
import { contentsOf, fillEveryTable } from './fixture/every-table.ts'
import { createMachine, type Ended } from './fixture/tandem.ts'

/** Backups go from one major version of PostgreSQL to another and back. Specification: reliability Q3. */
const other = process.env.TEST_OTHER_DATABASE_URL

/** Tables that a restore changes, and those with indexes of full text, which another version of PostgreSQL folds differently. */
const settled = [
  'web_sessions',
  'socket_tickets',
  'password_resets',
  'mails',
  'notification_mails',
  'push_devices',
  'push_messages',
  'deliveries',
  'audit_log',
]
const ofWords = ['card_texts', 'search_words', 'unread_texts']

async function kept(address: ServerAddress): Promise<Record<string, string>> {
  return Object.fromEntries([...(await contentsOf(address))].filter(([name]) => ![...settled, ...ofWords].includes(name)))
}

async function databaseOnOther(server: ServerAddress): Promise<ServerAddress> {
  const name = `tandem_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database "${name}"`)
  onTestFinished(async () => void (await onServer(server, `drop database if exists "${name}" with (force)`)))
  return databaseOn(server, name)
}

const majorOf = async (server: ServerAddress): Promise<number> => {
  const [row] = await onServer(server, `select current_setting('server_version_num')::int / 10000 as major`)
  return row.major
}

const done = (ended: Ended): Ended => {
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  return ended
}

test('a backup goes to another major version of PostgreSQL and back, with every row', async ({ skip }) => {
  skip(!other, 'TEST_OTHER_DATABASE_URL names no PostgreSQL server of another major version')
  const { server } = inject('postgres')
  const elsewhere = { connectionString: other ?? '' }
  expect(await majorOf(elsewhere)).not.toBe(await majorOf(server))

  const INTEGRATION_SECRET_KEY = randomBytes(32).toString('base64')
  const shop = await openWorkshop({ INTEGRATION_SECRET_KEY, SMTP_URL: 'smtp://127.0.0.1:9' })
  onTestFinished(() => shop.stop())
  await fillEveryTable(shop)
  const original = await kept(shop.tandem.address)
  const machine = await createMachine({ INTEGRATION_SECRET_KEY })
  onTestFinished(() => machine.remove())

  let from: { address: ServerAddress; DATA_DIR: string } = { address: shop.tandem.address, DATA_DIR: shop.tandem.config.DATA_DIR }
  const fresh = await freshDatabase()
  onTestFinished(fresh.drop)
  for (const address of [await databaseOnOther(elsewhere), fresh.address]) {
    const file = join(machine.home, `${randomBytes(4).toString('hex')}.tar`)
    done(await machine.run(['backup', '--out', file], { environment: { DATABASE_URL: urlOf(from.address), DATA_DIR: from.DATA_DIR } }))
    from = { address, DATA_DIR: join(machine.home, randomBytes(4).toString('hex')) }
    const environment = { DATABASE_URL: urlOf(address), DATA_DIR: from.DATA_DIR }
    const restored = done(await machine.run(['restore', file, '--keep-webhooks', '--json'], { environment }))
    expect(restored.json).toMatchObject({ missing: [], migrated: [], webhooksPaused: 0 })
    expect(await kept(address)).toEqual(original)
    const checked = done(await machine.run(['check', '--json'], { environment }))
    expect(checked.json).toMatchObject({ broken: [], storage: { faults: [] } })
  }
})
