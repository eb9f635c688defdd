import { bound, type Query, type Reader, type Value } from '../../src/db/database.ts'

export type SentStatement = { text: string; values: readonly Value[] }

/** Reads by `reader`, and reports each statement before it is sent. */
export function reportingReader(reader: Reader, report: (statement: SentStatement) => void): Reader {
  const reportOf = <Row>(what: Query<Row>, given?: readonly Value[]) => {
    const { statement, values } = bound(what, given)
    report({ text: statement.text, values })
  }
  return {
    rows: (what, values) => (reportOf(what, values), reader.rows(what, values)),
    row: (what, values) => (reportOf(what, values), reader.row(what, values)),
  }
}
