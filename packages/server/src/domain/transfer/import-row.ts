import type { BoardImport, Scope } from '@tandem/contract'

export type ImportRow = {
  id: string
  actorId: string
  state: BoardImport['state']
  filename: string
  sizeBytes: number
  name: string | null
  fileKey: string | null
  mayAddMembers: boolean
  /** The scopes of the credential; null = unrestricted. */
  scopes: Scope[] | null
  /** Counts every claim: a write with an older number is refused. */
  attempts: number
  failures: number
  boardId: string | null
  done: number
  total: number | null
  report: BoardImport['report']
  createdAt: string
  finishedAt: string | null
}

/** Until it is done the board has no members, and may be deleted. */
export function importOnWire(row: ImportRow): BoardImport {
  return {
    importId: row.id,
    filename: row.filename,
    state: row.state,
    done: row.done,
    total: row.total,
    boardId: row.state === 'done' ? row.boardId : null,
    report: row.report,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  }
}
