import type { Transaction } from '../db/database.ts'
import { parameter, type Takes } from '../db/parameters.ts'
import { notifications as table } from '../db/tables/service/notifications.ts'
import { columnList, pick, sendRows, writeRows } from '../db/writes.ts'
import { truncate } from './common/truncate.ts'
import { type Notice, type NotificationReason, notificationReasons } from './mutation.ts'

/** Notifications of an activity: rows of inboxes and of the queue for mail, committed with the activity. Specification: decisions §5. */
export type NotificationRow = {
  id: string
  actorId: string
  activity: { id: string; boardId: string; cardId: string | null; actorId: string; verb: string; at: string }
  sessionId: string | null
  reason: string
  excerpt: string | null
  because: string | null
  readAt: string | null
  /** Agents among the recipients are left out. */
  peopleOnly: boolean
}
/** An activity of which the watchers of its card are notified. */
export type WatchedRow = Pick<NotificationRow, 'activity' | 'sessionId' | 'reason' | 'excerpt' | 'peopleOnly'>

const longestExcerpt = 280
export const excerptOf = (text: string | undefined): string | null => (text === undefined ? null : truncate(text, longestExcerpt))

/** One row per (actor, activity), with its first reason; never for the actor's own acts. */
export function noticesOf(
  notices: readonly Notice[],
  byActorId: string,
): Pick<NotificationRow, 'actorId' | 'reason' | 'excerpt' | 'because' | 'peopleOnly'>[] {
  const notified = new Set([byActorId])
  const inOrder = notices.toSorted((a, b) => notificationReasons.indexOf(a.reason) - notificationReasons.indexOf(b.reason))
  return inOrder.flatMap(({ actorIds, reason, excerpt, because = null, peopleOnly = false }) =>
    actorIds.flatMap((actorId) => {
      if (notified.has(actorId)) return []
      notified.add(actorId)
      return { actorId, reason, excerpt: excerptOf(excerpt), because, peopleOnly }
    }),
  )
}

/** The reasons that are mailed by default. */
export const mailedByDefault: readonly NotificationReason[] = ['question', 'mentioned', 'agent_requested']
/** These also reach people who are not members of the board: the notification asks them for a decision. */
const reachesOthers: readonly NotificationReason[] = ['agent_requested', 'invited']
/** SQL condition: `row` is a notification, `s` the settings of its actor for its reason. */
export const wantsMail = (row: string): string =>
  `coalesce(s.email, ${row}.reason in (${mailedByDefault.map((reason) => `'${reason}'`).join(', ')}))`

/** A notification that is read in the inbox within this time is not mailed. */
export const mailedAfterMs = 60_000

const toMail = pick(table, ['id', 'actorId', 'activityId', 'boardId', 'cardId', 'sessionId', 'reason', 'byActorId', 'excerpt'])
const noticeColumns = { ...toMail, ...pick(table, ['verb', 'because', 'createdAt', 'readAt']) }
const [columns, mailColumns] = [columnList(noticeColumns), columnList(toMail)]

/**
 * Notifies people: `rows` selects the columns of a notification from a list `n`. A person is notified of an activity once; mail is queued
 * only when mail can be sent.
 */
export function noticeInserts(rows: string): { inbox: string; inboxAndMail: string } {
  const recipients = `select t.*, s.inbox is not false as in_inbox, ${wantsMail('t')} as by_mail from (${rows}) t
    left join notification_settings s on s.actor_id = t.actor_id and s.reason = t.reason`
  const insert = `insert into notifications (${columns}) select ${columns} from recipients where in_inbox on conflict (actor_id, activity_id) do nothing`
  const queue = `insert into notification_mails
      (${mailColumns}, next_attempt_at)
    select ${columnList(toMail, 't')}, t.created_at + interval '${mailedAfterMs} milliseconds'
    from recipients t join actors a on a.id = t.actor_id and a.kind = 'human'
    where t.by_mail and t.read_at is null
      and not exists (select from notifications n where n.actor_id = t.actor_id and n.activity_id = t.activity_id)
    on conflict (actor_id, activity_id) do nothing`
  return {
    inbox: `with recipients as (${recipients}) ${insert}`,
    inboxAndMail: `with recipients as (${recipients}), queued as (${queue}) ${insert}`,
  }
}

const peopleOnly = parameter<boolean>('boolean')
const ifForAgents = (row: string, actorId: string): string =>
  `(not ${row}.people_only or exists (select from actors p where p.id = ${actorId} and p.kind = 'human'))`

const namedRecipients = ofRows(
  { ...noticeColumns, peopleOnly },
  (rows) => `select n.* from (select * from ${rows}) n
    left join members m on m.board_id = n.board_id and m.actor_id = n.actor_id
    where (m.actor_id is not null or n.reason in (${reachesOthers.map((reason) => `'${reason}'`).join(', ')}))
      and ${ifForAgents('n', 'n.actor_id')}`,
)

/** Written after the named recipients: a row for a more specific reason wins over watching. */
const watchers = ofRows(
  {
    ...pick(table, ['activityId', 'boardId', 'cardId', 'verb', 'byActorId', 'reason', 'sessionId', 'excerpt']),
    at: parameter<string>('timestamptz'),
    peopleOnly,
  },
  (rows) => `select uuid_at(n.at) as id, w.actor_id, n.activity_id, n.board_id, n.card_id, n.session_id, n.reason, n.verb,
    n.by_actor_id, n.excerpt, null::text as because, n.at as created_at, null::timestamptz as read_at
  from (select * from ${rows}) n
  join watches w on w.card_id = n.card_id and w.actor_id <> n.by_actor_id
  join members m on m.board_id = n.board_id and m.actor_id = w.actor_id
  where ${ifForAgents('n', 'w.actor_id')}`,
)

function ofRows<const T extends Takes>(takes: T, select: (rows: string) => string) {
  return {
    inbox: writeRows(takes, (rows) => noticeInserts(select(rows)).inbox),
    inboxAndMail: writeRows(takes, (rows) => noticeInserts(select(rows)).inboxAndMail),
  }
}

const aboutOf = (activity: NotificationRow['activity']) => ({
  activityId: activity.id,
  boardId: activity.boardId,
  cardId: activity.cardId,
  verb: activity.verb,
  byActorId: activity.actorId,
})

export function writeNotifications(tx: Transaction, notifications: readonly NotificationRow[], mailEnabled: boolean): void {
  const rows = notifications.map(({ activity, ...row }) => ({ ...row, ...aboutOf(activity), createdAt: activity.at }))
  sendRows(tx, mailEnabled ? namedRecipients.inboxAndMail : namedRecipients.inbox, rows)
}

export function writeForWatchers(tx: Transaction, watched: readonly WatchedRow[], mailEnabled: boolean): void {
  const rows = watched.map(({ activity, ...row }) => ({ ...row, ...aboutOf(activity), at: activity.at }))
  sendRows(tx, mailEnabled ? watchers.inboxAndMail : watchers.inbox, rows)
}
