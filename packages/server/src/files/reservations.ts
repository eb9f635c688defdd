import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { parameter } from '../db/parameters.ts'
import { files } from '../db/tables/service/files.ts'
import { insertInto, pick, returning, write as writeOf } from '../db/writes.ts'
import { type Clock, iso } from '../kernel/common/clock.ts'
import { type FileStore, storeFailure } from './store.ts'

/** After this long, bytes that no attachment keeps are deleted. Nothing takes this long to arrive (surfaces/rest). */
const orphanAfterMs = 3_600_000

const reserve = insertInto(files, ['key', 'createdAt', 'sweepAt'])
/** Waits for a transaction that is about to keep it. */
const doom = writeOf(
  pick(files, ['key']),
  ({ key }) => `update files set doomed = true where key = ${key} and not kept returning key`,
  returning<{ key: string }>(),
)
const forget = writeOf(
  { keys: parameter<readonly string[]>('text[]') },
  ({ keys }) => `delete from files where key = any (${keys}) and doomed`,
)
const doomOrphans = writeOf(
  { now: files.sweepAt, again: files.sweepAt, limit: parameter<number>('int') },
  ({ now, again, limit }) => `update files set doomed = true, sweep_at = ${again}
  where key in (select key from files where not kept and sweep_at <= ${now} order by sweep_at limit ${limit} for update skip locked)
  returning key`,
  returning<{ key: string }>(),
)

/** Writes files of which the database knows before their first byte, and deletes those without a record that keeps them. */
export type Reservations = {
  /** Stores a new file with the chunks of `bytes`; answers its key. Unless a transaction keeps it, the file is an orphan. */
  write(bytes: AsyncIterable<Buffer>): Promise<string>
  /** Deletes the file unless it was kept. */
  discard(key: string): Promise<void>
  /** Deletes at most `limit` orphans; answers how many were due. One that cannot be deleted is due again in an hour. */
  sweep(limit: number): Promise<{ due: number; failures: unknown[] }>
}

export function createReservations({ database, clock, store }: { database: Database; clock: Clock; store: FileStore }): Reservations {
  return { write, discard, sweep }

  async function write(bytes: AsyncIterable<Buffer>): Promise<string> {
    const key = randomBytes(20).toString('hex')
    const nowMs = clock.now()
    await database.rows(reserve({ key, createdAt: iso(nowMs), sweepAt: iso(nowMs + orphanAfterMs) }))
    try {
      await store.put(key, bytes)
    } catch (error) {
      await discard(key).catch(() => {})
      throw storeFailure(error)
    }
    return key
  }

  async function discard(key: string): Promise<void> {
    if (await database.row(doom({ key }))) await remove([key])
  }

  async function sweep(limit: number): Promise<{ due: number; failures: unknown[] }> {
    const nowMs = clock.now()
    const orphans = await database.rows(doomOrphans({ now: iso(nowMs), again: iso(nowMs + orphanAfterMs), limit }))
    const failures = await remove(orphans.map((orphan) => orphan.key))
    return { due: orphans.length, failures }
  }

  /** Deletes the bytes first: as long as the row exists, a later sweep tries again. */
  async function remove(keys: readonly string[]): Promise<unknown[]> {
    const outcomes = await Promise.allSettled(keys.map((key) => store.remove(key)))
    const gone = keys.filter((_, at) => outcomes[at]?.status === 'fulfilled')
    if (gone.length > 0) await database.rows(forget({ keys: gone }))
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  }
}
