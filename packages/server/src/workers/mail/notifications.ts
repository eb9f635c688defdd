import { type Database, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { notificationMails } from '../../db/tables/service/notification-mails.ts'
import { pick, returning, write } from '../../db/writes.ts'
import { type Asked, answerParagraphs, type LinkMaker, mayAnswer } from '../../domain/notifications/answer-links.ts'
import { type LetterNotice, letterOf } from '../../domain/notifications/letter.ts'
import { quietNow } from '../../domain/notifications/quiet.ts'
import { ofText, quotedAuthor } from '../../domain/notifications/quoted-author.ts'
import type { ReplyAddresses } from '../../domain/replies/address.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { wantsMail } from '../../kernel/notices.ts'
import type { ReplyAct } from '../../kernel/replies.ts'
import type { Seal } from '../../seal.ts'
import { type Claimed, type MailQueue, settlementsOn } from './queue.ts'

/**
 * Notifications by mail, written by the door beside those of the inbox (kernel/notices.ts). All waiting notifications of one person go into
 * one mail. Specification: decisions §5.
 */
const recipients = 5
const batch = 100

/** `$1` now. */
export const dueRecipients = sql<{ actorId: string }>(`select distinct actor_id from (
    select actor_id from notification_mails where next_attempt_at <= $1 order by next_attempt_at limit ${recipients}
  ) due`)
const moment = notificationMails.nextAttemptAt
/** Postpones the due mails of a person to the end of their quiet time, without counting an attempt. */
const hold = write(
  { ...pick(notificationMails, ['actorId']), now: moment, until: moment },
  ({ actorId, now, until }) => `update notification_mails set next_attempt_at = ${until}
  where actor_id = ${actorId} and next_attempt_at <= ${now} returning id`,
  returning<Pick<Claimed, 'id'>>(),
)
/** With due notifications of a person, those still held back are claimed too; not those that failed before and wait for their next try. */
export const claim = write(
  { actorIds: parameter<readonly string[]>('uuid[]'), now: moment, leaseEnd: moment },
  ({ actorIds, now, leaseEnd }) => `update notification_mails set attempts = attempts + 1, next_attempt_at = ${leaseEnd}
  where id in (
    select id from notification_mails
    where actor_id = any (${actorIds}) and (next_attempt_at <= ${now} or attempts = 0)
    order by actor_id, activity_id limit ${batch} for update skip locked)
  returning id, attempts`,
  returning<Claimed>(),
)

type Row = LetterNotice &
  Claimed &
  Pick<Asked, 'actorId' | 'sessionId' | 'role'> & {
    question: Asked['question'] | null
    activityId: string
    recipient: string
    cardId: string | null
  }

/**
 * Notifications still worth a mail: unread, wanted, about a card or board that the person may see, and not settled. A card that has moved
 * to another board is visible to the members of that one.
 */
const stillToTell =
  sql<Row>(`select q.id, q.attempts, q.actor_id, q.activity_id, q.reason, q.excerpt, q.card_id, r.email as recipient, r.timezone, r.locale,
    b.name as board_name, b.key_prefix, c.number, c.title, coalesce(c.title_external, false) as is_title_external,
    coalesce((${quotedAuthor('q', 'said')}) ->> 'role' = 'external', false) as is_external,
    by.name as by_name, coalesce(said.verb = 'agent_session.failed', false) as has_failed,
    coalesce(said.payload ->> 'reason' = 'undelegated', false) as is_canceled, t.question, t.id as session_id, m.role
  from notification_mails q
  join actors r on r.id = q.actor_id and r.deactivated_at is null and r.email is not null
  join actors by on by.id = q.by_actor_id
  left join cards c on c.id = q.card_id
  join boards b on b.id = coalesce(c.board_id, q.board_id) and b.deleted_at is null
  left join members m on m.board_id = b.id and m.actor_id = q.actor_id
  left join activities said on said.board_id = q.board_id and said.id = q.activity_id and q.reason in ('rule', 'session_ended', ${ofText})
  left join sessions t on q.reason = 'question' and t.id = q.session_id
  left join agent_requests w on q.reason = 'agent_requested' and w.activity_id = q.activity_id and w.owner_actor_id = q.actor_id
    and w.settled_at is null
  left join notifications n on n.actor_id = q.actor_id and n.activity_id = q.activity_id
  left join notification_settings s on s.actor_id = q.actor_id and s.reason = q.reason
  where q.id = any ($1::uuid[]) and n.read_at is null and ${wantsMail('q')} and (q.card_id is null or c.id is not null)
    and (m.actor_id is not null or w.id is not null)
    and case q.reason
      when 'agent_requested' then w.id is not null
      when 'question' then exists (select from activities a where a.board_id = q.board_id and a.id = q.activity_id
        and t.question ->> 'eventId' = a.payload ->> 'eventId')
      when 'due_soon' then c.due_at = q.excerpt::timestamptz and c.completed_at is null and c.archived_at is null
      else true end
  order by q.actor_id, q.id limit ${batch}`)

/** `replies` makes the reply addresses of mails; null when replies are not received. */
export function notificationLetters(
  database: Database,
  { webUrl }: Pick<Policy, 'webUrl'>,
  seal: Pick<Seal, 'sign'>,
  replies: Pick<ReplyAddresses, 'of'> | null = null,
): MailQueue {
  const settlements = settlementsOn('notification_mails', database)
  return {
    name: 'notifications',
    ...settlements,
    async claim(nowMs, leaseEndMs) {
      const now = iso(nowMs)
      const due = (await database.rows(dueRecipients, [now])).map(({ actorId }) => actorId)
      const quiet = await quietNow(database, due, nowMs)
      const held = (await Promise.all([...quiet].map(([actorId, until]) => database.rows(hold({ actorId, now, until }))))).flat()
      const actorIds = due.filter((actorId) => !quiet.has(actorId))
      const claimed = actorIds.length === 0 ? [] : await database.rows(claim({ actorIds, now, leaseEnd: iso(leaseEndMs) }))
      if (claimed.length === 0) return { rows: held.length, letters: [] }
      const notices = await database.rows(stillToTell, [claimed.map(({ id }) => id)])
      const worthIt = new Set(notices.map(({ id }) => id))
      const settled = claimed.filter(({ id }) => !worthIt.has(id)).map(({ id }) => id)
      if (settled.length > 0) await settlements.forget(settled)
      const perRecipient = Map.groupBy(notices, (row) => row.actorId)
      const letters = [...perRecipient.values()].flatMap((rows) => letterTo(rows, { webUrl, seal, nowMs }, replies))
      return { rows: held.length + claimed.length, letters }
    },
  }
}

function letterTo(rows: readonly Row[], maker: LinkMaker, replies: Pick<ReplyAddresses, 'of'> | null) {
  const [first] = rows
  if (!first) return []
  const isOfOneCard = first.cardId !== null && rows.every((row) => row.cardId === first.cardId)
  const reply = replies && isOfOneCard ? replyTo(rows) : null
  return [
    {
      ...letterOf(
        rows.map((row) => withAnswer(row, maker)),
        maker,
        reply && isOffered(reply.act, rows) ? reply.act : null,
      ),
      id: first.id,
      recipient: first.recipient,
      rows,
      ...(isOfOneCard && { thread: `card-${first.cardId}` }),
      ...(replies && reply && { replyTo: replies.of(reply) }),
    },
  ]
}

function withAnswer(row: Row, maker: LinkMaker): LetterNotice {
  const { question } = row
  return question === null ? row : { ...row, answer: answerParagraphs({ ...row, question }, maker) }
}

/** A reply answers the only question in a mail about one card; otherwise it comments on the card, which viewers may not. */
function replyTo(rows: readonly Row[]): { act: ReplyAct; activityId: string; actorId: string } | null {
  const [question, ...otherQuestions] = rows.filter(({ reason }) => reason === 'question')
  if (question && otherQuestions.length === 0) return { act: 'answer', ...question }
  const last = rows.at(-1)
  return last && (last.role === 'member' || last.role === 'admin') ? { act: 'comment', ...last } : null
}

/** A reply that would be refused in any case is not offered. If one comes all the same, its sender is told what to do instead. */
const isOffered = (act: ReplyAct, rows: readonly Row[]): boolean =>
  act === 'comment' ||
  rows.every(({ reason, question, role }) => reason !== 'question' || (question && !question.questions && mayAnswer({ question, role })))
