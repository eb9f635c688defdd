import type { FileHandle } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { type AuditStep, systemActorId } from '@tandem/contract'
import type pg from 'pg'
import { type Config, readConfig } from '../../config.ts'
import { type Migration, migrateWithin, readMigrations, underMigrationLock } from '../../db/migrate.ts'
import { auditLog } from '../../db/tables/accounts/audit-log.ts'
import { pick, write } from '../../db/writes.ts'
import { openStore } from '../../files/open-store.ts'
import type { FileStore } from '../../files/store.ts'
import { uuidV7 } from '../../kernel/common/ids.ts'
import { onOwnConnection, refuseUnsafe } from '../../storage.ts'
import { brokenNow } from '../invariants.ts'
import { joinStorage } from '../open.ts'
import type { Part } from './archive.ts'
import { adoptKey, missingKeys } from './key-file.ts'
import { beginLoading } from './load.ts'
import { wordsOf } from './make.ts'
import { readTextsAgain, type Settled, type Settling, settle } from './settle.ts'
import { sameTexts } from './tables.ts'
import { dropFound, inspectTarget } from './target.ts'
import { partsOf, type Verified, verify } from './verify.ts'

export type RestoreOptions = Settling & {
  /** Whether the current content of the database may be replaced. */
  replace: boolean
  /** A file that `writeKey` wrote. */
  keyFile: string | null
}

export type Restored = Settled & {
  madeAt: string
  rows: number
  files: number
  /** Files that the backup lacks too. */
  missing: string[]
  /** Migrations that came after the backup. */
  migrated: string[]
  /** Names of keys that secrets need and the configuration lacks. */
  keysMissing: string[]
}

type Step = 'checking' | 'restoring' | 'examining'

/**
 * Restores a backup into the configured database and the file store. The database changes in one transaction: its contents stay until the
 * new ones are complete, checked and committed, even if a process is killed before. Throws an Error that says what to do. Nothing has
 * changed then, except for files in the store without a row; the next restore uses them.
 */
export async function restoreBackup(
  environment: Readonly<Record<string, string | undefined>>,
  file: FileHandle,
  options: RestoreOptions,
  onStep: (step: Step, done: number, total: number | null) => void = () => {},
): Promise<Restored> {
  const config = readConfig(environment)
  const known = await readMigrations()
  const { size } = await file.stat()
  const verified = await verify(file, known, (done) => onStep('checking', done, size))
  const storage = await joinStorage(config, { mayMake: true })
  try {
    return await onOwnConnection(storage.target, async (client) => {
      await refuseUnsafe(client)
      return underMigrationLock(client, () => orNothing(client, { config, file, known, verified, options, onStep }))
    })
  } finally {
    await storage.stop()
  }
}

type Work = {
  config: Config
  file: FileHandle
  known: readonly Migration[]
  verified: Verified
  options: RestoreOptions
  onStep: (step: Step, done: number, total: number | null) => void
}

async function orNothing(client: pg.Client, work: Work): Promise<Restored> {
  try {
    return await restoreInto(client, work)
  } catch (error) {
    // A connection that is lost rolls back by itself.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function restoreInto(client: pg.Client, work: Work): Promise<Restored> {
  const { manifest, counts } = work.verified
  const found = await inspectTarget(client, work.known, work.options.replace)
  if (work.options.keyFile !== null) await adoptKey(work.config, work.options.keyFile)
  await client.query('begin')
  await client.query(`${sameTexts}; set local lock_timeout = '10s'`)
  await keepFormerFiles(client, found)
  await dropFound(client, found)
  await migrateWithin(client, work.known.slice(0, manifest.migrations.length))
  const { rows, files } = await load(client, work)
  const later = work.known.slice(manifest.migrations.length)
  await migrateWithin(client, later)
  if ((await wordsOf(client)) !== manifest.words) await readTextsAgain(client)
  const settled = await settle(client, work.options)
  await sweepFormerFiles(client)
  await record(client, manifest.madeAt, settled)
  const broken = await brokenNow(client, (done, total) => work.onStep('examining', done, total))
  if (broken.length > 0) throw new Error(`The data of this backup is inconsistent, and nothing was changed:\n${broken.join('\n')}`)
  await client.query('commit')
  const keysMissing = await missingKeys(work.config, manifest.keyIds)
  const { madeAt } = manifest
  return { ...settled, madeAt, rows, files, keysMissing, missing: counts.missing, migrated: later.map(({ name }) => name) }
}

async function load(client: pg.Client, work: Work): Promise<{ rows: number; files: number }> {
  const { manifest, counts, bytes } = work.verified
  const loading = await beginLoading(client, manifest)
  const store = openStore(work.config)
  const done = { rows: 0, files: 0, bytes: 0 }
  const onPart = (part: Part) => work.onStep('restoring', (done.bytes += part.bytes.length), bytes)
  for await (const { kind, name, chunks } of grouped(partsOf(work.file), onPart)) {
    if (kind === 'tables') {
      const rows = await loading.load(name, chunks)
      if (rows !== counts.rows[name])
        throw new Error(`The backup has ${rows} rows of ${name} instead of ${counts.rows[name]}. Nothing was changed.`)
      done.rows += rows
    } else if (kind === 'files') {
      await putFile(store, name, chunks)
      done.files += 1
    } else for await (const _ of chunks);
  }
  await loading.finish()
  return done
}

type Group = { kind: string; name: string; chunks: AsyncIterable<Buffer> }

/** Parts `kind/name/000001`, … as one. Each is to be read to its end before the next. */
async function* grouped(parts: AsyncGenerator<Part>, onPart: (part: Part) => void): AsyncGenerator<Group> {
  const stemOf = ({ name }: Part) => name.split('/').slice(0, 2).join('/')
  let next = await parts.next()
  while (!next.done) {
    const stem = stemOf(next.value)
    const [kind = '', name = ''] = stem.split('/')
    const chunks = async function* () {
      for (; !next.done && stemOf(next.value) === stem; next = await parts.next()) {
        onPart(next.value)
        yield next.value.bytes
      }
    }
    yield { kind, name, chunks: chunks() }
  }
}

const keyShape = /^[0-9a-f]{40}$/

/** The bytes under a key never change, so an existing file is this one; a store replaces it at once or not at all. */
async function putFile(store: FileStore, key: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  if (!keyShape.test(key)) throw new Error(`The backup has a file named ${key}, which is not a file name of Tandem. Nothing was changed.`)
  await store.put(key, chunks)
}

async function keepFormerFiles(client: pg.Client, found: readonly { kind: string; name: string }[]): Promise<void> {
  const hasFiles = found.some(({ kind, name }) => kind === 'table' && name === 'files')
  await client.query(
    `create temp table former_files on commit drop as select ${hasFiles ? 'key from files' : `''::text as key where false`}`,
  )
}

/** Files that only the replaced rows named are deleted by the service, like all files without a record. */
const sweepFormerFiles = (client: pg.Client) =>
  client.query(`insert into files (key, created_at, sweep_at) select key, now(), now() from pg_temp.former_files on conflict do nothing`)

const act: AuditStep = 'restore'
const insertAudit = write(
  pick(auditLog, ['id', 'actorId', 'detail']),
  ({ id, actorId, detail }) => `insert into audit_log (id, actor_id, act, outcome, credential, detail, created_at)
  values (${id}, ${actorId}, '${act}', 'ok', 'system:command line', ${detail}, now())`,
)

async function record(client: pg.Client, madeAt: string, settled: Settled): Promise<void> {
  const detail = { by: userInfo().username, madeAt, ...settled }
  const { statement, values } = insertAudit({ id: uuidV7(Date.now()), actorId: systemActorId, detail })
  await client.query(statement.text, [...values])
}
