/**
 * SQL: the row of a table by its id, read for each row before it, whatever the statistics say. `offset 0` keeps PostgreSQL from reading this
 * table first: before the first `analyze` it takes the open cards of all boards for a handful, and reads them all.
 */
export const byId = (table: string, id: string, as: string): string =>
  `cross join lateral (select * from ${table} where id = ${id} offset 0) ${as}`
