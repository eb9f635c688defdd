import { type Explanation, type Notification, refusal, type TextAuthor } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { notifications } from '../../db/tables/service/notifications.ts'
import { pick, returning, write } from '../../db/writes.ts'
import { holdsScope } from '../../kernel/access.ts'
import { answers, type HandlerOf, type Handlers, type RunOf } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { excerptOf } from '../../kernel/notices.ts'
import { done, page } from '../../kernel/reply.ts'
import { keyOf } from '../cards/summary.ts'
import { endsQuestion } from '../sessions/questions/late.ts'
import { ofText, quotedAuthor } from './quoted-author.ts'

/** The personal inbox; access is checked again with each read. Specification: service §4, decisions §5. */
type Row = {
  id: string
  actorId: string
  activityId: string
  boardId: string
  boardName: string
  keyPrefix: string
  cardId: string | null
  number: number | null
  title: string | null
  sessionId: string | null
  reason: Notification['reason']
  verb: string
  byActorId: string
  byName: string
  byKind: 'human' | 'agent'
  byAvatarUrl: string | null
  excerpt: string | null
  because: Notification['because'] | null
  author: TextAuthor | null
  why: Explanation | null
  requestId: string | null
  readAt: string | null
  createdAt: string
  invitationId: string | null
  /** For `question`: the kind of the event that ended it. */
  endKind: 'answer' | 'question' | 'state_change' | null
  answer: string | null
  answeredBy: string | null
}

/** Rows of boards that the actor can read now, and requests and invitations to the actor while they are open. */
const joined = `from notifications n
  left join members m on m.board_id = n.board_id and m.actor_id = n.actor_id
  left join agent_requests r on n.reason = 'agent_requested' and r.activity_id = n.activity_id and r.owner_actor_id = n.actor_id
    and r.settled_at is null
  left join invitations i on n.reason = 'invited' and i.board_id = n.board_id and i.actor_id = n.actor_id
  join boards b on b.id = n.board_id
  join actors a on a.id = n.by_actor_id
  left join cards c on c.id = n.card_id and c.board_id = n.board_id
  left join activities t on t.board_id = n.board_id and t.id = case when n.reason in ('rule', 'webhook_disabled', 'question', ${ofText}) then n.activity_id end
  left join lateral (
    select kind, body from session_events where session_id = n.session_id and id > (t.payload ->> 'eventId')::uuid and ${endsQuestion}
    order by id limit 1
  ) e on n.reason = 'question'
  left join actors p on p.id = (e.body ->> 'actorId')::uuid and (e.body ->> 'byDefault') is distinct from 'true'`
const isVisible = '(m.actor_id is not null or r.id is not null or i.id is not null)'
/** `$1` actor, `$2` leash or null. */
const readable = `${joined} where ${isVisible} and n.actor_id = $1 and ($2::uuid[] is null or n.board_id = any ($2))`
const columns = `n.id, n.actor_id, n.activity_id, n.board_id, b.name as board_name, b.key_prefix, n.card_id, c.number, c.title, n.session_id,
  n.reason, n.verb, n.by_actor_id, a.name as by_name, a.kind as by_kind, a.avatar_url as by_avatar_url, n.excerpt, n.because,
  ${quotedAuthor('n', 't')} as author, t.payload -> 'why' as why, r.id as request_id, n.read_at, n.created_at,
  i.id as invitation_id, e.kind as end_kind, e.body ->> 'answer' as answer, p.name as answered_by`
const inbox = sql<Row>(`select ${columns} ${readable} and ($3::uuid is null or n.id < $3) order by n.id desc limit $4`)
const unread = sql<Row>(
  `select ${columns} ${readable} and n.read_at is null and ($3::uuid is null or n.id < $3) order by n.id desc limit $4`,
)
const one = sql<Row>(`select ${columns} ${readable} and n.id = $3`)
const these = sql<Row>(
  `select ${columns} ${joined} where ${isVisible} and (n.actor_id, n.id) in (select * from unnest($1::uuid[], $2::uuid[])) order by n.id`,
)
const markOne = write(
  pick(notifications, ['actorId', 'id', 'readAt']),
  (given) =>
    `update notifications set read_at = ${given.readAt} where actor_id = ${given.actorId} and id = ${given.id} and read_at is null`,
)
const markAll = write(
  { ...pick(notifications, ['actorId', 'readAt']), leash: parameter<readonly string[] | null>('uuid[]') },
  ({ actorId, readAt, leash }) => `with marked as (
    update notifications n set read_at = ${readAt}
    where n.actor_id = ${actorId} and n.read_at is null and (${leash} is null or n.board_id = any (${leash}))
      and (
        exists (select from members m where m.board_id = n.board_id and m.actor_id = n.actor_id)
        or exists (select from agent_requests r where r.activity_id = n.activity_id and r.owner_actor_id = n.actor_id and r.settled_at is null)
        or (n.reason = 'invited' and exists (select from invitations i where i.board_id = n.board_id and i.actor_id = n.actor_id))
      )
    returning n.id
  ) select count(*) as marked from marked`,
  returning<{ marked: number }>(),
)

export async function inboxOf(
  reader: Reader,
  principal: Principal,
  of: { unread: boolean; cursor: string | null; limit: number },
): Promise<Notification[]> {
  const rows = await reader.rows(of.unread ? unread : inbox, [principal.actorId, leashOf(principal), of.cursor, of.limit])
  return rows.map(holdsScope(principal, 'sessions:read') ? withAnswer : onWire)
}

/** Notifications by recipient and id, across inboxes: those that their recipient can still read. */
export async function notificationsOf(reader: Reader, rows: readonly { actorId: string; id: string }[]): Promise<Notification[]> {
  return (await reader.rows(these, [rows.map((row) => row.actorId), rows.map((row) => row.id)])).map(onWire)
}

const list: RunOf<'notification.list'> = async (read, input) => {
  const rows = await inboxOf(read, read.principal, { unread: input.unread ?? false, cursor: input.cursor ?? null, limit: input.limit + 1 })
  const shown = rows.slice(0, input.limit)
  const last = shown.at(-1)
  return page(shown, rows.length > input.limit && last ? { cursor: last.id } : null)
}

const markRead: RunOf<'notification.read'> = async (act, input) => {
  const principal = signedIn(act.principal)
  const row = await act.row(one, [principal.actorId, leashOf(principal), input.notificationId])
  if (!row) throw refusal('notificationGone')
  act.send(markOne({ actorId: principal.actorId, id: row.id, readAt: act.now }))
  const shown = { ...row, readAt: row.readAt ?? act.now }
  return done(holdsScope(principal, 'sessions:read') ? withAnswer(shown) : onWire(shown), row.boardId)
}

const markAllRead: HandlerOf<'notification.readAll'> = async (act) => {
  const principal = signedIn(act.principal)
  const marked = await act.row(markAll({ actorId: principal.actorId, readAt: act.now, leash: leashOf(principal) }))
  return { marked: marked?.marked ?? 0 }
}

export const notificationHandlers = {
  'notification.list': { run: list },
  'notification.read': { run: markRead },
  'notification.readAll': answers(markAllRead),
} satisfies Partial<Handlers>

const leashOf = (principal: Principal): string[] | null => (principal.grant?.leash ? [...principal.grant.leash] : null)

function signedIn(principal: Principal | null): Principal {
  if (!principal) throw refusal('signInFirst')
  return principal
}

/** The answer to a question is part of its session. */
const withAnswer = (row: Row): Notification => ({
  ...onWire(row),
  ...(row.endKind === 'answer' && { answer: { by: row.answeredBy, text: excerptOf(row.answer ?? '') ?? '' } }),
})

function onWire(row: Row): Notification {
  return {
    id: row.id,
    actorId: row.actorId,
    activityId: row.activityId,
    boardId: row.boardId,
    boardName: row.boardName,
    cardId: row.cardId,
    cardKey: row.number === null ? null : keyOf(row.keyPrefix, row.number),
    cardTitle: row.title,
    sessionId: row.sessionId,
    reason: row.reason,
    verb: row.verb,
    actor: { id: row.byActorId, name: row.byName, kind: row.byKind, ...(row.byAvatarUrl !== null && { avatarUrl: row.byAvatarUrl }) },
    ...(row.reason === 'agent_requested' && { requestId: row.requestId }),
    excerpt: row.excerpt,
    ...(row.author && { author: row.author }),
    ...(row.because && { opened: false as const, because: row.because }),
    ...(row.why && { why: row.why }),
    readAt: row.readAt,
    createdAt: row.createdAt,
    ...(row.invitationId !== null && { invitationId: row.invitationId }),
  }
}
