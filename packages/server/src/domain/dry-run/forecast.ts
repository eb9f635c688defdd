import { mostPredicted } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { holdsScope } from '../../kernel/access.ts'
import type { Forecast, Written } from '../../kernel/dry-run.ts'
import { activitiesAt, activityOnWire } from '../boards/activity.ts'
import { rulesSetOff } from '../rules/set-off.ts'
import { sessionsWritten } from '../sessions/read.ts'

/** Reads the rows that an act has written, inside its transaction, before it is rolled back. Specification: beyond §7. */
type Notified = Forecast['notifications'][number]
type Sent = Forecast['deliveries'][number]

/**
 * `$1` activities, `$2` boards, `$3` recipients who need not be members. By recipient, because the indexes are by recipient. A person who
 * wants mail only has a row only in notification_mails. Without the notification of a person who is invited by e-mail: it would reveal
 * whether the address has an account.
 */
const notified =
  sql<Notified>(`with recipients as (select actor_id from members where board_id = any ($2::uuid[]) union select unnest($3::uuid[]))
  select n.actor_id, n.reason, n.activity_id, n.card_id from recipients r join notifications n on n.actor_id = r.actor_id
  where n.activity_id = any ($1::uuid[]) and n.reason <> 'invited'
  union
  select n.actor_id, n.reason, n.activity_id, n.card_id from recipients r join notification_mails n on n.actor_id = r.actor_id
  where n.activity_id = any ($1::uuid[]) and n.reason <> 'invited'
  order by activity_id, actor_id limit $4`)

/**
 * `$1` boards, `$2` actors: the deliveries to their webhooks that this transaction has queued, pings and redeliveries too. Rows written by
 * a transaction have its id as `xmin`.
 */
const queued = sql<Sent>(`select d.webhook_id, a.id as activity_id, case when d.pinged_by is null then a.verb else 'ping' end as verb
  from (select id from webhooks where board_id = any ($1::uuid[]) union select id from webhooks where actor_id = any ($2::uuid[])) w
  join deliveries d on d.webhook_id = w.id and d.state = 'pending' and d.xmin = pg_current_xact_id()::xid
  join activities a on a.board_id = d.board_id and a.seq = d.seq
  order by a.id, d.webhook_id limit $3`)

export async function readForecast(reader: Reader, written: Written): Promise<Forecast> {
  const { activities, boardIds, principal } = written
  const first = activities.slice(0, most)
  const places = [first.map(({ boardId }) => boardId), first.map(({ seq }) => seq)]
  const agents = activities.flatMap(({ agentActorId }) => agentActorId ?? [])
  const read = { ...written, rows: reader.rows, row: reader.row }
  const [recorded, notifications, deliveries, sessions, setOff] = await Promise.all([
    reader.rows(activitiesAt, places),
    reader.rows(notified, [first.map(({ id }) => id), [...boardIds], [...written.notified], most]),
    reader.rows(queued, [[...boardIds], [...new Set([...agents, principal.actorId])], most]),
    holdsScope(principal, 'sessions:read') ? sessionsWritten(read, boardIds, most) : [],
    holdsScope(principal, 'boards:read') ? rulesSetOff(reader, first) : noRules,
  ])
  const all = { activities: recorded.map(activityOnWire), notifications, deliveries, sessions, rules: setOff.rules }
  return cutToMost(all, setOff.isCut)
}

/** One more than is shown says that there is more. */
const most = mostPredicted + 1

const noRules = { rules: [], isCut: false }

function cutToMost(all: Omit<Forecast, 'cut'>, rulesAreCut: boolean): Forecast {
  const kinds = ['activities', 'notifications', 'deliveries', 'sessions', 'rules'] as const
  const cut = kinds.filter((kind) => all[kind].length > mostPredicted || (kind === 'rules' && rulesAreCut))
  if (cut.length === 0) return all
  return { ...all, ...Object.fromEntries(cut.map((kind) => [kind, all[kind].slice(0, mostPredicted)])), cut }
}
