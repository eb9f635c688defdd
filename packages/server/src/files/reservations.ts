import { randomBytes } from 'node:crypto'
import { type Database, sql } from '../db/database.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import { type FileStore, storeFailure } from './store.ts'

/** After this long, bytes that no attachment keeps are deleted. Nothing takes this long to arrive (surfaces/rest). */
const orphanAfterMs = 3_600_000

const reserve = sql('insert into files (key, created_at, sweep_at) values ($1, $2, $3)')
/** Waits for a transaction that is about to keep it. */
const doom = sql<{ key: string }>('update files set doomed = true where key = $1 and not kept returning key')
const forget = sql('delete from files where key = any ($1::text[]) and doomed')
const doomOrphans = sql<{ key: string }>(`update files set doomed = true, sweep_at = $2
  where key in (select key from files where not kept and sweep_at <= $1 order by sweep_at limit $3 for update skip locked)
  returning key`)

/** Writes files of which the database knows before their first byte, and deletes those that nobody keeps. */
export type Reservations = {
  /** A new file with what `bytes` gives; answers its key. To be kept by a transaction, or it is an orphan. */
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
    await database.rows(reserve, [key, iso(nowMs), iso(nowMs + orphanAfterMs)])
    try {
      await store.put(key, bytes)
    } catch (error) {
      await discard(key).catch(() => {})
      throw storeFailure(error)
    }
    return key
  }

  async function discard(key: string): Promise<void> {
    if (await database.row(doom, [key])) await remove([key])
  }

  async function sweep(limit: number): Promise<{ due: number; failures: unknown[] }> {
    const nowMs = clock.now()
    const orphans = await database.rows(doomOrphans, [iso(nowMs), iso(nowMs + orphanAfterMs), limit])
    const failures = await remove(orphans.map((orphan) => orphan.key))
    return { due: orphans.length, failures }
  }

  /** The bytes first: as long as the row is there, somebody comes back for them. */
  async function remove(keys: readonly string[]): Promise<unknown[]> {
    const outcomes = await Promise.allSettled(keys.map((key) => store.remove(key)))
    const gone = keys.filter((_, at) => outcomes[at]?.status === 'fulfilled')
    if (gone.length > 0) await database.rows(forget, [gone])
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  }
}
