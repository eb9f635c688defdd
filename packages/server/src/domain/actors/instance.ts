import { type Reader, sql } from '../../db/database.ts'
import { lockInstance } from '../../kernel/act.ts'

/** Instance-wide checks over all accounts. */
const anyPerson = sql<{ known: boolean }>(`select exists (select 1 from actors where kind = 'human') as known`)
const anyOtherAdmin = sql<{ known: boolean }>(
  'select exists (select 1 from actors where is_instance_admin and deactivated_at is null and id <> $1) as known',
)

export async function hasAccounts(reader: Reader): Promise<boolean> {
  return (await reader.row(anyPerson))?.known ?? false
}

/** Under the instance's lock: of two that register first, or two admins that step down, one sees the other. */
export async function isFirstAccount(act: Reader): Promise<boolean> {
  if (await hasAccounts(act)) return false
  await lockInstance(act)
  return !(await hasAccounts(act))
}

export async function hasOtherAdmin(act: Reader, actorId: string): Promise<boolean> {
  return (await act.row(anyOtherAdmin, [actorId]))?.known ?? false
}
