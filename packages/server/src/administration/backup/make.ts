import { TandemError } from '@tandem/contract'
import type pg from 'pg'
import { readConfig } from '../../config.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { openStore } from '../../files/open-store.ts'
import type { FileStore } from '../../files/store.ts'
import { onOwnConnection } from '../../storage.ts'
import { joinStorage } from '../open.ts'
import { cut, type Part, written } from './archive.ts'
import { copyOut } from './copy.ts'
import { type Counts, countsName, formatVersion, type Manifest, manifestName } from './manifest.ts'
import { columnsOf, sameTexts, tablesIn } from './tables.ts'

export type BackupMade = {
  madeAt: string
  migration: string
  rows: number
  files: number
  bytes: number
  missing: string[]
  keyIds: string[]
}

/**
 * Writes the configured database and every attached file, beside a running service: one snapshot of all tables, then the files that it
 * names. `write` receives the bytes of a tar and may apply backpressure; `onBytes` gets the bytes so far and the estimated total. Files
 * that were removed for good meanwhile are reported as missing. Throws an Error that says what to do.
 */
export async function makeBackup(
  environment: Readonly<Record<string, string | undefined>>,
  write: (bytes: AsyncIterable<Buffer>) => Promise<void>,
  onBytes: (done: number, about: number) => void = () => {},
): Promise<BackupMade> {
  const config = readConfig(environment)
  const storage = await joinStorage(config)
  try {
    return await onOwnConnection(storage.target, async (client) => {
      await refuseEmpty(client)
      await client.query('begin isolation level repeatable read read only')
      await client.query(sameTexts)
      const manifest = await describe(client)
      const about = await sizeOf(client)
      const counts: Counts = { rows: {}, files: 0, missing: [] }
      let bytes = 0
      const counted = async function* () {
        for await (const chunk of written(partsOf(client, openStore(config), manifest, counts), Date.parse(manifest.madeAt))) {
          bytes += chunk.length
          onBytes(Math.min(bytes, about), about)
          yield chunk
        }
      }
      await write(counted())
      await client.query('commit')
      const rows = Object.values(counts.rows).reduce((sum, count) => sum + count, 0)
      const { madeAt, migrations, keyIds } = manifest
      return { madeAt, migration: migrations.at(-1)?.name ?? '', rows, bytes, keyIds, files: counts.files, missing: counts.missing }
    })
  } finally {
    await storage.stop()
  }
}

async function refuseEmpty(client: pg.Client): Promise<void> {
  // Throws when a newer release has migrated it. An older schema is welcome: a backup comes before the upgrade.
  await pendingMigrations(client)
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`)
  if (!rows[0]?.there) throw new Error('This database has no data of Tandem. Set DATABASE_URL or DATA_DIR to those of the service.')
}

async function describe(client: pg.Client): Promise<Manifest> {
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>('select name, checksum from migrations order by name')
  const { rows } = await client.query<{ now: Date }>('select transaction_timestamp() as now')
  const madeAt = (rows[0]?.now ?? new Date(0)).toISOString()
  const [words, keyIds, tables] = [await wordsOf(client), await keyIdsIn(client), await tablesIn(client)]
  return { format: 'tandem-backup', version: formatVersion, madeAt, words, keyIds, migrations, tables }
}

/** Identifies the rules by which texts are folded into words: the function, with its collation, and the release of the server. */
export async function wordsOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ words: string | null }>(`select md5(pg_get_functiondef(to_regproc('fold'))
    || (current_setting('server_version_num')::int / 10000)) as words where to_regproc('fold') is not null`)
  return rows[0]?.words ?? ''
}

const keyIds = `select distinct split_part(sealed, '.', 2) as id from (
    select secret_sealed as sealed from webhooks where active union all select sealed from integration_secrets) s order by id limit 100`

async function keyIdsIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('integration_secrets') is not null as there`)
  return rows[0]?.there ? (await client.query<{ id: string }>(keyIds)).rows.map(({ id }) => id) : []
}

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`select coalesce((select sum(pg_table_size(c.oid)) from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace), 0)
    + coalesce((select sum(size_bytes) from attachments), 0) as bytes`)
  return Number(rows[0]?.bytes ?? 0)
}

async function* partsOf(client: pg.Client, store: FileStore, manifest: Manifest, counts: Counts): AsyncGenerator<Part> {
  yield { name: manifestName, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
  for (const table of manifest.tables)
    counts.rows[table.name] = yield* cut(`tables/${table.name}`, copyOut(client, `copy ${columnsOf(table)} to stdout`))
  for await (const key of keptKeys(client)) {
    const file = await openFile(store, key)
    if (!file) counts.missing.push(key)
    else {
      yield* cut(`files/${key}`, chunksOf(file))
      counts.files += 1
    }
  }
  yield { name: countsName, bytes: Buffer.from(`${JSON.stringify(counts)}\n`) }
}

const pageSize = 1_000

async function* keptKeys(client: pg.Client): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ key: string }>(`select key from files where kept and key > $1 order by key limit ${pageSize}`, [
      last,
    ])
    for (const { key } of rows) yield key
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    last = end.key
  }
}

/** Null for one that is gone, as when its card was deleted meanwhile; a store that is away fails the backup. */
async function openFile(store: FileStore, key: string): Promise<NodeJS.ReadableStream | null> {
  try {
    return await store.get(key)
  } catch (error) {
    if (error instanceof TandemError && error.code === 'internal') return null
    throw error
  }
}

async function* chunksOf(file: NodeJS.ReadableStream): AsyncGenerator<Buffer, void> {
  for await (const chunk of file) yield Buffer.from(chunk)
}
