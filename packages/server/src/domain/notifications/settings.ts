import { type NotificationReason, type NotificationSettings, notificationReason, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { notificationSettings } from '../../db/tables/service/notification-settings.ts'
import { insertInto, sendRows } from '../../db/writes.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import { mailedByDefault } from '../../kernel/notices.ts'

/** Which notifications reach the inbox and the mail. Specification: decisions §5. */
type Row = { reason: NotificationReason; inbox: boolean | null; email: boolean | null }

const readSettings = sql<Row>('select reason, inbox, email from notification_settings where actor_id = $1')
const writeSettings = insertInto(
  notificationSettings,
  ['actorId', 'reason', 'inbox', 'email'],
  `on conflict (actor_id, reason) do update
    set inbox = coalesce(excluded.inbox, notification_settings.inbox), email = coalesce(excluded.email, notification_settings.email)`,
)

async function settingsOf(reader: Reader, actorId: string): Promise<NotificationSettings> {
  const rows = new Map((await reader.rows(readSettings, [actorId])).map((row) => [row.reason, row]))
  const entries = notificationReason.options.map((reason) => {
    const row = rows.get(reason)
    return [reason, { inbox: row?.inbox ?? true, email: row?.email ?? mailedByDefault.includes(reason) }] as const
  })
  return { reasons: Object.fromEntries(entries) as NotificationSettings['reasons'] }
}

const get: HandlerOf<'notification.settings.get'> = (read) => settingsOf(read, read.principal.actorId)

const update: HandlerOf<'notification.settings.update'> = async (act, input) => {
  if (!act.principal) throw refusal('signInFirst')
  const { actorId } = act.principal
  const wanted = Object.entries(input.reasons)
  if (wanted.length > 0) {
    const rows = wanted.map(([reason, { inbox = null, email = null }]) => ({ actorId, reason, inbox, email }))
    sendRows(act, writeSettings, rows)
    act.audit({ detail: { reasons: wanted.map(([reason]) => reason) } })
  }
  return settingsOf(act, actorId)
}

export const settingsHandlers = {
  'notification.settings.get': answers(get),
  'notification.settings.update': answers(update),
} satisfies Partial<Handlers>
