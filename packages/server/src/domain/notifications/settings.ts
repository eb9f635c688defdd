import { type NotificationReason, type NotificationSettings, notificationReason, TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { HandlerOf, Handlers } from '../../kernel/handlers.ts'
import { mailedUnlessToldNot } from '../../kernel/notices.ts'

/** Which notifications reach the inbox and the mail. Specification: decisions §5. */
type Row = { reason: NotificationReason; inbox: boolean | null; email: boolean | null }

const readSettings = sql<Row>('select reason, inbox, email from notification_settings where actor_id = $1')
const writeSettings = sql(`insert into notification_settings (actor_id, reason, inbox, email)
  select $1, s.reason, s.inbox, s.email from unnest($2::text[], $3::bool[], $4::bool[]) as s(reason, inbox, email)
  on conflict (actor_id, reason) do update
    set inbox = coalesce(excluded.inbox, notification_settings.inbox), email = coalesce(excluded.email, notification_settings.email)`)

async function settingsOf(reader: Reader, actorId: string): Promise<NotificationSettings> {
  const rows = new Map((await reader.rows(readSettings, [actorId])).map((row) => [row.reason, row]))
  const entries = notificationReason.options.map((reason) => {
    const row = rows.get(reason)
    return [reason, { inbox: row?.inbox ?? true, email: row?.email ?? mailedUnlessToldNot.includes(reason) }] as const
  })
  return { reasons: Object.fromEntries(entries) as NotificationSettings['reasons'] }
}

const get: HandlerOf<'notification.settings.get'> = (read) => settingsOf(read, read.principal.actorId)

const update: HandlerOf<'notification.settings.update'> = async (act, input) => {
  if (!act.principal) throw new TandemError('unauthorized', 'Sign in first.')
  const { actorId } = act.principal
  const wanted = Object.entries(input.reasons)
  if (wanted.length > 0) {
    const columns = [wanted.map(([reason]) => reason), wanted.map(([, it]) => it.inbox ?? null), wanted.map(([, it]) => it.email ?? null)]
    act.send(writeSettings, [actorId, ...columns])
    act.audit({ detail: { reasons: wanted.map(([reason]) => reason) } })
  }
  return settingsOf(act, actorId)
}

export const settingsHandlers = {
  'notification.settings.get': get,
  'notification.settings.update': update,
} satisfies Partial<Handlers>
