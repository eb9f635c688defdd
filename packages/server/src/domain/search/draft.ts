import type { Statement, Value } from '../../db/database.ts'

/** A statement under construction: its text holds `$1`, `$2`, … and never a value. */
export type Draft = {
  /** Adds a value and answers its place in the text. */
  bind(value: Value): string
  statement<Row>(text: string): { statement: Statement<Row>; values: Value[] }
}

export function newDraft(): Draft {
  const values: Value[] = []
  return {
    bind: (value) => `$${values.push(value)}`,
    // Without a name: conditions combine to thousands of texts, and a server keeps every named one for as long as its connection lives.
    statement: (text) => ({ statement: { name: '', text }, values }),
  }
}
