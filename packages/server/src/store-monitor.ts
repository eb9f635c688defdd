import type pg from 'pg'
import type { Logger } from 'pino'
import type { ConnectionTarget } from './db/database.ts'
import { connectClient, endIfSilent } from './db/servers/servers.ts'
import type { FileStore } from './files/store.ts'
import type { Clock } from './kernel/common/clock.ts'
import { createPoller } from './kernel/common/poller.ts'
import type { Redis } from './redis/redis.ts'
import * as stores from './shared-stores.ts'

/** Detects that the stores of this instance differ from those of the instances that already run. */
export type StoreMonitor = {
  /** The problem and its remedy, or null. */
  trouble(): string | null
  start(): Promise<void>
  stop(): Promise<void>
}

type Deps = { target: ConnectionTarget; store: FileStore; redis: Redis | undefined; clock: Clock; log: Logger }

const everyMs = 5_000

/** The younger instance becomes unready: a misconfigured new one does not affect the others. */
export function createStoreMonitor({ target, store, redis, clock, log }: Deps): StoreMonitor {
  const startedAt = clock.now().toString(36)
  let client: pg.Client | undefined
  let suspected: readonly string[] = []
  let trouble: string | null = null
  const poller = createPoller({ clock, log }, { name: 'stores', everyMs, poll, trouble: 'the stores of other instances are not known' })

  return {
    trouble: () => trouble,
    async start() {
      await poll().catch((error: unknown) => log.debug({ err: error }, 'the stores of other instances are not known yet'))
      poller.start()
    },
    async stop() {
      await poller.stop()
      await client?.end().catch(() => {})
    },
  }

  async function poll(): Promise<void> {
    const own = { startedAt, files: await stores.filesIdOf(store, true).catch(() => stores.unknown), redis: await redisId() }
    const rows = await announce(own).catch((error: unknown) => {
      endIfSilent(client, error)
      throw error
    })
    const older = stores.announcementsIn(rows).filter((other) => other.startedAt < startedAt)
    const differing = stores.differing(own, older)
    // Only differences that two polls in a row found: an id may be new, and not yet read by all instances.
    conclude(differing.filter((name) => suspected.includes(name)))
    suspected = differing
  }

  async function announce(own: Parameters<typeof stores.wordsOf>[0]) {
    const connection = await connected()
    await connection.query(stores.announce, stores.wordsOf(own))
    return (await connection.query<{ name: string; now: number }>(stores.announced)).rows
  }

  function conclude(differing: ReturnType<typeof stores.differing>): void {
    const before = trouble
    trouble =
      differing.length === 0
        ? null
        : differing
            .map((name) => `${stores.storeNames[name]}: not shared with the instances that run already. ${stores.whatToDo[name]}`)
            .join(' ')
    if (trouble === before) return
    if (trouble === null) log.info('all instances share their stores')
    else log.error({ stores: differing }, trouble)
  }

  async function redisId(): Promise<string> {
    if (!redis) return stores.none
    return (await redis.ask((commands) => stores.redisIdOf((...words) => commands.send(...words)))) ?? stores.unknown
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const fresh = await connectClient(target, { keepAlive: true, connectionTimeoutMillis: 3_000, query_timeout: 5_000 })
    fresh.once('end', () => {
      if (client === fresh) client = undefined
    })
    client = fresh
    return fresh
  }
}
