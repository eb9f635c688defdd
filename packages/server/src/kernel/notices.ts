import { type Statement, sql, type Transaction } from '../db/database.ts'
import { beginningOf } from './beginning.ts'
import { type Notice, type NotificationReason, notificationReasons } from './mutation.ts'

/** Whom an activity tells: the rows of inboxes, and those of the queue for mail, which commit with it. Specification: decisions §5. */
export type NotificationRow = {
  id: string
  actorId: string
  activity: { id: string; boardId: string; cardId: string | null; actorId: string; verb: string; at: string }
  sessionId: string | null
  reason: string
  excerpt: string | null
  readAt: string | null
}
/** An activity that the watchers of its card are told of. */
export type WatchedRow = Pick<NotificationRow, 'activity' | 'sessionId' | 'reason' | 'excerpt'>

const longestExcerpt = 280
export const excerptOf = (text: string | undefined): string | null => (text === undefined ? null : beginningOf(text, longestExcerpt))

/** One row per (actor, activity), for its first reason; never for one's own acts. */
export function noticesOf(notices: readonly Notice[], byActorId: string): Pick<NotificationRow, 'actorId' | 'reason' | 'excerpt'>[] {
  const told = new Set([byActorId])
  const inOrder = notices.toSorted((a, b) => notificationReasons.indexOf(a.reason) - notificationReasons.indexOf(b.reason))
  return inOrder.flatMap(({ actorIds, reason, excerpt }) =>
    actorIds.flatMap((actorId) => {
      if (told.has(actorId)) return []
      told.add(actorId)
      return { actorId, reason, excerpt: excerptOf(excerpt) }
    }),
  )
}

/** What is mailed to a person who has chosen nothing. */
export const mailedUnlessToldNot: readonly NotificationReason[] = ['question', 'mentioned']
/** Of a row `row` of something told, with the settings `s` of its actor for its reason. */
export const wantsMail = (row: string): string =>
  `coalesce(s.email, ${row}.reason in (${mailedUnlessToldNot.map((reason) => `'${reason}'`).join(', ')}))`

/** Whoever reads it in the inbox until then gets no letter. */
const mailedAfterMs = 60_000

const columns = 'id, actor_id, activity_id, board_id, card_id, session_id, reason, verb, by_actor_id, excerpt, created_at, read_at'

/**
 * Tells people: `rows` answers the columns of a notification from a list `n`. Whoever has been told of the activity already is not told
 * again; nothing is queued for mail unless somebody sends it.
 */
export function tell(rows: string): { inbox: Statement<unknown>; inboxAndMail: Statement<unknown> } {
  const told = `select t.*, s.inbox is not false as in_inbox, ${wantsMail('t')} as by_mail from (${rows}) t
    left join notification_settings s on s.actor_id = t.actor_id and s.reason = t.reason`
  const insert = `insert into notifications (${columns}) select ${columns} from told where in_inbox on conflict (actor_id, activity_id) do nothing`
  const queue = `insert into notification_mails
      (id, actor_id, activity_id, board_id, card_id, session_id, reason, by_actor_id, excerpt, next_attempt_at)
    select t.id, t.actor_id, t.activity_id, t.board_id, t.card_id, t.session_id, t.reason, t.by_actor_id, t.excerpt,
      t.created_at + interval '${mailedAfterMs} milliseconds'
    from told t join actors a on a.id = t.actor_id and a.kind = 'human'
    where t.by_mail and t.read_at is null
      and not exists (select from notifications n where n.actor_id = t.actor_id and n.activity_id = t.activity_id)
    on conflict (actor_id, activity_id) do nothing`
  return { inbox: sql(`with told as (${told}) ${insert}`), inboxAndMail: sql(`with told as (${told}), queued as (${queue}) ${insert}`) }
}

const tellThese =
  tell(`select n.* from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
    $9::uuid[], $10::text[], $11::timestamptz[], $12::timestamptz[]) as n(${columns})
  join members m on m.board_id = n.board_id and m.actor_id = n.actor_id`)

/** After the others: who has a better reason to be told of an activity than watching the card has its row by then. */
const tellWatchers = tell(`select uuid_at(n.at) as id, w.actor_id, n.activity_id, n.board_id, n.card_id, n.session_id, n.reason, n.verb,
    n.by_actor_id, n.excerpt, n.at as created_at, null::timestamptz as read_at
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::timestamptz[])
    as n(activity_id, board_id, card_id, verb, by_actor_id, reason, session_id, excerpt, at)
  join watches w on w.card_id = n.card_id and w.actor_id <> n.by_actor_id
  join members m on m.board_id = n.board_id and m.actor_id = w.actor_id`)

export function writeNotifications(tx: Transaction, n: readonly NotificationRow[], mailEnabled: boolean): void {
  tx.send(mailEnabled ? tellThese.inboxAndMail : tellThese.inbox, [
    n.map((row) => row.id),
    n.map((row) => row.actorId),
    n.map((row) => row.activity.id),
    n.map((row) => row.activity.boardId),
    n.map((row) => row.activity.cardId),
    n.map((row) => row.sessionId),
    n.map((row) => row.reason),
    n.map((row) => row.activity.verb),
    n.map((row) => row.activity.actorId),
    n.map((row) => row.excerpt),
    n.map((row) => row.activity.at),
    n.map((row) => row.readAt),
  ])
}

export function writeForWatchers(tx: Transaction, w: readonly WatchedRow[], mailEnabled: boolean): void {
  tx.send(mailEnabled ? tellWatchers.inboxAndMail : tellWatchers.inbox, [
    w.map(({ activity }) => activity.id),
    w.map(({ activity }) => activity.boardId),
    w.map(({ activity }) => activity.cardId),
    w.map(({ activity }) => activity.verb),
    w.map(({ activity }) => activity.actorId),
    w.map(({ reason }) => reason),
    w.map(({ sessionId }) => sessionId),
    w.map(({ excerpt }) => excerpt),
    w.map(({ activity }) => activity.at),
  ])
}
