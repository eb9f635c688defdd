import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Part, readArchive, written } from '../../server/src/administration/backup/archive.ts'
import { dropFound, inspectTarget } from '../../server/src/administration/backup/target.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { migrateWithin, readMigrations } from '../../server/src/db/migrate.ts'
import { onOwnConnection } from '../../server/src/storage.ts'
import { openWorkshop, type Workshop } from '../../server/test/copies/fixture.ts'
import { freshDatabase, onServer as query, urlOf } from '../../server/test/kit/database.ts'
import { startS3Server } from '../../server/test/kit/servers/s3-server.ts'
import { password, startTestService } from '../../server/test/kit/service.ts'
import { contentsOf, fillEveryTable } from './fixture/every-table.ts'
import { createMachine, type Ended, type Machine } from './fixture/tandem.ts'

const key = randomBytes(32).toString('base64')
/** Tables that every restore changes, with any option. */
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

let shop: Workshop
let machine: Machine
let original: Map<string, string>
let backup: string
let bytes: Buffer
let drops: (() => Promise<void>)[] = []

beforeAll(async () => {
  shop = await openWorkshop({ INTEGRATION_SECRET_KEY: key, SMTP_URL: 'smtp://127.0.0.1:9' })
  await fillEveryTable(shop)
  machine = await createMachine({
    DATABASE_URL: urlOf(shop.tandem.address),
    DATA_DIR: shop.tandem.config.DATA_DIR,
    INTEGRATION_SECRET_KEY: key,
  })
  original = await contentsOf(shop.tandem.address)
  backup = join(machine.home, 'tandem.tar')
  await done(await machine.run(['backup', '--out', backup]))
  bytes = await readFile(backup)
})
afterEach(async () => {
  for (const drop of drops) await drop()
  drops = []
})
afterAll(async () => {
  await machine?.remove()
  await shop?.stop()
})

function done(ended: Ended): Ended {
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  return ended
}

/** A database for a restore, and the store beside it. */
async function place() {
  const fresh = await freshDatabase()
  drops.push(fresh.drop)
  const environment = { DATABASE_URL: urlOf(fresh.address), DATA_DIR: join(machine.home, randomBytes(4).toString('hex')) }
  const restore = (...args: string[]) => machine.run(['restore', ...args], { environment })
  return { address: fresh.address, environment, restore }
}

const without = (contents: Map<string, string>, names: readonly string[]) =>
  Object.fromEntries([...contents].filter(([name]) => !names.includes(name)))

test('a backup holds every table, is one file of sums that hold, and leaves the key out', {
  meta: { proves: ['cli.backup'] },
}, async () => {
  expect([...original].filter(([, said]) => said.startsWith('0 '))).toEqual([])
  const names: string[] = []
  for await (const { name } of readArchive(createReadStream(backup))) names.push(name)
  for (const table of original.keys()) expect(names).toContain(`tables/${table}/000001`)
  expect(names.filter((name) => name.startsWith('files/')).length).toBeGreaterThan(0)
  expect(bytes.includes(key)).toBe(false)
  expect((await stat(backup)).mode & 0o777).toBe(0o600)
  expect(await machine.run(['backup', '--out', backup])).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') })
})

test('--with-key writes the key to a file of its own, and over no other', async () => {
  const to = join(machine.home, 'tandem.key')
  const run = () => machine.run(['backup', '--out', backup, '--force', '--with-key', to])
  done(await run())
  expect((await stat(to)).mode & 0o777).toBe(0o600)
  expect((await readFile(to, 'utf8')).trim()).toBe(key)
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('never overwritten') })
})

test('a backup that is none, or that is nowhere, is told as that', async () => {
  const environment = { DATA_DIR: join(machine.home, 'untouched'), DATABASE_URL: '', INTEGRATION_SECRET_KEY: '' }
  const restore = (file: string) => machine.run(['restore', file], { environment })
  const nowhere = join(machine.home, 'nowhere.tar')
  expect(await restore(nowhere)).toMatchObject({ code: 1, stderr: `File ${nowhere} does not exist.\n` })
  expect(await restore(machine.home)).toMatchObject({ code: 1, stderr: expect.stringContaining('is a folder. Use the file') })
  expect(await stat(environment.DATA_DIR).catch(() => null)).toBeNull()
})

test('a place that cannot be written to is told by its name, and neither a file nor a key is left', async () => {
  const nowhere = join(machine.home, 'nowhere')
  const keyFile = join(machine.home, 'unused.key')
  expect(await machine.run(['backup', '--out', join(nowhere, 'tandem.tar'), '--with-key', keyFile])).toMatchObject({
    code: 1,
    stderr: `Folder ${nowhere} does not exist. Create it, or use another path.\n`,
  })
  expect(await stat(keyFile).catch(() => null)).toBeNull()
})

test('from a server of its own to the embedded one and back, every row, every file and every export is what it was', {
  meta: { proves: ['cli.restore'] },
}, async () => {
  const environment = { DATA_DIR: join(machine.home, 'data'), DATABASE_URL: '', INTEGRATION_SECRET_KEY: '' }
  const keyFile = join(machine.home, 'moved.key')
  await writeFile(keyFile, key)
  done(await machine.run(['restore', backup, '--keep-webhooks', '--key', keyFile], { environment }))
  expect(done(await machine.run(['check'], { environment })).stdout).toMatch(
    /^Everything is consistent\.\n\d+ tables and \d+ indexes are intact\.\n$/,
  )
  const again = join(machine.home, 'again.tar')
  done(await machine.run(['backup', '--out', again], { environment }))

  const { address, environment: elsewhere, restore } = await place()
  const restored = done(await restore(again, '--keep-webhooks', '--json'))
  expect(restored.json).toMatchObject({ webhooksPaused: 0, tokensRevoked: 0, migrated: [], missing: [], keysMissing: ['0badc0de'] })
  expect(without(await contentsOf(address), settled)).toEqual(without(original, settled))

  const exportOf = async (url: string, cookie: string) => {
    const text = await (await fetch(`${url}/api/boards/${shop.board.id}/export`, { headers: { cookie } })).text()
    return { ...JSON.parse(text), exportedAt: null }
  }
  const { email } = (await shop.ada.get('/api/me')).body
  const tandem = await startTestService({ address, environment: { DATA_DIR: elsewhere.DATA_DIR, INTEGRATION_SECRET_KEY: key } })
  try {
    const login = await tandem.anonymous.post('/api/auth/login', { email, password })
    const cookie = login.headers.getSetCookie().join().split(';')[0] ?? ''
    expect(await exportOf(tandem.url, cookie)).toEqual(await exportOf(shop.tandem.url, shop.ada.cookie ?? ''))
    const [file] = await query(address, `select id from attachments where kind = 'file' limit 1`)
    const bytesAt = async (url: string, cookie: string) =>
      (await fetch(`${url}/api/attachments/${file.id}`, { headers: { cookie } })).text()
    expect(await bytesAt(tandem.url, cookie)).toBe('a plan')
    const fresh = await tandem.anonymous.get('/api/me')
    expect(fresh.status).toBe(401)
    expect((await fetch(`${tandem.url}/api/me`, { headers: { cookie: shop.ada.cookie ?? '' } })).status).toBe(401)
    const card = await fetch(`${tandem.url}/api/lists/${shop.board.lists[0]}/cards`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'After the restore' }),
    })
    expect(card.status).toBe(201)
  } finally {
    await tandem.stop()
  }
  expect((await machine.run(['check'], { environment: elsewhere })).code).toBe(0)
})

test('webhooks are paused, nothing that waited is sent, and tokens are revoked when asked', async () => {
  const { address, restore } = await place()
  const { json } = done(await restore(backup, '--revoke-tokens', '--json'))
  expect(json).toMatchObject({ sessionsEnded: expect.any(Number), webhooksPaused: 2, deliveriesCanceled: expect.any(Number) })
  expect(json.sessionsEnded * json.deliveriesCanceled * json.tokensRevoked).toBeGreaterThan(0)
  const counts = `select (select count(*)::int from webhooks where active) as webhooks, (select count(*)::int from web_sessions) as sessions,
    (select count(*)::int from deliveries where state = 'pending') as deliveries, (select count(*)::int from mails) as mails,
    (select count(*)::int from tokens where revoked_at is null and integration_id is null) as tokens,
    (select count(*)::int from audit_log where act = 'restore') as told`
  expect(await query(address, counts)).toEqual([{ webhooks: 0, sessions: 0, deliveries: 0, mails: 0, tokens: 0, told: 1 }])
})

test('attached files go from the disk to a bucket and back', async () => {
  const s3 = await startS3Server()
  try {
    const { environment } = await place()
    const inBucket = { ...environment, ...s3.environment }
    done(await machine.run(['restore', backup], { environment: inBucket }))
    expect([...s3.objects.values()].map(String)).toContain('a plan')
    const again = join(machine.home, 'bucket.tar')
    done(await machine.run(['backup', '--out', again], { environment: inBucket }))
    const { environment: onDisk, restore } = await place()
    done(await restore(again))
    for (const [name, object] of s3.objects)
      expect((await readFile(join(onDisk.DATA_DIR, 'files', name.split('/').at(-1) ?? ''))).equals(object)).toBe(true)
  } finally {
    await s3.stop()
  }
})

test('a backup of an older release is loaded into the schema of its time and migrated on', async () => {
  const [older, target] = [await place(), await place()]
  const known = await readMigrations()
  const until = known.findIndex(({ name }) => name.startsWith('0016'))
  await onOwnConnection({ connectionString: older.environment.DATABASE_URL }, async (client) => {
    await dropFound(client, await inspectTarget(client, known, true))
    await migrateWithin(client, known.slice(0, until))
    await client.query(`insert into actors (id, kind, name, handle, created_at) values (gen_random_uuid(), 'human', 'Ada', 'ada', now())`)
  })
  const file = join(machine.home, 'older.tar')
  done(await machine.run(['backup', '--out', file], { environment: older.environment }))
  const { json } = done(await target.restore(file, '--json'))
  expect(json.migrated).toEqual(known.slice(until).map(({ name }) => name))
  expect(await query(target.address, `select name from actors where kind = 'human'`)).toEqual([{ name: 'Ada' }])
  expect((await machine.run(['migrate', '--status'], { environment: target.environment })).code).toBe(0)
})

test('identities go on behind the last one', async () => {
  const { address, restore } = await place()
  done(await restore(backup))
  expect(
    await query(address, `insert into search_words (word) values ('zyx') returning id > (select max(id) from search_words) as is_next`),
  ).toEqual([{ is_next: true }])
})

describe('what is refused before anything is touched', () => {
  let marked: Awaited<ReturnType<typeof place>>
  const attempt = async (content: Buffer) => {
    const file = join(machine.home, 'attempt.tar')
    await writeFile(file, content)
    const ended = await marked.restore(file)
    expect(ended.code).toBe(1)
    return ended.stderr
  }

  test('a byte that is another one, anywhere; an end that is missing; something that is appended', async () => {
    marked = await place()
    const before = await contentsOf(marked.address)
    const offsets = [
      0,
      100,
      124,
      136,
      148,
      156,
      257,
      300,
      511,
      512,
      bytes.length - 1,
      bytes.length - 1024,
      bytes.length - 1025,
      bytes.length - 1536,
    ]
    for (const last = bytes.length - 2048; offsets.length < 120; ) offsets.push(randomBytes(4).readUInt32BE() % last)
    for (const at of offsets) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
      expect(await attempt(flipped), `byte ${at}`).toContain('The backup is incomplete')
    }
    for (const length of [0, 1, 512, 5_120, bytes.length - 512, bytes.length - 1])
      expect(await attempt(bytes.subarray(0, length))).toContain('ends too early')
    expect(await attempt(Buffer.concat([bytes, Buffer.alloc(512)]))).toContain('appended')
    expect(await contentsOf(marked.address)).toEqual(before)
  })

  test('every part, told by its name', { meta: { proves: ['cli.restore'] } }, async () => {
    marked = await place()
    const damaged: string[] = []
    let at = 0
    for await (const part of readArchive(createReadStream(backup))) {
      const start = at + 512
      at = start + Math.ceil(part.bytes.length / 512) * 512
      if (part.bytes.length === 0) continue
      const flipped = Buffer.from(bytes)
      flipped[start] = (flipped[start] ?? 0) ^ 1
      expect(await attempt(flipped)).toContain(`${part.name} is damaged`)
      damaged.push(part.name)
    }
    expect(damaged.length).toBeGreaterThan(original.size)
  })

  const rewritten = async (change: (manifest: any) => void) => {
    const parts = async function* (): AsyncGenerator<Part> {
      for await (const { name, bytes: own } of readArchive(createReadStream(backup))) {
        if (name !== 'backup.json') yield { name, bytes: own }
        else {
          const manifest = JSON.parse(own.toString())
          change(manifest)
          yield { name, bytes: Buffer.from(JSON.stringify(manifest)) }
        }
      }
    }
    const chunks: Buffer[] = []
    for await (const chunk of written(parts(), 0)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  test('one of a newer release, of a newer format, of another Tandem, and what is none', {
    meta: { proves: ['cli.restore'] },
  }, async () => {
    marked = await place()
    const future = { name: '9999_future.sql', checksum: 'f' }
    expect(await attempt(await rewritten((manifest) => manifest.migrations.push(future)))).toContain(
      'newer release of Tandem (9999_future.sql)',
    )
    expect(await attempt(await rewritten((manifest) => (manifest.version = 2)))).toContain('newer release of Tandem')
    expect(await attempt(await rewritten((manifest) => (manifest.migrations[3].checksum = 'x')))).toContain('another build of Tandem')
    expect(await attempt(await rewritten((manifest) => (manifest.format = 'other')))).toContain('not a backup of Tandem')
    expect(await attempt(await rewritten((manifest) => manifest.tables.pop()))).toContain('do not match its release')
    expect(await marked.restore(join(machine.home, 'none.tar'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not exist'),
    })
  })

  test('a target that is not empty, that is used, or that is not Tandem alone', async () => {
    const target = await place()
    done(await target.restore(backup))
    const before = await contentsOf(target.address)
    expect(await target.restore(backup)).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') })
    const somebody = openDatabase(target.address, { poolSize: 1, onError: () => {} })
    await somebody.pool.query('select 1')
    expect(await target.restore(backup, '--replace')).toMatchObject({ code: 1, stderr: expect.stringContaining('in use') })
    await somebody.close()
    await query(target.address, 'create table theirs (a int)')
    expect(await target.restore(backup, '--replace')).toMatchObject({ code: 1, stderr: expect.stringContaining('table theirs') })
    await query(target.address, 'drop table theirs')
    expect(await contentsOf(target.address)).toEqual(before)
  })

  test('one that holds what does not fit together: the old data stays', { meta: { proves: ['cli.restore'] } }, async () => {
    const target = await place()
    done(await target.restore(backup))
    await query(target.address, `update boards set name = 'Old'`)
    const parts = async function* (): AsyncGenerator<Part> {
      for await (const { name, bytes: own } of readArchive(createReadStream(backup)))
        yield {
          name,
          bytes: name === 'tables/boards/000001' ? Buffer.from(own.toString().replace(/\\N\t\d+\t([0-9a-f-]{36})/, '\\N\t9999\t$1')) : own,
        }
    }
    const chunks: Buffer[] = []
    for await (const chunk of written(parts(), 0)) chunks.push(chunk)
    const file = join(machine.home, 'broken.tar')
    await writeFile(file, Buffer.concat(chunks))
    expect(await target.restore(file, '--replace')).toMatchObject({ code: 1, stderr: expect.stringContaining('seq is gapless') })
    expect(await query(target.address, 'select distinct name from boards')).toEqual([{ name: 'Old' }])
    done(await target.restore(backup, '--replace'))
    expect(await query(target.address, 'select distinct name from boards')).toEqual([{ name: 'Engine' }])
  })
})
