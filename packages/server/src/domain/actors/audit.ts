import { type AuditEntry, auditEntry } from '@tandem/contract'
import { getTableColumns } from 'drizzle-orm'
import { sql } from '../../db/database.ts'
import { auditLog } from '../../db/tables/accounts/audit-log.ts'
import { columnList } from '../../db/writes.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { recordOf } from '../record-of.ts'

/** The log of private acts, newest first. Specification: decisions §1, reliability Q1. */
type AuditRow = typeof auditLog.$inferSelect

const columns = columnList(getTableColumns(auditLog))
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

const entryOnWire: (row: AuditRow) => AuditEntry = recordOf(auditEntry, {
  // Which web session it was is of no use to a reader: it cannot be looked up.
  credential: ({ credential }) => (credential?.startsWith('session:') ? 'session' : credential),
})
