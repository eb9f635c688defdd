import { createHash } from 'node:crypto'
import pg from 'pg'
import { isOutdated } from './failures.ts'
import { pipelineOf, type QueryObserver } from './pipeline.ts'
import type { Pooling } from './servers/pooler.ts'
import { type Servers, serversOf } from './servers/servers.ts'
import { parserOf, type Value } from './values.ts'

export type { QueryObserver } from './pipeline.ts'
export type { Value } from './values.ts'

/** A prepared statement: PostgreSQL plans it once per connection and finds it again by name. */
export type Statement<Row> = {
  readonly name: string
  readonly text: string
  readonly row?: Row
  /** The same read for many at once, each row with the `place` of its values. */
  readonly forAll?: Statement<Row & { place: number }>
  /** The same write for many rows, which takes a list in place of each value. */
  readonly ofRows?: Statement<unknown>
  /** The write changes one card and what hangs on it, nothing else: the place of the card's id among its values. */
  readonly cardAt?: number
}

/** A statement with its values. */
export type Bound<Row = unknown> = { readonly statement: Statement<Row>; readonly values: readonly Value[] }

/** `values` are those of a statement that is not bound. */
export type Query<Row = unknown> = Statement<Row> | Bound<Row>

export const bound = <Row>(query: Query<Row>, values: readonly Value[] = []): Bound<Row> =>
  'statement' in query ? query : { statement: query, values }

/** Reads from the database, as handlers may use it. */
export type Reader = {
  rows<Row>(query: Query<Row>, values?: readonly Value[]): Promise<Row[]>
  row<Row>(query: Query<Row>, values?: readonly Value[]): Promise<Row | undefined>
}

export type Transaction = Reader & {
  /**
   * Sends a write without waiting for it. Its failure fails the transaction, at the latest at the commit; `onWritten` is called before the
   * commit with the number of rows written.
   */
  send(query: Query, values?: readonly Value[], onWritten?: (rows: number) => void): void
  /** The first failure of something sent: what really went wrong when later statements only say that the transaction is aborted. */
  readonly failure: unknown
  /** How many writes were sent. */
  readonly writes: number
  /** Throws when the transaction did not commit. */
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Reads outside of a transaction. */
export type PooledReader = Reader & {
  /**
   * Reads on one connection: what `read` asks before it waits leaves as one packet. Each statement has a snapshot of its own. `read` is called
   * again when a migration has changed its tables.
   */
  together<T>(read: (reader: Reader) => Promise<T>): Promise<T>
}

export type Database = PooledReader & {
  /** Begins without waiting: `begin` travels with the first statement. The caller ends it with commit or rollback. */
  begin(): Promise<Transaction>
  /** Reads several statements of one state of the database. */
  snapshot<T>(read: (reader: Reader) => Promise<T>): Promise<T>
  readonly pool: pg.Pool
  close(): Promise<void>
}

export type ConnectionTarget = { connectionString: string } | { host: string; port: number; user: string; database: string }

export function sql<Row = unknown>(text: string): Statement<Row> {
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text }
}

export const sessionSettings = [
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'TimeZone=UTC',
  'statement_timeout=5000',
  'lock_timeout=3000',
  'idle_in_transaction_session_timeout=10000',
]

export function openDatabase(
  target: ConnectionTarget,
  options: { poolSize: number; onError: (error: Error) => void; observer?: QueryObserver; pooling?: Pooling },
): Database {
  const { observer = null } = options
  const servers = serversOf(target)
  const pool = new pg.Pool({
    // The pool passes these options on to each client.
    Client: servers.Client,
    max: options.poolSize,
    connectionTimeoutMillis: 3_000,
    query_timeout: 8_000,
    idleTimeoutMillis: 30_000,
    ...settingsBy(options.pooling ?? 'none'),
    // The tests query the pool itself: values read the same there.
    types: { getTypeParser: parserOf },
  })
  let isClosing = false
  // The pool has ended before the server has heard of it from each connection: one that is cut off then is no loss.
  const onError = (error: Error) => isClosing || options.onError(error)
  pool.on('error', onError)
  // A connection that breaks while it is checked out fails its queries; without a listener it would end the process too.
  pool.on('connect', (client) => client.on('error', onError))
  const connect = () => connectionOf(pool, servers, observer)
  return {
    pool,
    rows: (query, values) => rowsOf(connect, observer, bound(query, values)),
    row: async (query, values) => (await rowsOf(connect, observer, bound(query, values)))[0],
    together: async (read) => togetherOn(await connect(), observer, read),
    begin: async () => transactionOn(await connect(), observer),
    snapshot: async (read) => snapshotOn(transactionOn(await connect(), observer, beginSnapshot), read),
    close: () => {
      isClosing = true
      return pool.end()
    },
  }
}

/** With the start of the connection, which takes no round trip. Poolers refuse such settings, or drop them. */
function settingsBy(pooling: Pooling): pg.PoolConfig {
  if (pooling === 'none') return { options: sessionSettings.map((setting) => `-c ${setting}`).join(' ') }
  const statements = sessionSettings.map((setting) => `set ${setting.replace('=', ' to ')}`).join('; ')
  return { verify: (client, done) => client.query(statements, done) }
}

/** Beyond this a request is not tried on another server, so that it is answered within its own limit. */
const longestSearchMs = 4_000

async function connectionOf(pool: pg.Pool, servers: Servers, observer: QueryObserver | null): Promise<pg.PoolClient> {
  const beganMs = performance.now()
  const client = await servers.inTurn(() => pool.connect(), longestSearchMs)
  observer?.waited(performance.now() - beganMs)
  return client
}

/** One statement on a connection of its own. */
const rowsOf = async <Row>(connect: () => Promise<pg.PoolClient>, observer: QueryObserver | null, query: Bound<Row>): Promise<Row[]> =>
  togetherOn(await connect(), observer, (reader) => reader.rows(query))

async function togetherOn<T>(client: pg.PoolClient, observer: QueryObserver | null, read: (reader: Reader) => Promise<T>): Promise<T> {
  const pipeline = pipelineOf(client, observer)
  const rows = async <Row>(query: Query<Row>, given?: readonly Value[]) => {
    const { statement, values } = bound(query, given)
    return (await pipeline.ask(statement, values)).rows as Row[]
  }
  const reader: Reader = { rows, row: async (query, values) => (await rows(query, values))[0] }
  try {
    const result = await read(reader).catch((error: unknown) => {
      if (!isOutdated(error)) throw error
      return read(reader)
    })
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

const [begin, beginSnapshot, commit, rollback] = [
  sql('begin'),
  sql('begin isolation level repeatable read read only'),
  sql('commit'),
  sql('rollback'),
]

function transactionOn(client: pg.PoolClient, observer: QueryObserver | null, beginStatement = begin): Transaction {
  const pipeline = pipelineOf(client, observer)
  const sent: Promise<unknown>[] = []
  const failures: unknown[] = []
  const keep = (promise: Promise<unknown>) => void sent.push(promise.catch((error) => failures.push(error)))
  let ending = false
  let ended = false
  let writes = 0
  /** Not after its end: another transaction may use the connection then, and the statement would run in it. */
  const within = ({ statement, values }: Bound) =>
    ending ? Promise.reject(new Error('this transaction is over')) : pipeline.ask(statement, values)
  const ask = async <Row>(query: Query<Row>, values?: readonly Value[]) => (await within(bound(query, values))).rows as Row[]
  keep(pipeline.ask(beginStatement, []))
  const end = (broken: boolean) => {
    if (ended) return
    ended = true
    client.release(broken)
  }
  return {
    get failure() {
      return failures[0]
    },
    get writes() {
      return writes
    },
    rows: ask,
    row: async (query, values) => (await ask(query, values))[0],
    send(query, values, onWritten) {
      writes += 1
      const written = within(bound(query, values))
      keep(onWritten ? written.then(({ rowCount }) => onWritten(rowCount)) : written)
    },
    async commit() {
      ending = true
      const committed = pipeline.ask(commit, [])
      keep(committed)
      await Promise.all(sent)
      if (failures.length > 0) {
        end(true)
        throw failures[0]
      }
      const { command } = await committed
      end(false)
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
      if (command !== 'COMMIT') throw new Error(`the transaction ended in ${command}`)
    },
    async rollback() {
      // The connection may be in other hands already, whose transaction this would end.
      if (ended) return
      ending = true
      const undone = pipeline.ask(rollback, []).then(
        () => end(false),
        () => end(true),
      )
      await Promise.all([...sent, undone])
    },
  }
}

async function snapshotOn<T>(tx: Transaction, read: (reader: Reader) => Promise<T>): Promise<T> {
  try {
    const result = await read(tx)
    await tx.commit()
    return result
  } catch (error) {
    await tx.rollback()
    throw tx.failure ?? error
  }
}
