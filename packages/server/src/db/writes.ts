import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type RowsStatement, sendAll, sqlOfRows } from './coalesced.ts'
import { type Bound, type Statement, sql, type Transaction } from './database.ts'
import { encode, nameInSql, type Takes, typeOf, type ValuesOf } from './parameters.ts'

/**
 * Writes whose values have names and types (docs/decisions/tables.md). Text and order of the parameters are fixed when the module loads,
 * and the statement is prepared like any other: `tx.send(renameList({ boardId, id, name }))`.
 */
export type Write<Values extends object, Row = unknown> = {
  (values: Values): Bound<Row>
  readonly statement: Statement<Row>
  /** In the order of the values. */
  readonly names: readonly string[]
}

/** Writes one row, or many at once: see `sendRows`. */
export type WriteOfRows<Values extends object, Row = unknown> = Write<Values, Row> & { readonly statement: RowsStatement }

/**
 * Declares that `write` creates or changes one card and its own rows. It changes nothing in the loaded row of another card, and of a list only
 * the last rank. Such writes of different cards may be reordered, and the loaded rows of other cards stay valid (`coalesce`). `key` names the
 * value with the card's id.
 */
export function ofOneCard<Values extends object, Row>(
  write: WriteOfRows<Values, Row>,
  key: keyof Values & string,
): WriteOfRows<Values, Row> {
  const statement = { ...write.statement, cardAt: write.names.indexOf(key) }
  const bind = (values: Values): Bound<Row> => ({ ...write(values), statement })
  return Object.assign(bind, { statement, names: write.names })
}

/** Sends rows as one statement; none for an empty list. `onWritten` is called with the number of rows written. */
export function sendRows<Values extends object>(
  tx: Pick<Transaction, 'send'>,
  write: WriteOfRows<Values>,
  rows: readonly Values[],
  onWritten?: (rows: number) => void,
): void {
  if (rows.length === 0) return
  const listed = rows.map((row) => write(row).values)
  sendAll(tx, write.statement, listed, onWritten)
}

/** `text` gets a parameter for each of the names; `_row` says what a `returning` in it answers. */
export function write<const T extends Takes, Row = unknown>(
  takes: T,
  text: (parameter: { readonly [Name in keyof T]: string }) => string,
  _row?: Returned<Row>,
): Write<ValuesOf<T>, Row> {
  const entries = Object.entries(takes)
  const parameters = Object.fromEntries(entries.map(([name, taken], at) => [name, `$${at + 1}::${typeOf(taken)}`]))
  return bindTo(sql<Row>(text(parameters as never)), takes)
}

type Returned<Row> = { readonly row?: Row }

/** The type of the rows that a `write` returns: TypeScript infers either all the types of a call or none. */
export const returning = <Row>(): Returned<Row> => ({})

/** `text` gets a list of rows with a column for each of the names. */
export function writeRows<const T extends Takes, Row = unknown>(takes: T, text: (rows: string) => string): WriteOfRows<ValuesOf<T>, Row> {
  const columns = Object.fromEntries(Object.entries(takes).map(([name, taken]) => [nameInSql(name), typeOf(taken)]))
  const statement = sqlOfRows(columns, text)
  return Object.assign(bindTo<Row, T>(statement as Statement<Row>, takes), { statement })
}

/** Columns that are not named take their defaults. `conflict` is the end of the statement, such as `on conflict do nothing returning *`. */
export function insertInto<T extends PgTable, Name extends ColumnName<T>, Row = unknown>(
  table: T,
  names: readonly Name[],
  conflict = '',
  _row?: Returned<Row>,
) {
  const takes = pick(table, names)
  const columns = columnList(takes)
  const inserting = (rows: string) => `insert into ${getTableName(table)} (${columns}) select ${columns} from ${rows} ${conflict}`
  return writeRows<typeof takes, Row>(takes, inserting)
}

/** Sets `set` of the rows whose `key` is as given. */
export function update<T extends PgTable, Key extends ColumnName<T>, Name extends ColumnName<T>>(
  table: T,
  { key, set }: { key: readonly Key[]; set: readonly Name[] },
): Write<ValuesOf<Pick<ColumnsOf<T>, Key | Name>>> {
  const takes = { ...pick(table, key), ...pick(table, set) } as Pick<ColumnsOf<T>, Key | Name>
  return write(takes, (parameter) => {
    const equal = (name: Key | Name) => `${takes[name].name} = ${parameter[name]}`
    return `update ${getTableName(table)} set ${set.map(equal).join(', ')} where ${key.map(equal).join(' and ')}`
  })
}

/** Deletes the rows whose columns are as given. */
export function deleteFrom<T extends PgTable, Key extends ColumnName<T>>(
  table: T,
  { key }: { key: readonly Key[] },
): Write<ValuesOf<Pick<ColumnsOf<T>, Key>>> {
  const takes = pick(table, key)
  return write(takes, (given) => {
    const equal = (name: Key) => `${takes[name].name} = ${given[name]}`
    return `delete from ${getTableName(table)} where ${key.map(equal).join(' and ')}`
  })
}

type ColumnsOf<T extends PgTable> = { readonly [Name in ColumnName<T>]: Extract<T['_']['columns'][Name], PgColumn> }
type ColumnName<T extends PgTable> = keyof T['_']['columns'] & string

/** Some of a table's columns, for `write`. */
export function pick<T extends PgTable, const Names extends readonly ColumnName<T>[]>(
  table: T,
  names: Names,
): Pick<ColumnsOf<T>, Names[number]> {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as unknown as Pick<ColumnsOf<T>, Names[number]>
}

/** Columns as SQL lists them: `board_id, id`, or `t.board_id, t.id` of an alias. */
export const columnList = (columns: Readonly<Record<string, PgColumn>>, alias?: string): string =>
  Object.values(columns)
    .map(({ name }) => (alias === undefined ? name : `${alias}.${name}`))
    .join(', ')

function bindTo<Row, T extends Takes>(statement: Statement<Row>, takes: T): Write<ValuesOf<T>, Row> {
  const entries = Object.entries(takes)
  const bind = (values: ValuesOf<T>): Bound<Row> => ({ statement, values: entries.map(([name, taken]) => encode(taken, values[name])) })
  return Object.assign(bind, { statement, names: entries.map(([name]) => name) })
}
