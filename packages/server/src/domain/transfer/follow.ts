import { type ImportedEntry, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { importedHistory as past } from '../../db/tables/cards/imported-history.ts'
import { columnList, pick } from '../../db/writes.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { type Counted, endedByOctets, pageOf } from '../pages.ts'
import { type ImportRow, importOnWire } from './import-row.ts'

/** The progress of an import, and the activities that came with it. Specification: decisions §3. */
const readImport = sql<ImportRow>('select * from imports where id = $1 and actor_id = $2')

export const getImport: HandlerOf<'import.get'> = async (read, { importId }) => {
  const row = await read.row(readImport, [importId, read.principal.actorId])
  const leash = read.principal.grant?.leash
  if (!row || (leash && !(row.boardId !== null && leash.has(row.boardId)))) throw refusal('importGone')
  return importOnWire(row)
}

/** Selects imports; under a leash, those that became boards of the leash. */
const importsOf = sql<ImportRow>(`select * from imports where actor_id = $1 and ($2::uuid is null or id < $2)
  and ($3::uuid[] is null or board_id = any ($3)) order by id desc limit $4`)

export const listImports: RunOf<'import.list'> = async (read, { cursor, limit }) => {
  const leash = read.principal.grant?.leash
  const rows = await read.rows(importsOf, [read.principal.actorId, cursor ?? null, leash ? [...leash] : null, limit + 1])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return page(shown.map(importOnWire), rows.length > limit && last ? { cursor: last.id } : null)
}

const shownOfPast = pick(past, ['seq', 'at', 'actorName', 'verb', 'cardId', 'payload'])
export type PastRow = Pick<typeof past.$inferSelect, Exclude<keyof typeof shownOfPast, 'payload'>> & {
  payload: Record<string, unknown> | null
}
/** SQL: the columns of `PastRow`, and the size that bounds a page. */
export const pastColumns = `${columnList(shownOfPast)}, octets`

const pastBefore = sql<Counted<PastRow>>(
  endedByOctets(
    `select ${pastColumns} from imported_history
  where board_id = $1 and ($2::int is null or seq < $2) order by seq desc limit $3`,
    'seq desc',
  ),
)

export const importedHistory: RunOf<'import.history'> = async (read, { before, limit }) => {
  const { shown, leadsOn } = pageOf(await read.rows(pastBefore, [read.boardId, before ?? null, limit + 1]), limit)
  return page(shown.map(pastOnWire), leadsOn ? { before: String(leadsOn.seq) } : null)
}

export function pastOnWire(row: PastRow): ImportedEntry {
  return { seq: row.seq, at: row.at, actorName: row.actorName, verb: row.verb, cardId: row.cardId, payload: row.payload }
}
