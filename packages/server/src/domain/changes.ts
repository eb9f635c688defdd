/** The difference that an update makes: `columns` to write, `payload` for the log (new values, and `previous`). */
export type Changes<Row> = { columns: Partial<Row>; payload: Record<string, unknown> & { previous: Record<string, unknown> } }

/** Null when nothing changes. Columns are snake_case, the payload is camelCase. */
export function changes<Row extends object>(before: Row, wanted: { [K in keyof Row]?: Row[K] | undefined }): Changes<Row> | null {
  const columns: Partial<Row> = {}
  const now: Record<string, unknown> = {}
  const previous: Record<string, unknown> = {}
  for (const column of Object.keys(wanted) as (keyof Row & string)[]) {
    const value = wanted[column]
    if (value === undefined || value === before[column]) continue
    columns[column] = value
    now[column] = value
    previous[column] = before[column]
  }
  return Object.keys(now).length === 0 ? null : { columns, payload: { ...now, previous } }
}
