import type { Activity } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { isUuid, lastUuidOf } from '../../kernel/ids.ts'
import { reply } from '../../kernel/mutation.ts'
import { type Counted, endedByOctets, pageOf } from '../pages.ts'
import { timeIn } from '../since.ts'

/** The log of a board or of one of its cards. Specification: service §4, decisions §3. */
type ActivityRow = {
  board_id: string
  seq: number
  id: string
  card_id: string | null
  actor_id: string
  verb: Activity['verb']
  payload: Record<string, unknown>
  origin: Activity['origin'] | null
  created_at: string
}

const columns = 'board_id, seq, id, card_id, actor_id, verb, payload, origin, created_at'
const seqOf = sql<{ seq: number }>('select seq from activities where board_id = $1 and id = $2 and ($3::uuid is null or card_id = $3)')
const boardAfter = after('board_id = $1')
const boardBefore = before('board_id = $1')
const cardAfter = after('board_id = $1 and card_id = $4')
const cardBefore = before('board_id = $1 and card_id = $4')
/** The last activity not above an id. An activity's createdAt is the time in its id, so a time is a bound on ids. */
const seqUpTo = sql<{ seq: number }>('select seq from activities where board_id = $1 and id <= $2 order by id desc limit 1')

function after(of: string) {
  const page = `select ${columns}, payload_octets as octets from activities where ${of} and seq > $2 order by seq limit $3`
  return sql<Counted<ActivityRow>>(endedByOctets(page, 'seq'))
}

function before(of: string) {
  const page = `select ${columns}, payload_octets as octets from activities where ${of} and seq < $2 order by seq desc limit $3`
  return sql<Counted<ActivityRow>>(endedByOctets(page, 'seq desc'))
}

export const boardActivity: HandlerOf<'board.activity'> = (read, input) =>
  activityPage(read, { boardId: read.boardId, cardId: null }, input)

export const cardActivity: HandlerOf<'card.activity'> = (read, input) =>
  activityPage(read, { boardId: read.boardId, cardId: read.target.id }, input)

type Scope = { boardId: string; cardId: string | null }

async function activityPage(
  reader: Reader,
  scope: Scope,
  input: { since?: string | undefined; before?: string | undefined; limit: number },
) {
  const ascending = input.since !== undefined
  const from = input.since !== undefined ? await seqSince(reader, scope, input.since) : await seqBefore(reader, scope, input.before)
  const { shown, leadsOn } = pageOf(await page(reader, scope, ascending, from, input.limit + 1), input.limit)
  return reply(shown.map(activityOnWire), { next: leadsOn ? { [ascending ? 'since' : 'before']: leadsOn.id } : null })
}

function page(reader: Reader, scope: Scope, ascending: boolean, from: number, count: number): Promise<Counted<ActivityRow>[]> {
  if (scope.cardId === null) return reader.rows(ascending ? boardAfter : boardBefore, [scope.boardId, from, count])
  return reader.rows(ascending ? cardAfter : cardBefore, [scope.boardId, from, count, scope.cardId])
}

async function seqSince(reader: Reader, scope: Scope, since: string): Promise<number> {
  if (isUuid(since)) return seqOfActivity(reader, scope, 'since', since)
  const time = timeIn(since)
  if (time === null) throw invalid('since', 'is neither an activity id nor an ISO-8601 time. Send the id of the last activity you have.')
  return (await reader.row(seqUpTo, [scope.boardId, lastUuidOf(Date.parse(time))]))?.seq ?? 0
}

async function seqBefore(reader: Reader, scope: Scope, before: string | undefined): Promise<number> {
  return before === undefined ? Number.MAX_SAFE_INTEGER : seqOfActivity(reader, scope, 'before', before)
}

async function seqOfActivity(reader: Reader, scope: Scope, field: string, id: string): Promise<number> {
  const row = await reader.row(seqOf, [scope.boardId, id, scope.cardId])
  if (!row) throw invalid(field, `is no activity of this ${scope.cardId === null ? 'board' : 'card'}. Send an id that this log gave you.`)
  return row.seq
}

export function activityOnWire(row: ActivityRow): Activity {
  const activity = {
    ...{ id: row.id, boardId: row.board_id, seq: row.seq, cardId: row.card_id, actorId: row.actor_id },
    ...{ verb: row.verb, payload: row.payload, createdAt: row.created_at },
  }
  return row.origin ? { ...activity, origin: row.origin } : activity
}
