import type { Duplex } from 'node:stream'
import type { PoolClient } from 'pg'
import { isOutdated, isReadOnly } from './failures.ts'
import { isDiskFull } from './full-disk.ts'
import { encodeValue, parserOf, type Value } from './values.ts'

/**
 * Pipelined statements: those that are waiting are sent in one packet with one Sync; those that come before its answer are sent with the
 * next. `pg` sends one Sync per statement, describes its columns each time and copies its settings: that was a third of the CPU of a
 * mutation, on both sides (docs/decisions/driver.md). Like the cursors of `pg`, a pipelined query is a query of our own that `pg` submits
 * and passes the answers to.
 */
export type Pipeline = { ask(statement: { name: string; text: string }, values: readonly Value[]): Promise<Result> }

/** `rowCount`: rows read or written. `command`: what PostgreSQL says that it did, such as `COMMIT`. */
export type Result = { rows: unknown[]; rowCount: number; command: string }

type PendingStatement = {
  statement: { name: string; text: string }
  values: readonly Value[]
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Callbacks with the times of the database. */
export type QueryObserver = {
  /** A query waited this long for a connection. */
  waited(tookMs: number): void
  /** A pipelined query, from its packet to its last answer. */
  completed(tookMs: number): void
  /** PostgreSQL has refused a write because its disk is full. */
  full?(): void
  /** 0: `slow` is never called. */
  slowAfterMs: number
  /** A pipelined query took longer. PostgreSQL answers its statements together, so it is unknown which of them was slow. */
  slow(statements: readonly { name: string; text: string }[], tookMs: number): void
}

type Column = { name: string; parse(text: string): unknown }

/** A statement as one connection knows it. Columns are known after the first answer; `lost`: it is unknown whether it has been parsed. */
type Prepared = { columns: readonly Column[] | undefined; lost: boolean }

/** The part of `pg`'s connection that its own queries and cursors use too. */
type Connection = {
  stream: Duplex
  parse(query: { name: string; text: string }): void
  bind(config: { statement: string; values: readonly unknown[]; valueMapper(value: Value | undefined): string | Buffer | null }): void
  describe(what: { type: 'P'; name: '' }): void
  execute(config: object): void
  close(what: { type: 'S'; name: string }): void
  sync(): void
}

const pipelines = new WeakMap<PoolClient, Pipeline>()

/** The only pipeline of a connection; it tracks the statements that the connection has prepared. */
export function pipelineOf(client: PoolClient, observer: QueryObserver | null): Pipeline {
  const known = pipelines.get(client)
  if (known) return known
  const pipeline = createPipeline(client, observer)
  pipelines.set(client, pipeline)
  return pipeline
}

function createPipeline(client: PoolClient, observer: QueryObserver | null): Pipeline {
  const prepared = new Map<string, Prepared>()
  let waiting: PendingStatement[] = []
  let state: 'idle' | 'scheduled' | 'sent' = 'idle'

  function sendSoon(): void {
    if (state !== 'idle' || waiting.length === 0) return
    state = 'scheduled'
    process.nextTick(send)
  }

  function send(): void {
    const statements = waiting
    waiting = []
    state = 'sent'
    client.query(
      createPipelinedQuery({ statements, prepared, observer }, () => {
        state = 'idle'
        sendSoon()
      }) as never,
    )
  }

  return {
    ask: (statement, values) =>
      new Promise((resolve, reject) => {
        waiting.push({ statement, values, resolve, reject })
        sendSoon()
      }),
  }
}

type PipelinedQuery = { statements: readonly PendingStatement[]; prepared: Map<string, Prepared>; observer: QueryObserver | null }

/** A query in the sense of `pg`, which calls all of these, and wraps `callback` in its time-out. */
function createPipelinedQuery({ statements, prepared, observer }: PipelinedQuery, onCompleted: () => void) {
  const results: Result[] = []
  let columns: readonly Column[] | undefined
  let rows: unknown[] = []
  let stream: Duplex | undefined
  let completed = false
  let sentMs = 0

  return {
    callback: complete,
    submit(connection: Connection) {
      if (observer) sentMs = performance.now()
      stream = connection.stream
      stream.cork()
      for (const { statement, values } of statements) submitStatement(connection, prepared, statement, values)
      connection.sync()
      stream.uncork()
      columns = prepared.get(statements[0]?.statement.name ?? '')?.columns
      return null
    },
    handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
      columns = fields.map(({ name, dataTypeID }) => ({ name: camelCaseOf(name), parse: parserOf(dataTypeID) }))
    },
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      rows.push(rowOf(columns ?? [], fields))
    },
    handleCommandComplete({ text }: { text: string }) {
      const at = statements[results.length]
      const own = at && prepared.get(at.statement.name)
      if (own) own.columns ??= columns ?? []
      results.push({ rows, ...completionOf(text) })
      rows = []
      columns = prepared.get(statements[results.length]?.statement.name ?? '')?.columns
    },
    handleReadyForQuery() {
      this.callback(null)
    },
    handleError(error: unknown) {
      this.callback(error)
    },
    handleEmptyQuery() {},
    handlePortalSuspended() {},
  }

  /** Those before the failed statement have their results; the server has passed over those behind it. */
  function complete(error: unknown): void {
    if (completed) return
    completed = true
    reportDuration()
    if (error) forgetUnanswered()
    if (isOutdated(error)) forgetAll()
    if (isDiskFull(error)) observer?.full?.()
    // Silence, not an answer: what else comes on this connection cannot be told apart any more.
    if (error && !isAnswer(error)) stream?.destroy()
    if (isReadOnly(error)) stream?.destroy()
    onCompleted()
    for (const [at, { resolve, reject }] of statements.entries()) {
      const result = results[at]
      if (result) resolve(result)
      else reject(error)
    }
  }

  function reportDuration(): void {
    // 0 = it was never sent.
    if (!observer || sentMs === 0) return
    const tookMs = performance.now() - sentMs
    observer.completed(tookMs)
    if (observer.slowAfterMs === 0 || tookMs <= observer.slowAfterMs) return
    observer.slow(
      statements.map(({ statement }) => statement),
      tookMs,
    )
  }

  function forgetUnanswered(): void {
    for (const { statement } of statements.slice(results.length)) {
      const own = prepared.get(statement.name)
      if (own && !own.columns) own.lost = true
    }
  }

  /** Called when one prepared statement is out of date: others may be too. */
  function forgetAll(): void {
    for (const own of prepared.values()) {
      own.columns = undefined
      own.lost = true
    }
  }
}

function submitStatement(
  connection: Connection,
  prepared: Map<string, Prepared>,
  statement: PendingStatement['statement'],
  values: readonly Value[],
) {
  const known = statement.name === '' ? undefined : prepared.get(statement.name)
  if (known?.lost) connection.close({ type: 'S', name: statement.name })
  if (!known || known.lost) {
    connection.parse(statement)
    if (statement.name !== '') prepared.set(statement.name, { columns: undefined, lost: false })
  }
  connection.bind({ statement: statement.name, values, valueMapper: encodeValue })
  if (!known?.columns) connection.describe({ type: 'P', name: '' })
  connection.execute({})
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [at, { name, parse }] of columns.entries()) {
    const text = fields[at]
    row[name] = text === null || text === undefined ? null : parse(text)
  }
  return row
}

/** `board_id` → `boardId`: SQL keeps its names, the code has its own. */
const camelCaseOf = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase())

/** `INSERT 0 5`, `UPDATE 3`, `SELECT 1`, `COMMIT`. */
function completionOf(text: string): { command: string; rowCount: number } {
  const [command = '', ...counts] = text.split(' ')
  return { command, rowCount: Number(counts.at(-1) ?? 0) }
}

/** An error that PostgreSQL has answered with, after which the connection goes on. */
const isAnswer = (error: unknown): boolean => error instanceof Error && 'severity' in error
