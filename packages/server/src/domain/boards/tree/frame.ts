import type { BoardOutline, BoardTree, Role } from '@tandem/contract'
import { type Database, type Reader, sql } from '../../../db/database.ts'
import type { BoardRow } from '../../../db/tables/boards/boards.ts'
import type { FieldRow } from '../../../db/tables/boards/fields.ts'
import type { LabelRow } from '../../../db/tables/boards/labels.ts'
import type { ListRow } from '../../../db/tables/boards/lists.ts'
import { notFound } from '../../../kernel/access.ts'
import { fieldsOfBoard } from '../../fields/handlers.ts'
import { labelsOfBoard } from '../../labels/handlers.ts'

/** All of a board but its cards. */
export type Frame = {
  board: BoardRow
  lists: readonly ListRow[]
  members: readonly MemberRow[]
  labels: readonly LabelRow[]
  fields: readonly FieldRow[]
}

type MemberRow = {
  actorId: string
  role: Role
  kind: 'human' | 'agent'
  name: string
  handle: string
  avatarUrl: string | null
}

export const readBoard = sql<BoardRow>('select * from boards where id = $1')
const readLists = sql<ListRow>('select * from lists where board_id = $1 and ($2 or archived_at is null) order by rank')
const readMembers = sql<MemberRow>(`select m.actor_id, m.role, a.kind, a.name, a.handle, a.avatar_url
  from effective_members m join actors a on a.id = m.actor_id where m.board_id = $1 order by a.name, a.id`)

export function readOutline(database: Database, boardId: string, archived: boolean): Promise<BoardOutline> {
  return database.snapshot(async (reader) => {
    const frame = await readFrame(reader, boardId, archived)
    return { ...headOf(frame), lists: frame.lists.map(listHeadOf) }
  })
}

export async function readFrame(reader: Reader, boardId: string, archived: boolean): Promise<Frame> {
  const [board, lists, members, labels, fields] = await Promise.all([
    reader.row(readBoard, [boardId]),
    reader.rows(readLists, [boardId, archived]),
    reader.rows(readMembers, [boardId]),
    labelsOfBoard(reader, boardId),
    fieldsOfBoard(reader, boardId),
  ])
  if (!board) throw notFound('board')
  return { board, lists, members, labels, fields }
}

export function headOf({ board, members, labels, fields }: Frame): Omit<BoardTree, 'lists'> {
  return {
    id: board.id,
    name: board.name,
    description: board.description,
    agentGuidance: board.agentGuidance,
    agentsPaused: board.agentsPaused,
    reviewByOthers: board.reviewByOthers,
    maxAgentSessions: board.maxAgentSessions,
    completeParents: board.completeParents,
    monthlyBudget: board.monthlyBudget,
    keyPrefix: board.keyPrefix,
    version: board.version,
    archivedAt: board.archivedAt,
    createdAt: board.createdAt,
    seq: board.lastSeq,
    labels: labels.map(({ id, name, color }) => ({ id, name, color })),
    fields: fields.map(({ id, name, type, options }) => ({ id, name, type, options })),
    members: members.map((member) => ({
      actorId: member.actorId,
      role: member.role,
      kind: member.kind,
      name: member.name,
      handle: member.handle,
      avatarUrl: member.avatarUrl,
    })),
  }
}

export function listHeadOf(list: ListRow): BoardOutline['lists'][number] {
  const { id, name, rank, wipLimit, wipPolicy, category, acceptance, queue, color, archivedAt } = list
  return { id, name, rank, wipLimit, wipPolicy, category, acceptance, queue, color, archivedAt }
}
