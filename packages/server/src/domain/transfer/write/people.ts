import { systemActorId } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import type { ActorRow } from '../../../db/tables/accounts/actors.ts'
import type { PersonEntry } from '../formats/entries.ts'

/**
 * The people of a file that this instance recognises. A file proves nothing: only people who share a board with the importer are
 * recognised, by their id in our own export, or by a unique name or handle.
 */
export type Known = { actorId: string; kind: 'human' | 'agent'; role: 'viewer' | 'member' | 'admin' }
/** Agents of others join the board once their owners agree: until then cards are not delegated to them. Specification: beyond §1. */
export type Recognised = { known: Map<string, Known>; toAsk: { ref: string; agent: ActorRow; role: Known['role'] }[] }

const mostPeople = 2_000

type ColleagueRow = ActorRow
const colleagues = sql<ColleagueRow>(`select a.* from (
    select m.actor_id from members own join members m on m.board_id = own.board_id where own.actor_id = $1 union select $1
  ) c join actors a on a.id = c.actor_id
  where a.deactivated_at is null and not exists (select from automations b where b.actor_id = a.id) and (a.id = any ($2::uuid[]) or a.handle = any ($3::text[]) or lower(a.name) = any ($4::text[]))
  order by a.id limit ${2 * mostPeople}`)

/** Maps the names in the file to actors. People who do not join the board are left out. */
export async function recognise(reader: Reader, importerId: string, people: readonly PersonEntry[]): Promise<Recognised> {
  const named = people.slice(0, mostPeople)
  const rows = await reader.rows(colleagues, [
    importerId,
    named.flatMap(({ actorId }) => (actorId !== null && uuid.test(actorId) ? actorId : [])),
    named.flatMap(({ handle }) => handle ?? []),
    named.map(({ name }) => name.toLowerCase()),
  ])
  const candidates = rows.filter((row) => row.id !== systemActorId)
  const known = new Map<string, Known>()
  const toAsk = new Map<string, Recognised['toAsk'][number]>()
  for (const person of named) {
    const row = matchOf(person, candidates)
    if (!row || !person.role) continue
    if (row.kind === 'agent' && row.id !== importerId && row.ownerActorId !== importerId)
      toAsk.set(row.id, { ref: person.ref, agent: row, role: person.role })
    else known.set(person.ref, { actorId: row.id, kind: row.kind, role: person.role })
  }
  return { known, toAsk: [...toAsk.values()] }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function matchOf({ actorId, name, handle }: PersonEntry, rows: readonly ColleagueRow[]): ColleagueRow | undefined {
  const byId = rows.find((row) => row.id === actorId?.toLowerCase())
  if (byId) return byId
  const byName = rows.filter((row) => row.name.toLowerCase() === name.toLowerCase())
  return byName.length === 1 ? byName[0] : rows.find((row) => row.handle === handle)
}
