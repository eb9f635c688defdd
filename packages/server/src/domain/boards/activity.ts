import { type Activity, fieldRefusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { activities } from '../../db/tables/service/activities.ts'
import { columnList, pick } from '../../db/writes.ts'
import { isUuid, lastUuidOf } from '../../kernel/common/ids.ts'
import type { RunOf } from '../../kernel/handlers.ts'
import { shownHashes } from '../../kernel/log-hashes.ts'
import type { ActivityRow as CommittedRow } from '../../kernel/record.ts'
import { page } from '../../kernel/reply.ts'
import { type Counted, endedByOctets, pageOf } from '../pages.ts'
import { timeIn } from '../since.ts'
import { type Choice, seqsOfChosen } from './chosen-activities.ts'

/** The log of a board. Specification: service §4, decisions §3. */
export type ActivityRow = Omit<typeof activities.$inferSelect, 'payloadOctets' | 'hash' | 'payloadHash' | 'undoId'> & {
  hash: string | null
  payloadHash: string | null
}

const shown = pick(activities, ['boardId', 'seq', 'id', 'cardId', 'actorId', 'verb', 'payload', 'origin', 'createdAt', 'sessionId'])
/** The hashes of an activity on the wire. */
export const hashesOf = (alias: string) => `encode(${alias}.hash, 'hex') as hash, encode(${alias}.payload_hash, 'hex') as payload_hash`
export const activityColumns = `${columnList(shown)}, ${hashesOf('activities')}`
const seqOf = sql<{ seq: number }>('select seq from activities where board_id = $1 and id = $2')
const after = sql<Counted<ActivityRow>>(pageOfActivities('board_id = $1 and seq > $2 order by seq limit $3', 'seq'))
const before = sql<Counted<ActivityRow>>(pageOfActivities('board_id = $1 and seq < $2 order by seq desc limit $3', 'seq desc'))
/** `$2` places in the log. */
const theseOldestFirst = sql<Counted<ActivityRow>>(pageOfActivities('board_id = $1 and seq = any ($2::bigint[]) order by seq', 'seq'))
const theseNewestFirst = sql<Counted<ActivityRow>>(
  pageOfActivities('board_id = $1 and seq = any ($2::bigint[]) order by seq desc', 'seq desc'),
)
/** The last activity not above an id. An activity's createdAt is the time in its id, so a time is a bound on ids. */
const seqUpTo = sql<{ seq: number }>('select seq from activities where board_id = $1 and id <= $2 order by id desc limit 1')

/** `$1` boards and `$2` places in their logs, in that order. */
export const activitiesAt = sql<ActivityRow>(`select ${columnList(shown, 'a')}, ${hashesOf('a')}
  from unnest($1::uuid[], $2::bigint[]) with ordinality as w(board_id, seq, place)
    join activities a on a.board_id = w.board_id and a.seq = w.seq order by w.place`)

/** Activities `of` a log, which is said with its order and limit. */
export function pageOfActivities(of: string, order: string, octets?: number): string {
  return endedByOctets(`select ${activityColumns}, payload_octets as octets from activities where ${of}`, order, octets)
}

/** The position in a log at which a page starts, as given by a caller. */
export type LogInput = { since?: string | undefined; before?: string | undefined; limit: number }

export const boardActivity: RunOf<'board.activity'> = async (read, input) => {
  const { boardId } = read
  const newestFirst = input.since === undefined
  const from = input.since === undefined ? await seqBefore(read, boardId, input.before) : await seqSince(read, boardId, input.since)
  const most = input.limit + 1
  const choice = choiceOf(input)
  if (choice === null) return activityPage(await read.rows(newestFirst ? before : after, [boardId, from, most]), input)
  const seqs = await seqsOfChosen(read, { boardId, from, most, choice, newestFirst })
  return activityPage(await read.rows(newestFirst ? theseNewestFirst : theseOldestFirst, [boardId, seqs]), input)
}

/** Null when all of the log is wanted. */
function choiceOf({ actorId, verb = '*' }: { actorId?: string | undefined; verb?: string | undefined }): Choice | null {
  if (actorId === undefined && verb === '*') return null
  const family = verb.endsWith('*') ? verb.slice(0, -1) : null
  return { actorId: actorId ?? null, verb: family === null ? verb : null, family }
}

export function activityPage(rows: readonly Counted<ActivityRow>[], { since, limit }: LogInput) {
  const { shown, leadsOn } = pageOf(rows, limit)
  return page(shown.map(activityOnWire), leadsOn ? { [since === undefined ? 'before' : 'since']: leadsOn.id } : null)
}

/** The position that `since` names: an activity id, or the greatest id of a time. Throws validation when it is neither. */
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

/** The activity as it is read once it has been committed. */
export const committedOnWire = ({ at, payload, origin, ...row }: CommittedRow): Activity =>
  activityOnWire({ ...row, payload: JSON.parse(payload), origin: origin === null ? null : JSON.parse(origin), createdAt: at })

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
    ...shownHashes(row),
  }
  return { ...activity, ...(row.origin && { origin: row.origin }), ...(row.sessionId !== null && { sessionId: row.sessionId }) }
}
