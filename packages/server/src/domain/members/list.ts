import { sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { type MemberRow, memberColumns, memberOnWire } from './member.ts'

const most = 5_000

const readMembers = sql<MemberRow>(
  `select ${memberColumns} from effective_members m join actors a on a.id = m.actor_id where m.board_id = $1 order by a.name, a.id limit ${most}`,
)

export const listMembers: HandlerOf<'member.list'> = async (read) => (await read.rows(readMembers, [read.boardId])).map(memberOnWire)
