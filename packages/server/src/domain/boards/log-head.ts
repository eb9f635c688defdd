import { chainStart, type LogHead } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { notFound } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'

/** How far the chain of hashes of a board goes. Specification: beyond §7. */
type HeadRow = { seq: number; hash: string | null; activityId: string | null; lastSeq: number }
export const chainOfBoard = sql<HeadRow>(`select b.hashed_seq as seq, encode(b.last_hash, 'hex') as hash, a.id as activity_id, b.last_seq
  from boards b left join activities a on a.board_id = b.id and a.seq = b.hashed_seq where b.id = $1`)

export const readLogHead: HandlerOf<'board.log.head'> = async (read): Promise<LogHead> => {
  const row = await read.row(chainOfBoard, [read.boardId])
  if (!row) throw notFound('board')
  return { boardId: read.boardId, ...row, hash: row.hash ?? chainStart }
}
