import { bound, type Query, type Statement, type Transaction, type Value } from '../db/database.ts'

/** A read of at most one row that a mutation will ask for, known from its input: it travels with the load of the target. */
export type Prefetch = { statement: Statement<unknown>; values: readonly Value[] }

/** What was prefetched, with its row. */
export type Prefetched = Prefetch & { row: unknown }

/** Answers the prefetched read with its row, once, and only while nothing has been sent since. */
export function withPrefetched(tx: Transaction, prefetched: Prefetched | undefined): Transaction {
  if (!prefetched) return tx
  let isFresh = true
  return {
    ...tx,
    async row<Row>(query: Query<Row>, given?: readonly Value[]) {
      const { statement, values } = bound(query, given)
      const isIt = isFresh && statement === prefetched.statement && values.every((value, at) => value === prefetched.values[at])
      if (!isIt) return tx.row(statement, values)
      isFresh = false
      return prefetched.row as Row | undefined
    },
    send(query, values, onWritten) {
      isFresh = false
      tx.send(query, values, onWritten)
    },
  }
}
