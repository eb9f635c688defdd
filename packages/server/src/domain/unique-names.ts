import type { TandemError } from '@tandem/contract'
import { type Reader, sql } from '../db/database.ts'

type Refusals = { taken(name: string, id: string): TandemError; full(): TandemError }

/** Refuses a name that another row of the board has, ignoring case, and a new row when the board has `most` of them. */
export function createNameCheck(table: 'labels' | 'fields', most: number, { taken, full }: Refusals) {
  const sameName = sql<{ id: string | null; count: number }>(
    `select same.id, n.count from (select count(*) as count from ${table} where board_id = $1) n
  left join ${table} same on same.board_id = $1 and lower(same.name) = lower($2) and same.id is distinct from $3::uuid`,
  )
  /** `ownId` = the row that is renamed, or null for a new one. */
  return async (tx: Reader & { board: { id: string } }, name: string, ownId: string | null): Promise<void> => {
    const found = await tx.row(sameName, [tx.board.id, name, ownId])
    if (found?.id) throw taken(name, found.id)
    if (ownId === null && (found?.count ?? 0) >= most) throw full()
  }
}
