import type { Role } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { BoardRow } from '../../db/tables/boards/boards.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { boardOnWire } from './record.ts'

const most = 1_000

const readBoards = sql<BoardRow & { role: Role }>(`select b.*, m.role from effective_members m join boards b on b.id = m.board_id
  where m.actor_id = $1 and (b.archived_at is not null) = $2 and ($3::uuid[] is null or b.id = any ($3)) order by b.name, b.id limit ${most}`)

export const listBoards: HandlerOf<'board.list'> = async (read, input) => {
  const leash = read.principal.grant?.leash
  const rows = await read.rows(readBoards, [read.principal.actorId, input.archived ?? false, leash ? [...leash] : null])
  return rows.map(boardOnWire)
}
