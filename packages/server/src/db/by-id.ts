/**
 * SQL: the row of a table by its id, read for each row before it, whatever the statistics say. `offset 0` keeps PostgreSQL from reading this
 * table first: before the first `analyze` it takes the open cards of all boards for a handful, and reads them all.
 */
export const byId = (table: string, id: string, as: string): string =>
  `cross join lateral (select * from ${table} where id = ${id} offset 0) ${as}`

/**
 * SQL: an activity by its place in the log, null where there is none, whatever the statistics say. Bounds and an order instead of an
 * equation: before the first `analyze` every index that begins with the board looks alike, and PostgreSQL may choose to read its whole log.
 */
export const activityAt = (boardId: string, seq: string, as: string): string =>
  `left join lateral (
    select * from activities where board_id = ${boardId} and seq >= ${seq} and seq <= ${seq} order by seq limit 1
  ) ${as} on true`
