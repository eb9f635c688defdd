import { type Activity, fieldRefusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { activities } from '../../db/tables/service/activities.ts'
import { columnList, pick } from '../../db/writes.ts'
import { isUuid, lastUuidOf } from '../../kernel/common/ids.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { type Counted, endedByOctets, pageOf } from '../pages.ts'
import { timeIn } from '../since.ts'

/** The log of a board. Specification: service §4, decisions §3. */
export type ActivityRow = Omit<typeof activities.$inferSelect, 'payloadOctets'>

const shown = pick(activities, ['boardId', 'seq', 'id', 'cardId', 'actorId', 'verb', 'payload', 'origin', 'createdAt'])
const columns = columnList(shown)
const seqOf = sql<{ seq: number }>('select seq from activities where board_id = $1 and id = $2')
const after = sql<Counted<ActivityRow>>(pageOfActivities('board_id = $1 and seq > $2 order by seq limit $3', 'seq'))
const before = sql<Counted<ActivityRow>>(pageOfActivities('board_id = $1 and seq < $2 order by seq desc limit $3', 'seq desc'))
/** Of one actor, of one verb, or of a family, which is given by how its verbs begin. A rare one is looked for through the whole log. */
const only = `($4::uuid is null or actor_id = $4) and ($5::text is null or verb = $5) and ($6::text is null or starts_with(verb, $6))`
const afterOf = sql<Counted<ActivityRow>>(pageOfActivities(`board_id = $1 and seq > $2 and ${only} order by seq limit $3`, 'seq'))
const beforeOf = sql<Counted<ActivityRow>>(
  pageOfActivities(`board_id = $1 and seq < $2 and ${only} order by seq desc limit $3`, 'seq desc'),
)
/** The last activity not above an id. An activity's createdAt is the time in its id, so a time is a bound on ids. */
const seqUpTo = sql<{ seq: number }>('select seq from activities where board_id = $1 and id <= $2 order by id desc limit 1')

/** Activities `of` a log, which is said with its order and limit. */
export function pageOfActivities(of: string, order: string, octets?: number): string {
  return endedByOctets(`select ${columns}, payload_octets as octets from activities where ${of}`, order, octets)
}

/** Where a page of a log begins, as a caller says it. */
export type LogInput = { since?: string | undefined; before?: string | undefined; limit: number }

export const boardActivity: RunOf<'board.activity'> = async (read, input) => {
  const { boardId } = read
  const [all, some, from] =
    input.since === undefined
      ? [before, beforeOf, await seqBefore(read, boardId, input.before)]
      : [after, afterOf, await seqSince(read, boardId, input.since)]
  const values = [boardId, from, input.limit + 1]
  const chosen = chosenBy(input)
  return activityPage(await (chosen ? read.rows(some, [...values, ...chosen]) : read.rows(all, values)), input)
}

/** The values of `only`; null when all of the log is wanted. */
function chosenBy({ actorId, verb = '*' }: { actorId?: string | undefined; verb?: string | undefined }): (string | null)[] | null {
  if (actorId === undefined && verb === '*') return null
  const family = verb.endsWith('*') ? verb.slice(0, -1) : null
  return [actorId ?? null, family === null ? verb : null, family]
}

export function activityPage(rows: readonly Counted<ActivityRow>[], { since, limit }: LogInput) {
  const { shown, leadsOn } = pageOf(rows, limit)
  return page(shown.map(activityOnWire), leadsOn ? { [since === undefined ? 'before' : 'since']: leadsOn.id } : null)
}

/** What a `since` says: the activity that a reader has last, or the greatest id of a time. Throws validation when it is neither. */
export function sinceOf(since: string): { id: string } | { upTo: string } {
  if (isUuid(since)) return { id: since }
  const time = timeIn(since)
  if (time === null) throw fieldRefusal('since', 'sinceNoActivity')
  return { upTo: lastUuidOf(Date.parse(time)) }
}

async function seqSince(reader: Reader, boardId: string, since: string): Promise<number> {
  const from = sinceOf(since)
  if ('id' in from) return seqOfActivity(reader, boardId, 'since', from.id)
  return (await reader.row(seqUpTo, [boardId, from.upTo]))?.seq ?? 0
}

async function seqBefore(reader: Reader, boardId: string, before: string | undefined): Promise<number> {
  return before === undefined ? Number.MAX_SAFE_INTEGER : seqOfActivity(reader, boardId, 'before', before)
}

async function seqOfActivity(reader: Reader, boardId: string, field: string, id: string): Promise<number> {
  const row = await reader.row(seqOf, [boardId, id])
  if (!row) throw unknownActivity(field, 'board')
  return row.seq
}

export const unknownActivity = (field: string, of: 'board' | 'card') => fieldRefusal(field, 'activityElsewhere', { of })

export function activityOnWire(row: ActivityRow): Activity {
  const activity = {
    id: row.id,
    boardId: row.boardId,
    seq: row.seq,
    cardId: row.cardId,
    actorId: row.actorId,
    verb: row.verb,
    payload: row.payload,
    createdAt: row.createdAt,
  }
  return row.origin ? { ...activity, origin: row.origin } : activity
}
