import { fieldRefusal, type Session } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import { notFound } from '../../kernel/access.ts'
import { isUuid } from '../../kernel/common/ids.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { page } from '../../kernel/reply.ts'
import { keyOf } from '../cards/summary.ts'
import { type Counted, endedByOctets, pageOf } from '../pages.ts'
import { timeIn } from '../since.ts'
import { type HoldOf, holdsOf } from './holds/hold.ts'
import { withOctets } from './octets.ts'
import { eventOnWire, type SessionEventRow, sessionOnWire } from './record.ts'
import { leftByUndo } from './undo/left.ts'

/** Reading sessions and their trails. Specification: service §4, decisions §4. */
type KeyedRow = SessionRow & { keyPrefix: string; number: number }

const keyed = 'select s.*, b.key_prefix, c.number from sessions s join boards b on b.id = s.board_id join cards c on c.id = s.card_id'
const oneSession = sql<KeyedRow>(`${keyed} where s.board_id = $1 and s.id = $2`)
const ofCard = pageOfSessions('where s.board_id = $1 and s.card_id = $2 and ($3::uuid is null or s.id < $3)')
const ofBoard = pageOfSessions('where s.board_id = $1 and ($2::text is null or s.state = $2) and ($3::uuid is null or s.id < $3)')
/** Only of boards that the caller can read now. */
const ofActor = pageOfSessions(`join members m on m.board_id = s.board_id and m.actor_id = $1
  where (s.agent_actor_id = $1 or s.initiator_actor_id = $1) and ($2::text is null or s.state = $2) and ($3::uuid is null or s.id < $3)
    and ($5::uuid[] is null or s.board_id = any ($5))`)
/** Sessions of these boards that this transaction has written: a row has the id of its transaction as `xmin`. */
const written = sql<KeyedRow>(`${keyed} where s.board_id = any ($1::uuid[]) and s.xmin = pg_current_xact_id()::xid order by s.id limit $2`)
const eventsAfter = pageOfEvents('id > $2')
const eventsSince = pageOfEvents('created_at > $2')
const knownEvent = sql<{ id: string }>('select id from session_events where session_id = $1 and id = $2')

function pageOfSessions(of: string) {
  return sql<Counted<KeyedRow>>(endedByOctets(withOctets(`${keyed} ${of} order by s.id desc limit $4`), 'id desc'))
}

function pageOfEvents(from: string) {
  const trail = 'select id, kind, body, created_at, octet_length(body::text) as octets from session_events where session_id = $1'
  return sql<Counted<SessionEventRow>>(endedByOctets(`${trail} and ${from} order by id limit $3`, 'id'))
}

const nilUuid = '00000000-0000-0000-0000-000000000000'

export const readSession: HandlerOf<'session.get'> = async (read) => {
  const row = await read.row(oneSession, [read.boardId, read.target.id])
  if (!row) throw notFound('session')
  const [holdOf, left] = await Promise.all([holdsOf(read, [row]), leftByUndo(read, row)])
  const session = keyedOnWire(row, read, holdOf)
  return session.undone && left !== null ? { ...session, undone: { ...session.undone, left } } : session
}

/** Inside a transaction: the sessions that it has opened or changed. */
export async function sessionsWritten(read: Context, boardIds: readonly string[], limit: number): Promise<Session[]> {
  const rows = await read.rows(written, [[...boardIds], limit])
  const holdOf = await holdsOf(read, rows)
  return rows.map((row) => keyedOnWire(row, read, holdOf))
}

export const sessionsOfCard: RunOf<'session.listForCard'> = async (read, input) =>
  sessionPage(await read.rows(ofCard, [read.boardId, read.target.id, input.cursor ?? null, input.limit + 1]), read, input.limit)

export const sessionsOfBoard: RunOf<'session.listForBoard'> = async (read, input) =>
  sessionPage(await read.rows(ofBoard, [read.boardId, input.state ?? null, input.cursor ?? null, input.limit + 1]), read, input.limit)

export const mySessions: RunOf<'session.mine'> = async (read, input) => {
  const leash = read.principal.grant?.leash
  const values = [read.principal.actorId, input.state ?? null, input.cursor ?? null, input.limit + 1, leash ? [...leash] : null]
  return sessionPage(await read.rows(ofActor, values), read, input.limit)
}

export const sessionEvents: RunOf<'session.events'> = async (read, input) => {
  const { shown, leadsOn } = pageOf(await trail(read, read.target.id, input.since, input.limit + 1), input.limit)
  return page({ events: shown.map(eventOnWire) }, leadsOn ? { since: leadsOn.id } : null)
}

async function trail(reader: Reader, sessionId: string, since: string | undefined, count: number): Promise<Counted<SessionEventRow>[]> {
  if (since === undefined) return reader.rows(eventsAfter, [sessionId, nilUuid, count])
  if (isUuid(since)) {
    if (!(await reader.row(knownEvent, [sessionId, since]))) throw fieldRefusal('since', 'eventElsewhere')
    return reader.rows(eventsAfter, [sessionId, since, count])
  }
  const time = timeIn(since)
  if (time === null) throw fieldRefusal('since', 'sinceNoEvent')
  return reader.rows(eventsSince, [sessionId, time, count])
}

type Context = Reader & { now: string; policy: Policy; principal: Principal }

async function sessionPage(rows: readonly Counted<KeyedRow>[], context: Context, limit: number) {
  const { shown, leadsOn } = pageOf(rows, limit)
  const holdOf = await holdsOf(context, shown)
  return page(
    shown.map((row) => keyedOnWire(row, context, holdOf)),
    leadsOn ? { cursor: leadsOn.id } : null,
  )
}

function keyedOnWire(row: KeyedRow, { now, policy }: Context, holdOf: HoldOf) {
  return sessionOnWire(row, { cardKey: keyOf(row.keyPrefix, row.number), now, staleAfterMs: policy.staleAfterMs, holdOf })
}
