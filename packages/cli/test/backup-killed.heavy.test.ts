import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/db/database.ts'
import { openWorkshop, type Workshop } from '../../server/test/copies/fixture.ts'
import { beginHolding, freshDatabase, onServer, urlOf } from '../../server/test/kit/database.ts'
import { until } from '../../server/test/kit/http.ts'
import { contentsOf, fillEveryTable } from './fixture/every-table.ts'
import { createMachine, type Machine } from './fixture/tandem.ts'

const bin = fileURLToPath(new URL('../bin/tandem.cjs', import.meta.url))
let shop: Workshop
let machine: Machine
beforeAll(async () => {
  shop = await openWorkshop()
  await fillEveryTable(shop)
  machine = await createMachine({ DATABASE_URL: urlOf(shop.tandem.address), DATA_DIR: shop.tandem.config.DATA_DIR })
})
afterAll(async () => {
  await machine?.remove()
  await shop?.stop()
})

function start(
  args: string[],
  environment: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<unknown[]>; said(): string } {
  const env = { ...machine.environment, ...environment }
  const child = spawn(process.execPath, [bin, ...args], { env, cwd: machine.home, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, ended: once(child, 'exit'), said: () => said }
}

test('a backup that is killed in the middle leaves no file of its name, and the next one makes it', {
  meta: { proves: ['cli.backup'] },
}, async () => {
  const holder = openDatabase(shop.tandem.address, { poolSize: 1, onError: () => {} })
  const held = await holder.pool.connect()
  // The last of the tables: those before it have been written.
  await held.query(`${beginHolding}; lock table webhooks in access exclusive mode`)
  const { child, ended } = start(['backup', '--out', 'killed.tar'])
  try {
    await until(async () => {
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'webhooks'`
      return (await onServer(shop.tandem.address, waits)).length > 0
    })
  } finally {
    child.kill('SIGKILL')
    await ended
    await held.query('rollback')
    held.release()
    await holder.close()
  }
  expect((await readdir(machine.home)).filter((name) => name.endsWith('.tar'))).toEqual([])
  expect(await machine.run(['backup', '--out', 'killed.tar'])).toMatchObject({ code: 0 })
  expect((await readdir(machine.home)).filter((name) => name.startsWith('killed'))).toEqual(['killed.tar'])
})

test('a restore that is killed in the middle leaves the old data as they were, and the next one restores', {
  meta: { proves: ['cli.restore'] },
}, async () => {
  const target = await freshDatabase()
  const environment = { DATABASE_URL: urlOf(target.address), DATA_DIR: join(machine.home, 'data') }
  const backup = join(machine.home, 'whole.tar')
  expect(await machine.run(['backup', '--out', backup])).toMatchObject({ code: 0 })
  expect(await machine.run(['restore', backup], { environment })).toMatchObject({ code: 0 })
  await onServer(target.address, `update boards set name = 'Old'`)
  const before = await contentsOf(target.address)
  const [{ name }] = await onServer(target.address, 'select current_database() as name')
  const { child, ended } = start(['restore', backup, '--replace'], environment)
  // Ask another database: an open connection to this one makes the restore fail.
  const writing = async () => {
    const asked = `select from pg_stat_activity where datname = '${name}' and backend_xid is not null`
    return (await onServer(shop.tandem.address, asked)).length > 0
  }
  // It has written, and not committed: the transaction has an id, and its backend is still there.
  await until(writing)
  child.kill('SIGKILL')
  await ended
  await until(async () => !(await writing()))
  expect(await contentsOf(target.address)).toEqual(before)
  expect(await machine.run(['restore', backup, '--replace'], { environment })).toMatchObject({ code: 0 })
  expect(await onServer(target.address, 'select distinct name from boards')).toEqual([{ name: 'Engine' }])
  await target.drop()
})

test('on a schedule backups are made until it is asked to stop, and the newest are kept', async () => {
  const directory = join(machine.home, 'kept')
  await mkdir(directory)
  await writeFile(join(directory, 'tandem-2020-01-01T000000Z.tar.part'), 'half')
  await writeFile(join(directory, 'tandem-of-mine.tar'), 'not one of these')
  const { child, ended, said } = start(['backup', '--schedule', '* * * * * *', '--keep', '2', '--out', directory])
  try {
    await until(() => (said().match(/Backed up/g)?.length ?? 0) >= 3)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    await ended
  }
  const names = (await readdir(directory)).sort()
  expect(names).toEqual([expect.stringMatching(/^tandem-20\d\d-/), expect.stringMatching(/^tandem-20\d\d-/), 'tandem-of-mine.tar'])
})

test('a schedule that is none is refused, and so is what goes with none', async () => {
  expect(await machine.run(['backup', '--schedule', 'nightly'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Invalid schedule'),
  })
  expect(await machine.run(['backup', '--keep', '3'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--schedule') })
})
