import type { Notification } from '@tandem/contract'
import { TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { HandlerOf, Handlers } from '../../kernel/handlers.ts'
import { reply } from '../../kernel/mutation.ts'
import type { Principal } from '../../kernel/principal.ts'
import { keyOf } from '../cards/wire.ts'

/** The personal inbox; access is looked at again with each read. Specification: service §4, decisions §5. */
type Row = {
  id: string
  actor_id: string
  activity_id: string
  board_id: string
  board_name: string
  key_prefix: string
  card_id: string | null
  number: number | null
  title: string | null
  session_id: string | null
  reason: Notification['reason']
  verb: string
  by_actor_id: string
  by_name: string
  by_kind: 'human' | 'agent'
  excerpt: string | null
  read_at: string | null
  created_at: string
}

/** Rows of boards that the actor can read now. */
const inSight = `from notifications n
  join members m on m.board_id = n.board_id and m.actor_id = n.actor_id
  join boards b on b.id = n.board_id
  join actors a on a.id = n.by_actor_id
  left join cards c on c.id = n.card_id and c.board_id = n.board_id`
/** `$1` actor, `$2` leash or null. */
const readable = `${inSight} where n.actor_id = $1 and ($2::uuid[] is null or n.board_id = any ($2))`
const columns = `n.id, n.actor_id, n.activity_id, n.board_id, b.name as board_name, b.key_prefix, n.card_id, c.number, c.title, n.session_id,
  n.reason, n.verb, n.by_actor_id, a.name as by_name, a.kind as by_kind, n.excerpt, n.read_at, n.created_at`
const inbox = sql<Row>(`select ${columns} ${readable} and ($3::uuid is null or n.id < $3) order by n.id desc limit $4`)
const unread = sql<Row>(
  `select ${columns} ${readable} and n.read_at is null and ($3::uuid is null or n.id < $3) order by n.id desc limit $4`,
)
const one = sql<Row>(`select ${columns} ${readable} and n.id = $3`)
const these = sql<Row>(
  `select ${columns} ${inSight} where (n.actor_id, n.id) in (select * from unnest($1::uuid[], $2::uuid[])) order by n.id`,
)
const markOne = sql('update notifications set read_at = $3 where actor_id = $1 and id = $2 and read_at is null')
const markAll = sql<{ marked: number }>(`with marked as (
    update notifications n set read_at = $3
    where n.actor_id = $1 and n.read_at is null and ($2::uuid[] is null or n.board_id = any ($2))
      and exists (select from members m where m.board_id = n.board_id and m.actor_id = n.actor_id)
    returning n.id
  ) select count(*) as marked from marked`)

export async function inboxOf(
  reader: Reader,
  principal: Principal,
  of: { unread: boolean; cursor: string | null; limit: number },
): Promise<Notification[]> {
  const rows = await reader.rows(of.unread ? unread : inbox, [principal.actorId, leashOf(principal), of.cursor, of.limit])
  return rows.map(onWire)
}

/** Rows of any inboxes, by whose they are and their id: those that can be read by whose they are. */
export async function notificationsOf(reader: Reader, rows: readonly { actor_id: string; id: string }[]): Promise<Notification[]> {
  return (await reader.rows(these, [rows.map((row) => row.actor_id), rows.map((row) => row.id)])).map(onWire)
}

const list: HandlerOf<'notification.list'> = async (read, input) => {
  const rows = await inboxOf(read, read.principal, { unread: input.unread ?? false, cursor: input.cursor ?? null, limit: input.limit + 1 })
  const shown = rows.slice(0, input.limit)
  const last = shown.at(-1)
  return reply(shown, { next: rows.length > input.limit && last ? { cursor: last.id } : null })
}

const markRead: HandlerOf<'notification.read'> = async (act, input) => {
  const principal = signedIn(act.principal)
  const row = await act.row(one, [principal.actorId, leashOf(principal), input.notificationId])
  if (!row) throw new TandemError('not_found', 'No such notification in your inbox. List the inbox again.')
  act.send(markOne, [principal.actorId, row.id, act.now])
  return reply(onWire({ ...row, read_at: row.read_at ?? act.now }), { boardId: row.board_id })
}

const markAllRead: HandlerOf<'notification.readAll'> = async (act) => {
  const principal = signedIn(act.principal)
  return { marked: (await act.row(markAll, [principal.actorId, leashOf(principal), act.now]))?.marked ?? 0 }
}

export const notificationHandlers = {
  'notification.list': list,
  'notification.read': markRead,
  'notification.readAll': markAllRead,
} satisfies Partial<Handlers>

const leashOf = (principal: Principal): string[] | null => (principal.grant?.leash ? [...principal.grant.leash] : null)

function signedIn(principal: Principal | null): Principal {
  if (!principal) throw new TandemError('unauthorized', 'Sign in first.')
  return principal
}

function onWire(row: Row): Notification {
  return {
    ...{ id: row.id, actorId: row.actor_id, activityId: row.activity_id, boardId: row.board_id, boardName: row.board_name },
    ...{ cardId: row.card_id, cardKey: row.number === null ? null : keyOf(row.key_prefix, row.number), cardTitle: row.title },
    ...{ sessionId: row.session_id, reason: row.reason, verb: row.verb },
    actor: { id: row.by_actor_id, name: row.by_name, kind: row.by_kind },
    ...{ excerpt: row.excerpt, readAt: row.read_at, createdAt: row.created_at },
  }
}
