import { type NotificationReason, type NotificationSettings, notificationReason, type QuietTime, refusal, weekdays } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { notificationSettings } from '../../db/tables/service/notification-settings.ts'
import { insertInto, sendRows, update as updateOf } from '../../db/writes.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import { mailedByDefault } from '../../kernel/notices.ts'
import { releaseHeld } from './quiet.ts'

/** Which notifications reach the inbox and the mail, and when none are sent. Specification: decisions §5, beyond §6. */
type Row = { reason: NotificationReason; inbox: boolean | null; email: boolean | null }

const readSettings = sql<Row>('select reason, inbox, email from notification_settings where actor_id = $1')
const writeSettings = insertInto(
  notificationSettings,
  ['actorId', 'reason', 'inbox', 'email'],
  `on conflict (actor_id, reason) do update
    set inbox = coalesce(excluded.inbox, notification_settings.inbox), email = coalesce(excluded.email, notification_settings.email)`,
)

const readQuiet = sql<{ quiet: QuietTime | null }>('select quiet from actors where id = $1')
const writeQuiet = updateOf(actors, { key: ['id'], set: ['quiet'] })

async function settingsOf(reader: Reader, actorId: string): Promise<NotificationSettings> {
  const [kept, own] = await Promise.all([reader.rows(readSettings, [actorId]), reader.row(readQuiet, [actorId])])
  const rows = new Map(kept.map((row) => [row.reason, row]))
  const entries = notificationReason.options.map((reason) => {
    const row = rows.get(reason)
    return [reason, { inbox: row?.inbox ?? true, email: row?.email ?? mailedByDefault.includes(reason) }] as const
  })
  return { reasons: Object.fromEntries(entries) as NotificationSettings['reasons'], quiet: own?.quiet ?? null }
}

const get: HandlerOf<'notification.settings.get'> = (read) => settingsOf(read, read.principal.actorId)

const update: HandlerOf<'notification.settings.update'> = async (act, input) => {
  if (!act.principal) throw refusal('signInFirst')
  const { actorId } = act.principal
  const wanted = Object.entries(input.reasons ?? {})
  const { quiet } = input
  if (wanted.length > 0) {
    const rows = wanted.map(([reason, { inbox = null, email = null }]) => ({ actorId, reason, inbox, email }))
    sendRows(act, writeSettings, rows)
  }
  if (quiet !== undefined) {
    act.send(writeQuiet({ id: actorId, quiet: quiet && inOrder(quiet) }))
    releaseHeld(act, actorId)
  }
  if (wanted.length > 0 || quiet !== undefined) {
    act.audit({ detail: { reasons: wanted.map(([reason]) => reason), ...(quiet !== undefined && { quiet: quiet !== null }) } })
  }
  return settingsOf(act, actorId)
}

const inOrder = (quiet: QuietTime): QuietTime => ({ ...quiet, days: weekdays.filter((day) => quiet.days.includes(day)) })

export const settingsHandlers = {
  'notification.settings.get': answers(get),
  'notification.settings.update': answers(update),
} satisfies Partial<Handlers>
