import type { Statement, Transaction, Value } from '../db/database.ts'

/** A read of at most one row that a mutation will ask for, known from its input: it travels with the look at the target. */
export type Foreseen = { statement: Statement<unknown>; values: readonly Value[] }

/** What was foreseen, and the row that it found. */
export type Found = Foreseen & { row: unknown }

/** Answers the read that was foreseen with what it found, once, and only while nothing has been sent since. */
export function withForeseen(tx: Transaction, foreseen: Found | undefined): Transaction {
  if (!foreseen) return tx
  let isFresh = true
  return {
    ...tx,
    async row<Row>(statement: Statement<Row>, values: readonly Value[] = []) {
      const isIt = isFresh && statement === foreseen.statement && values.every((value, at) => value === foreseen.values[at])
      if (!isIt) return tx.row(statement, values)
      isFresh = false
      return foreseen.row as Row | undefined
    },
    send(statement, values, onWritten) {
      isFresh = false
      tx.send(statement, values, onWritten)
    },
  }
}
