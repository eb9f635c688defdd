import type { BoardImport } from '@tandem/contract'

export type ImportRow = {
  id: string
  actor_id: string
  state: BoardImport['state']
  filename: string
  size_bytes: number
  name: string | null
  file_key: string | null
  may_add_members: boolean
  /** Counts every claim: the fence. */
  attempts: number
  failures: number
  board_id: string | null
  done: number
  total: number | null
  report: BoardImport['report']
  created_at: string
  finished_at: string | null
}

/** Until it is done the board is nobody's, and may yet be thrown away. */
export function importOnWire(row: ImportRow): BoardImport {
  return {
    ...{
      importId: row.id,
      filename: row.filename,
      state: row.state,
      done: row.done,
      total: row.total,
      boardId: row.state === 'done' ? row.board_id : null,
    },
    ...{ report: row.report, createdAt: row.created_at, finishedAt: row.finished_at },
  }
}
