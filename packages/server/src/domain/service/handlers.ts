import { setTimeout as sleep } from 'node:timers/promises'
import { refusal, TandemError } from '@tandem/contract'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Database, sql } from '../../db/database.ts'
import { readMigrations } from '../../db/migrate.ts'
import { answers, type Handlers } from '../../kernel/handlers.ts'

const longestPingMs = 1_000

const appliedMigrations = sql<{ name: string }>('select name from migrations order by name limit 10000')

type ReadinessDeps = {
  database: Database
  isDraining: () => boolean
  /** The reason why this instance cannot serve, or null. */
  troubleOf: () => string | null
}

/** Version and health endpoints, for load balancers and operators. Specification: decisions §6, reliability Q4. */
export function createServiceHandlers({ database, isDraining, troubleOf }: ReadinessDeps) {
  let needed: Promise<string[]> | undefined

  return {
    'service.version': answers(async () => ({ name: 'tandem', version: packageJson.version })),
    // Makes no query: a restart does not help a process that waits for its database.
    'service.live': answers(async () => ({ status: 'ok' as const })),
    'service.ready': answers(ready),
  } satisfies Pick<Handlers, 'service.version' | 'service.live' | 'service.ready'>

  async function ready() {
    if (isDraining()) throw refusal('shuttingDown', {}, soon)
    await requireCurrentSchema()
    const trouble = troubleOf()
    if (trouble !== null) throw new TandemError('unavailable', trouble, { reason: 'notReady', ...soon })
    return { status: 'ok' as const }
  }

  /** A newer instance may have migrated further already: this one serves on until it is replaced. */
  async function requireCurrentSchema(): Promise<void> {
    needed ??= readMigrations().then((migrations) => migrations.map(({ name }) => name))
    const [names, rows] = await Promise.all([needed, withinPing(database.rows(appliedMigrations))])
    const applied = new Set(rows.map(({ name }) => name))
    if (!names.every((name) => applied.has(name))) throw refusal('schemaOlder', {}, soon)
  }
}

async function withinPing<T>(answer: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const limit = sleep(longestPingMs, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw refusal('databaseSlow', {}, soon)
  })
  limit.catch(() => {})
  try {
    return await Promise.race([answer, limit])
  } finally {
    timer.abort()
  }
}

const soon = { retryAfterSeconds: 1 }
