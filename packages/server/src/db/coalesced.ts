import { bound, type Query, type Statement, sql, type Transaction } from './database.ts'
import { isListType } from './parameters.ts'
import type { Element, Value } from './values.ts'

/**
 * A read of at most one row that many may ask at the same moment, then as one statement: `types` are those of its parameters. Starting a
 * statement costs PostgreSQL more than reading a row (docs/decisions/batching.md).
 */
export function sqlForEach<Row>(types: readonly string[], text: string): Statement<Row> {
  const lists = types.map((type, at) => `$${at + 1}::${type}[]`)
  const names = types.map((_, at) => `p${at + 1}`)
  const each = text.replaceAll(/\$(\d+)/g, (_, number) => `asked.p${number}`)
  // With `offset 0` each stays a lookup of its own; as a join, the planner may choose to walk a table for all of them.
  const forAll = sql<Row & Placed>(`select asked.place::int, found.*
    from unnest(${lists}) with ordinality asked(${names}, place), lateral (${each} offset 0) found`)
  return { ...sql<Row>(text), forAll }
}

type Placed = { place: number }

export type RowsStatement = Statement<unknown> & Required<Pick<Statement<unknown>, 'ofRows'>>
const isOfRows = (statement: Statement<unknown>): statement is RowsStatement => statement.ofRows !== undefined

/**
 * A write of a row, of which many may be written at once: `columns` with their types are what `rows` has. One alone is not worth its
 * lists: taking them apart costs a mutation that has the service for itself a tenth of its CPU in the database.
 */
export function sqlOfRows(columns: Readonly<Record<string, string>>, write: (rows: string) => string): RowsStatement {
  const values = Object.entries(columns).map(([name, type], at) => `$${at + 1}::${type} as ${name}`)
  return { ...sql(write(`(select ${values}) rows`)), ofRows: sql(write(manyRows(Object.entries(columns)))) }
}

/** Values that are lists travel as texts: a list of lists would have to be a rectangle. */
function manyRows(columns: readonly (readonly [string, string])[]): string {
  const names = columns.map(([name]) => name)
  const lists = columns.map(([, type], at) => `$${at + 1}::${isListType(type) ? 'text' : type}[]`)
  if (!columns.some(([, type]) => isListType(type))) return `unnest(${lists}) rows(${names})`
  const values = columns.map(([name, type]) => (isListType(type) ? `${name}::${type}` : name))
  return `(select ${values} from unnest(${lists}) listed(${names})) rows`
}

type PendingRead = { values: readonly Value[]; resolve(row: unknown): void; reject(error: unknown): void }
type PendingWrite = { statement: RowsStatement; rows: (readonly Value[])[]; cards: Set<Value> }
/** Indexes in the held writes of a board: `any` = its last write; `fixed` = its last write that later writes must not overtake. */
type LastOf = { any: number; fixed: number }

/** Whether the board's writes so far may have changed the row of a card; null stands for a card that does not exist yet. */
type HasTouched = (cardId: string | null) => boolean

export type CoalescedTransaction = {
  /** The transaction as one board's mutations see it; its count of writes is theirs alone. */
  on(boardId: string): Transaction & { hasTouched: HasTouched }
  /** Sends the writes that wait for more of their kind. */
  flush(): void
}

/**
 * Holds reads back until all running mutations have sent theirs, and writes until their board sends anything else: what the mutations of several
 * boards have in common then goes out as one statement. Statements of one board keep their order, except writes of one card each
 * (`ofOneCard`) on different cards.
 */
export function coalesce(tx: Transaction): CoalescedTransaction {
  const reads = new Map<Statement<unknown>, PendingRead[]>()
  let writes: PendingWrite[] = []
  let lastOf = new Map<string, LastOf>()

  function readSoon(statement: Statement<unknown>, values: readonly Value[]): Promise<unknown> {
    if (reads.size === 0) queueMicrotask(readAll)
    return new Promise((resolve, reject) => {
      const pending = reads.get(statement) ?? []
      reads.set(statement, pending)
      pending.push({ values, resolve, reject })
    })
  }

  function readAll(): void {
    const held = [...reads]
    reads.clear()
    for (const [statement, pending] of held) void answer(tx, statement, pending)
  }

  function hold(boardId: string, statement: RowsStatement, values: readonly Value[]): void {
    const last = lastOf.get(boardId) ?? { any: 0, fixed: 0 }
    const card = statement.cardAt === undefined ? undefined : values[statement.cardAt]
    // The writes of a card keep their order, and one statement changes a row once.
    const ofCard = card === undefined ? -1 : writes.findLastIndex((write) => write.cards.has(card))
    const earliest = card === undefined ? last.any : Math.max(last.fixed, ofCard + 1)
    const found = writes.findIndex((write, at) => at >= earliest && write.statement === statement)
    const at = found < 0 ? writes.push({ statement, rows: [], cards: new Set() }) - 1 : found
    writes[at]?.rows.push(values)
    if (card !== undefined) writes[at]?.cards.add(card)
    lastOf.set(boardId, { any: Math.max(last.any, at), fixed: card === undefined ? at : last.fixed })
  }

  function flush(): void {
    const held = writes
    writes = []
    lastOf = new Map()
    for (const { statement, rows } of held) sendAll(tx, statement, rows)
  }

  return {
    flush,
    on(boardId) {
      const inOrder = () => {
        if (lastOf.has(boardId)) flush()
      }
      const touched = new Set<Value | undefined>()
      let touchedAnything = false
      // A read that writes too, by `returning` or in a `with`, does not say which cards.
      const noteWritesOf = ({ text }: Statement<unknown>) => {
        if (!/^\s*select\s/i.test(text)) touchedAnything = true
      }
      const own: Transaction & { writes: number; hasTouched: HasTouched } = {
        failure: undefined,
        writes: 0,
        hasTouched: (cardId) => touchedAnything || touched.has(cardId),
        commit: tx.commit,
        rollback: tx.rollback,
        rows(query, values) {
          noteWritesOf(bound(query, values).statement)
          inOrder()
          return tx.rows(query, values)
        },
        row<Row>(query: Query<Row>, given?: readonly Value[]) {
          const { statement, values } = bound(query, given)
          noteWritesOf(statement)
          inOrder()
          return statement.forAll ? (readSoon(statement, values) as Promise<Row | undefined>) : tx.row(statement, values)
        },
        send(query, given, onWritten) {
          const { statement, values } = bound(query, given)
          own.writes += 1
          if (statement.cardAt === undefined) touchedAnything = true
          else touched.add(values[statement.cardAt])
          if (isOfRows(statement) && !onWritten) return hold(boardId, statement, values)
          inOrder()
          tx.send(statement, values, onWritten)
        },
      }
      return own
    },
  }
}

/** Never rejects: the caller gets the error. */
async function answer(tx: Transaction, statement: Statement<unknown>, pending: readonly PendingRead[]): Promise<void> {
  try {
    const found = await rowsFor(tx, statement, pending)
    for (const [at, { resolve }] of pending.entries()) resolve(found.get(at + 1))
  } catch (error) {
    for (const { reject } of pending) reject(error)
  }
}

async function rowsFor(tx: Transaction, statement: Statement<unknown>, pending: readonly PendingRead[]): Promise<Map<number, unknown>> {
  const [first, ...more] = pending
  if (!statement.forAll || !first || more.length === 0) return new Map([[1, await tx.row(statement, first?.values)]])
  const rows = await tx.rows(statement.forAll, columnsOf(pending.map(({ values }) => values)))
  return new Map(rows.map(({ place, ...row }) => [place, row]))
}

/** Sends rows, of which there is at least one, as one write. */
export function sendAll(
  tx: Pick<Transaction, 'send'>,
  statement: RowsStatement,
  rows: readonly (readonly Value[])[],
  onWritten?: (rows: number) => void,
): void {
  const [lone] = rows
  if (lone && rows.length === 1) tx.send(statement, lone, onWritten)
  else tx.send(statement.ofRows, columnsOf(rows), onWritten)
}

/** Rows of single values as one list per column. */
function columnsOf(rows: readonly (readonly Value[])[]): Value[] {
  return (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] as Element))
}
