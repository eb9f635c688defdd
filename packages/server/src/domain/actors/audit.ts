import type { AuditEntry } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'

/** The log of private acts, newest first. Specification: decisions §1, reliability Q1. */
type AuditRow = {
  id: string
  actorId: string | null
  act: string
  outcome: string
  credential: string | null
  address: string | null
  detail: Record<string, unknown> | null
  createdAt: string
}

const columns = 'id, actor_id, act, outcome, credential, address, detail, created_at'
const pageOfActor = sql<AuditRow>(
  `select ${columns} from audit_log where actor_id = $3 and ($1::uuid is null or id < $1) order by id desc limit $2`,
)
const pageOfAll = sql<AuditRow>(`select ${columns} from audit_log where ($1::uuid is null or id < $1) order by id desc limit $2`)

export const readOwnAudit: RunOf<'me.audit'> = async (read, input) =>
  paged(await read.rows(pageOfActor, [input.cursor ?? null, input.limit + 1, read.principal.actorId]), input.limit)

export const readAudit: RunOf<'admin.audit'> = async (read, input) => {
  const values = [input.cursor ?? null, input.limit + 1]
  const rows = input.actorId === undefined ? read.rows(pageOfAll, values) : read.rows(pageOfActor, [...values, input.actorId])
  return paged(await rows, input.limit)
}

function paged(rows: AuditRow[], limit: number) {
  const shown = rows.slice(0, limit).map(entryOnWire)
  const last = shown.at(-1)
  return page(shown, rows.length > limit && last ? { cursor: last.id } : null)
}

function entryOnWire(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    actorId: row.actorId,
    act: row.act,
    outcome: row.outcome,
    // Which web session it was is of no use to a reader: it cannot be looked up.
    credential: row.credential?.startsWith('session:') ? 'session' : row.credential,
    address: row.address,
    detail: row.detail,
    createdAt: row.createdAt,
  }
}
