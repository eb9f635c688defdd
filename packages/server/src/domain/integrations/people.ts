import type { LinkedPerson } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'

/** People who have linked their accounts: the integration holds their tokens. Specification: decisions §5. */
type Row = { actorId: string; label: string; createdAt: string; lastUsedAt: string | null }
const peopleOf = sql<Row>(`select t.actor_id, t.label, t.created_at, t.last_used_at from tokens t
  where t.integration_id = $1 and t.actor_id <> $2 and t.revoked_at is null order by t.id desc limit 500`)

export const listPeople: HandlerOf<'integration.people'> = async (read) =>
  (await read.rows(peopleOf, [read.target.id, read.target.actorId])).map(onWire)

function onWire(row: Row): LinkedPerson {
  return { actorId: row.actorId, label: row.label, createdAt: row.createdAt, lastUsedAt: row.lastUsedAt }
}
