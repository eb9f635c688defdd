import { sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/sessions.ts'
import { holdsScope } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { type CardFace, cardSummaryOf, keyOf } from '../cards/wire.ts'
import { faceColumns } from '../faces.ts'
import { inboxOf } from '../notifications/handlers.ts'
import { endedByOctets } from '../pages.ts'
import { withOctets } from './octets.ts'
import { sessionOnWire } from './wire.ts'

/** What waits for the caller, on every board it can read. Specification: service §4 (my_work), decisions §4. */
type WorkRow = CardFace & { keyPrefix: string; boardId: string; boardName: string }

const cards = `select ${faceColumns}, c.board_id, b.key_prefix, b.name as board_name from card_faces c
  join boards b on b.id = c.board_id and b.archived_at is null
  join members m on m.board_id = c.board_id and m.actor_id = $1`
const open = 'c.completed_at is null and c.archived_at is null and ($2::uuid[] is null or c.board_id = any ($2))'
const assigned = sql<WorkRow>(`${cards} join card_assignees own on own.card_id = c.id and own.actor_id = $1
  where ${open} order by c.due_at nulls last, c.id limit $3`)
const delegated = sql<WorkRow>(`${cards} where c.delegate_actor_id = $1 and ${open} and coalesce((
    select s.state <> 'done' from sessions s where s.card_id = c.id and s.agent_actor_id = $1 order by s.id desc limit 1), true)
  order by c.delegated_at, c.id limit $3`)
/** The open questions that were routed to the caller, whether it has read of them or not; those that wait longest come first. */
const questions = `select s.*, b.key_prefix, c.number from sessions s
  join members m on m.board_id = s.board_id and m.actor_id = $1
  join boards b on b.id = s.board_id
  join cards c on c.id = s.card_id
  where s.ended_at is null and s.state = 'awaiting_input' and ($2::uuid[] is null or s.board_id = any ($2))
    and exists (select from notifications n where n.session_id = s.id and n.actor_id = $1 and n.reason = 'question'
      and n.created_at >= (s.question->>'askedAt')::timestamptz)
  order by s.question->>'askedAt', s.id limit $3`
const awaiting = sql<SessionRow & { keyPrefix: string; number: number }>(endedByOctets(withOctets(questions), "question->>'askedAt', id"))

export const readWork: HandlerOf<'me.work'> = async (read, input) => {
  const { principal, now } = read
  const leash = principal.grant?.leash ? [...principal.grant.leash] : null
  const of = [principal.actorId, leash, input.limit] as const
  const [mine, given, asked, unread] = await Promise.all([
    read.rows(assigned, of),
    read.rows(delegated, of),
    holdsScope(principal, 'sessions:read') ? read.rows(awaiting, of) : [],
    holdsScope(principal, 'notifications:read') ? inboxOf(read, principal, { unread: true, cursor: null, limit: input.limit }) : [],
  ])
  const context = { now, staleAfterMs: read.policy.staleAfterMs }
  const onWire = (row: WorkRow) => ({
    ...cardSummaryOf(row, { ...context, keyPrefix: row.keyPrefix }),
    boardId: row.boardId,
    boardName: row.boardName,
  })
  return {
    assigned: mine.map(onWire),
    delegated_to_me: given.map(onWire),
    sessions_awaiting_me: asked.map((row) => sessionOnWire(row, { ...context, cardKey: keyOf(row.keyPrefix, row.number) })),
    notifications: unread,
  }
}
