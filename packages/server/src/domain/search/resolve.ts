import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { FieldRow } from '../../db/tables/boards/fields.ts'
import { notFound } from '../../kernel/access.ts'
import type { PrivateTargetChecks } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { type FieldCondition, list, type SearchQuery } from './conditions.ts'

/** Resolves the names in a search for this caller, now. A name that the caller cannot read finds nothing. */
export type SearchedBoard = { id: string; name: string; keyPrefix: string }

const mostBoards = 10_000

const boardsOf = sql<SearchedBoard>(`select b.id, b.name, b.key_prefix from members m join boards b on b.id = m.board_id
  where m.actor_id = $1 and ($2::uuid[] is null or b.id = any ($2)) order by b.id limit ${mostBoards}`)
const labelsNamed = sql<{ id: string }>(`select id from labels where board_id = any ($1::uuid[])
  and (id = any ($2::uuid[]) or lower(name) = any (select lower(name) from unnest($3::text[]) as name)) limit ${mostBoards}`)
const fieldsNamed = sql<FieldRow>('select * from fields where id = any ($2::uuid[]) and board_id = any ($1::uuid[]) limit 20')

/** The boards to search. Throws not_found for one that the caller cannot see, forbidden for one that the token is not for. */
export async function searchedBoards(
  reader: Reader,
  principal: Principal,
  wanted: string | readonly string[] | undefined,
): Promise<SearchedBoard[]> {
  const leash = principal.grant?.leash
  const only = wanted === undefined ? leash : new Set(list(wanted))
  const boards = await reader.rows(boardsOf, [principal.actorId, only ? [...only] : null])
  if (wanted === undefined) return boards
  if (only && boards.length < only.size) throw notFound('board')
  const beyond = boards.find((board) => leash && !leash.has(board.id))
  if (beyond) {
    throw refusal('leashedElsewhere', {}, { details: { boardId: beyond.id } })
  }
  return boards
}

const checkBoards = async (
  read: Reader & { principal: Principal },
  { boardId }: { boardId?: string | readonly string[] | undefined },
): Promise<unknown> => boardId !== undefined && searchedBoards(read, read.principal, boardId)

export const searchTargetChecks = { 'search.cards': checkBoards, 'wait.list': checkBoards } satisfies PrivateTargetChecks

export async function labelsMeant(reader: Reader, boardIds: readonly string[], { label }: SearchQuery): Promise<string[] | null> {
  if (label === undefined) return null
  const names = list(label)
  const rows = await reader.rows(labelsNamed, [boardIds, names.filter(isId), names])
  return rows.map((row) => row.id)
}

const isId = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)

export async function fieldsMeant(reader: Reader, boardIds: readonly string[], { field }: SearchQuery): Promise<FieldCondition[] | null> {
  if (field === undefined || Object.keys(field).length === 0) return null
  const rows = await reader.rows(fieldsNamed, [boardIds, Object.keys(field)])
  const known = new Map(rows.map((row) => [row.id, row]))
  return Object.entries(field).map(([fieldId, value]) => conditionOn(known.get(fieldId), value))
}

/** Values in a URL are all text: the type of the field decides how they are read. */
function conditionOn(field: FieldRow | undefined, value: string | number | boolean): FieldCondition {
  if (!field) return null
  const of = { fieldId: field.id, boardId: field.boardId, absent: false }
  if (field.type === 'checkbox') return { ...of, json: 'true', absent: !['', '1', 'true'].includes(String(value)) }
  if (field.type !== 'number') return { ...of, json: JSON.stringify(String(value)) }
  const number = String(value).trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? { ...of, json: JSON.stringify(number) } : null
}
