import { fieldRefusal, type InvokableBy } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { ActorRow } from '../../db/tables/accounts/actors.ts'

/** The setting of who may start an agent: `Kept` in the database, `InvokableBy` on the wire. Specification: beyond §1. */
type Kept = Pick<ActorRow, 'invokableBy' | 'invokers'>

const peopleAmong = sql<{ id: string }>(`select id from actors where id = any ($1::uuid[]) and kind = 'human' and deactivated_at is null`)

export const invokableByOf = ({ invokableBy: by, invokers }: Kept): InvokableBy => (by === 'actors' ? { actorIds: invokers } : by)

/** Throws validation when one of the named actors is not an active person of this instance. */
export async function keptInvokableBy(reader: Reader, wanted: InvokableBy): Promise<Kept> {
  if (typeof wanted === 'string') return { invokableBy: wanted, invokers: [] }
  const invokers = [...new Set(wanted.actorIds)].toSorted()
  const known = new Set((await reader.rows(peopleAmong, [invokers])).map(({ id }) => id))
  const unknown = invokers.find((id) => !known.has(id))
  if (unknown !== undefined) throw fieldRefusal('invokableBy', 'invokerUnknown', { actorId: unknown })
  return { invokableBy: 'actors', invokers }
}
