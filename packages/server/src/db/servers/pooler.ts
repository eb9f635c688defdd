import type pg from 'pg'
import type { ConnectionTarget } from '../database.ts'
import { connectClient } from './servers.ts'

/** Who serves a connection: PostgreSQL itself, or a pooler in between, which keeps one of its own for a whole session or a transaction. */
export type Pooling = 'none' | 'session' | 'transaction'

/** Other programs may use the pooler at the same moment, and take the connection that would give it away. */
const tries = 5
const longestAnswerMs = 5_000

/** Compares backends, since no pooler says what it is to those that it serves. `client` is a connection to `target`. */
export async function poolingOf(client: pg.Client, target: ConnectionTarget): Promise<Pooling> {
  if ((await backendOf(client)) === announcedBackendOf(client)) return 'none'
  const other = await connectClient(target, { connectionTimeoutMillis: longestAnswerMs, query_timeout: longestAnswerMs }).catch(() => null)
  // Where sessions keep their connections, a full pooler has none for another one.
  if (!other) return 'session'
  try {
    for (let tried = 0; tried < tries; tried++) {
      // Two sessions at once are never on one backend.
      const [own, its] = [await backendOf(client), await backendOf(other).catch(() => undefined)]
      if (its === undefined) return 'session'
      if (own === its) return 'transaction'
    }
    return 'session'
  } finally {
    await other.end()
  }
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** What the other end called its process when the connection began; a pooler makes a number up. `pg` has no type for it. */
const announcedBackendOf = (client: pg.Client): unknown => Reflect.get(client, 'processID')
