import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { TandemError } from '@tandem/contract'
import type { FileStore } from './files/store.ts'

/**
 * Whether the instances on one database use the same files and the same Redis. Each store holds an id. An instance publishes the ids that
 * it sees in the name of a connection of its own, and compares them with those of instances that were there before. So only running
 * instances count: there is nothing to clean up after an instance that died, or to repair when the operator moves a store.
 */
export const storeNames = { files: 'attached files', redis: 'Redis' } as const
type StoreName = keyof typeof storeNames

/** By store the first digits of its id; `none` = the configuration names no such store, `unknown` = it does not answer. */
export type StoreIds = Record<StoreName, string>

export const none = '-'
export const unknown = '?'

/** The published ids of an instance, with its start by the time of the database. */
export type Announcement = StoreIds & { startedAt: string }

const keyInFiles = 'store-id'
export const keyInRedis = 'tandem:store-id'
export const idLength = 8

/** Reads the id of a file store; creates one when `makes` and there is none. Of two concurrent creators, the later one counts. */
export async function filesIdOf(store: FileStore, makes: boolean): Promise<string> {
  try {
    return (await buffer(await store.get(keyInFiles))).toString().slice(0, idLength) || unknown
  } catch (error) {
    // `internal` = it is not there.
    if (!makes || !(error instanceof TandemError && error.code === 'internal')) return unknown
  }
  await store.put(keyInFiles, once(Buffer.from(randomUUID())))
  return filesIdOf(store, false)
}

export async function redisIdOf(send: (...words: string[]) => Promise<unknown>): Promise<string> {
  await send('SET', keyInRedis, randomUUID(), 'NX')
  const id = await send('GET', keyInRedis)
  return typeof id === 'string' ? id.slice(0, idLength) : unknown
}

const prefix = 'tandem-stores'
const freshSeconds = 20

/** The name ends with the time of the database: behind a pooler a connection may keep the name of an instance that is gone. */
export const announce = `select set_config('application_name', concat_ws(' ', '${prefix}', $1::text, $2::text, $3::text,
    extract(epoch from clock_timestamp())::bigint), false)`

export const announced = `select application_name as name, extract(epoch from clock_timestamp())::float as now from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like '${prefix} %'`

export const wordsOf = ({ startedAt, files, redis }: Announcement): string[] => [startedAt, files, redis]

export function announcementsIn(rows: readonly { name: string; now: number }[]): Announcement[] {
  return rows.flatMap(({ name, now }) => {
    const [, startedAt = '', files = unknown, redis = unknown, at = '0'] = name.split(' ')
    return now - Number(at) <= freshSeconds ? [{ startedAt, files, redis }] : []
  })
}

/** The stores that are not those of all the others. */
export function differing(own: StoreIds, others: readonly StoreIds[]): StoreName[] {
  const isKnown = (id: string) => id !== unknown
  return (Object.keys(storeNames) as StoreName[]).filter(
    (store) => isKnown(own[store]) && others.some((other) => isKnown(other[store]) && other[store] !== own[store]),
  )
}

export const whatToDo: Record<StoreName, string> = {
  files: 'Give all instances one store: the same folder as DATA_DIR/files, or the same S3_BUCKET and S3_PREFIX.',
  redis: 'Set the same REDIS_URL for all instances, or for none.',
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
