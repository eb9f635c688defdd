import { type Database, sql } from '../../db/database.ts'
import { notificationMails } from '../../db/tables/service/notification-mails.ts'
import { returning, write } from '../../db/writes.ts'
import { letterOf, type Told } from '../../domain/notifications/letter.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { wantsMail } from '../../kernel/notices.ts'
import { type Claimed, type MailQueue, settlementsOn } from './queue.ts'

/**
 * Notifications by mail, written by the door beside those of the inbox (kernel/notices.ts). All that waits for one person goes out in one
 * letter. Specification: decisions §5.
 */
const recipients = 5
const batch = 100

/** With what is due for a person goes what is still held back for them; not what failed before and waits for its next try. */
export const claim = write(
  { now: notificationMails.nextAttemptAt, leaseEnd: notificationMails.nextAttemptAt },
  ({ now, leaseEnd }) => `update notification_mails set attempts = attempts + 1, next_attempt_at = ${leaseEnd}
  where id in (
    select id from notification_mails
    where actor_id in (select actor_id from notification_mails where next_attempt_at <= ${now} order by next_attempt_at limit ${recipients})
      and (next_attempt_at <= ${now} or attempts = 0)
    order by actor_id, activity_id limit ${batch} for update skip locked)
  returning id, attempts`,
  returning<Claimed>(),
)

type Row = Told & Claimed & { actorId: string; recipient: string; cardId: string | null }

/**
 * What is still worth a letter: unread, wished for, about something that the person may see, and not settled. A card that has moved to
 * another board is seen by the members of that one.
 */
const stillToTell = sql<Row>(`select q.id, q.attempts, q.actor_id, q.reason, q.excerpt, q.card_id, r.email as recipient, r.timezone,
    b.name as board_name, b.key_prefix, c.number, c.title, by.name as by_name
  from notification_mails q
  join actors r on r.id = q.actor_id and r.deactivated_at is null and r.email is not null
  join actors by on by.id = q.by_actor_id
  left join cards c on c.id = q.card_id
  join boards b on b.id = coalesce(c.board_id, q.board_id) and b.deleted_at is null
  left join members m on m.board_id = b.id and m.actor_id = q.actor_id
  left join agent_requests w on q.reason = 'agent_requested' and w.activity_id = q.activity_id and w.owner_actor_id = q.actor_id
    and w.settled_at is null
  left join notifications n on n.actor_id = q.actor_id and n.activity_id = q.activity_id
  left join notification_settings s on s.actor_id = q.actor_id and s.reason = q.reason
  where q.id = any ($1::uuid[]) and n.read_at is null and ${wantsMail('q')} and (q.card_id is null or c.id is not null)
    and (m.actor_id is not null or w.id is not null)
    and case q.reason
      when 'agent_requested' then w.id is not null
      when 'question' then exists (select from sessions t join activities a on a.board_id = q.board_id and a.id = q.activity_id
        where t.id = q.session_id and t.question ->> 'eventId' = a.payload ->> 'eventId')
      when 'due_soon' then c.due_at = q.excerpt::timestamptz and c.completed_at is null and c.archived_at is null
      else true end
  order by q.actor_id, q.id limit ${batch}`)

export function notificationLetters(database: Database, policy: Pick<Policy, 'webUrl'>): MailQueue {
  const settlements = settlementsOn('notification_mails', database)
  return {
    ...settlements,
    async claim(nowMs, leaseEndMs) {
      const claimed = await database.rows(claim({ now: iso(nowMs), leaseEnd: iso(leaseEndMs) }))
      if (claimed.length === 0) return { rows: 0, letters: [] }
      const told = await database.rows(stillToTell, [claimed.map(({ id }) => id)])
      const worthIt = new Set(told.map(({ id }) => id))
      const settled = claimed.filter(({ id }) => !worthIt.has(id)).map(({ id }) => id)
      if (settled.length > 0) await settlements.forget(settled)
      const perRecipient = Map.groupBy(told, (row) => row.actorId)
      return { rows: claimed.length, letters: [...perRecipient.values()].flatMap((rows) => letterTo(rows, policy)) }
    },
  }
}

function letterTo(rows: readonly Row[], policy: Pick<Policy, 'webUrl'>) {
  const [first] = rows
  if (!first) return []
  const isOfOneCard = first.cardId !== null && rows.every((row) => row.cardId === first.cardId)
  return [
    { ...letterOf(rows, policy), id: first.id, recipient: first.recipient, rows, ...(isOfOneCard && { thread: `card-${first.cardId}` }) },
  ]
}
