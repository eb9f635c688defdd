import { bound, type Query, type Statement, type Transaction, type Value } from '../db/database.ts'
import type { BoardHead } from './mutation.ts'

/** A read of at most one row that a mutation will ask for, known from its input: it travels with the load of the target. */
export type Prefetch = {
  statement: Statement<unknown>
  values: readonly Value[]
  /** Returns the row adjusted for cards that were moved or created since it was read. Without this, the row is read again. */
  afterMoves?(row: unknown, board: BoardHead): unknown
}

/** A read that was prefetched, with its row. */
export type Prefetched = Prefetch & { row: unknown }

/** Answers each prefetched read with its row, once, and only while nothing has been sent since. */
export function withPrefetched(tx: Transaction, prefetched: readonly Prefetched[]): Transaction {
  if (prefetched.length === 0) return tx
  let fresh = [...prefetched]
  return {
    ...tx,
    async row<Row>(query: Query<Row>, given?: readonly Value[]) {
      const { statement, values } = bound(query, given)
      const found = fresh.find((read) => statement === read.statement && values.every((value, at) => value === read.values[at]))
      if (!found) return tx.row(statement, values)
      fresh = fresh.filter((read) => read !== found)
      return found.row as Row | undefined
    },
    send(query, values, onWritten) {
      fresh = []
      tx.send(query, values, onWritten)
    },
  }
}
