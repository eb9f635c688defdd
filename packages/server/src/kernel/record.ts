import { type Activity, canonicalJson, type Verb } from '@tandem/contract'
import { sql, type Transaction } from '../db/database.ts'
import { parameter } from '../db/parameters.ts'
import { activities as activitiesTable } from '../db/tables/service/activities.ts'
import { pick, sendRows, writeRows } from '../db/writes.ts'
import type { Trace } from '../tracing/w3c.ts'
import { iso } from './common/clock.ts'
import { timeOf, uuidV7After } from './common/ids.ts'
import { byteaOf, chainOn, shownHashes } from './log-hashes.ts'
import type { BoardHead, OwnThing, Recorded, RecordOptions } from './mutation.ts'
import { excerptOf, type NotificationRow, noticesOf, type WatchedRow, writeForWatchers, writeNotifications } from './notices.ts'

export type ActivityRow = {
  boardId: string
  seq: number
  id: string
  cardId: string | null
  actorId: string
  verb: Verb
  payload: string
  origin: string | null
  at: string
  agentActorId: string | null
  /** Null behind a gap in the chain, which a worker fills (workers/log-hashes.ts). */
  hash: string | null
  payloadHash: string | null
  /** The session of the acting agent under which it was done. */
  sessionId: string | null
  /** The undo that it is part of. */
  undoId: string | null
  /** The trace of the act, which is not stored. */
  trace: Trace | undefined
}

/** The rows that one transaction appends. They are kept in memory until its end, so that each kind of row takes one statement. */
export type Append = {
  activities: ActivityRow[]
  notifications: NotificationRow[]
  heads: Map<string, BoardHead>
  /** Activities of which the watchers of their cards are notified. */
  watched: WatchedRow[]
  /** Private data of actors that has changed, for their open connections. */
  own: { actorId: string; what: OwnThing }[]
  /** Whether people are notified by mail too. */
  mailEnabled: boolean
  /** How many deliveries it has queued; known once it has committed. */
  queuedDeliveries: number
}

export const emptyAppend = (): Append => ({
  activities: [],
  notifications: [],
  watched: [],
  own: [],
  heads: new Map(),
  mailEnabled: false,
  queuedDeliveries: 0,
})

/** The board row under lock: the first data lock of a mutation; id and seq are made from it. */
const head =
  "id, name, key_prefix, version, archived_at, last_seq, last_activity_id, last_card_number, hashed_seq, encode(last_hash, 'hex') as last_hash"
export const lockBoard = sql<BoardHead>(`select ${head} from boards where id = $1 for no key update`)

/** Several boards at once: those that are not locked. */
export const lockFreeBoards = sql<BoardHead>(
  `select ${head} from boards where id = any ($1::uuid[]) order by id for no key update skip locked`,
)

/** Several boards at once, in id order, so that no two transactions wait for each other. */
export const lockBoards = sql<BoardHead>(`select ${head} from boards where id = any ($1::uuid[]) order by id for no key update`)

/** Never before the last activity of the board, so that time order is log order even when the clock steps back. */
export function timeOn(head: BoardHead, nowMs: number): number {
  return head.lastActivityId === null ? nowMs : Math.max(nowMs, timeOf(head.lastActivityId))
}

/** Above the last activity and every other id made under this lock: id order is commit order, also for ids of other records. */
export function nextIdOn(head: BoardHead, atMs: number): string {
  head.lastId = uuidV7After(head.lastId ?? head.lastActivityId, atMs)
  return head.lastId
}

/**
 * Aligns the last ids of two boards before a card moves between them with its log: the next ids on both boards lie above all that either
 * has made.
 */
export function alignIds(one: BoardHead, other: BoardHead): void {
  const last = [one, other].map((head) => head.lastId ?? head.lastActivityId ?? '').toSorted()[1]
  if (last) one.lastId = other.lastId = last
}

export function appendActivity(
  append: Append,
  head: BoardHead,
  entry: {
    actorId: string
    verb: Verb
    payload: unknown
    origin: Activity['origin']
    underSessionId: string | null
    atMs: number
    mailEnabled: boolean
    options: RecordOptions
    trace: Trace | undefined
  },
): Recorded {
  const { options } = entry
  // Before the id of the activity: only that one is kept, and the next transaction makes its ids above it.
  const notices = noticesOf(options.notify ?? [], entry.actorId).map((notice) => ({ ...notice, id: nextIdOn(head, entry.atMs) }))
  head.lastSeq += 1
  head.lastActivityId = nextIdOn(head, entry.atMs)
  append.heads.set(head.id, head)
  const activity: ActivityRow = {
    boardId: head.id,
    seq: head.lastSeq,
    id: head.lastActivityId,
    cardId: options.cardId ?? null,
    actorId: entry.actorId,
    verb: entry.verb,
    payload: JSON.stringify(entry.payload),
    origin: entry.origin ? JSON.stringify(entry.origin) : null,
    at: iso(timeOf(head.lastActivityId)),
    agentActorId: options.agentActorId ?? null,
    hash: null,
    payloadHash: null,
    sessionId: entry.underSessionId,
    undoId: options.undoId ?? null,
    trace: entry.trace,
  }
  chainOn(head, activity, canonicalJson(entry.payload))
  append.activities.push(activity)
  append.mailEnabled = entry.mailEnabled
  if (options.settlesQuestion) markQuestionRead(append, options.sessionId, activity.at)
  const about = { activity, sessionId: options.sessionId ?? null, readAt: null }
  append.notifications.push(...notices.map((notice) => ({ ...notice, ...about })))
  const { watching } = options
  if (watching) {
    const { reason = 'watching', excerpt, peopleOnly = false } = watching
    append.watched.push({ ...about, reason, excerpt: excerptOf(excerpt), peopleOnly })
  }
  return { id: activity.id, seq: activity.seq, createdAt: activity.at, ...shownHashes(activity) }
}

/** A question that is asked and settled in one batch: its notifications are still held here when those in the tables are marked. */
function markQuestionRead(append: Append, sessionId: string | undefined, at: string): void {
  for (const row of append.notifications) {
    if (row.reason === 'question' && row.sessionId === sessionId) row.readAt = at
  }
}

/** Whether the subscription `w` hears the activity `a`. */
export const isHeard = `w.active and w.events && array['*', a.verb, split_part(a.verb, '.', 1) || '.*']
    and (w.leash is null or a.board_id = any (w.leash))
    and not (a.verb like 'webhook.%' and a.payload::json ->> 'webhookId' = w.id::text)`

const appended = {
  ...pick(activitiesTable, ['boardId', 'seq', 'id', 'cardId', 'actorId', 'verb']),
  // Encoded to JSON already.
  payload: parameter<string>('json'),
  origin: parameter<string | null>('json'),
  at: activitiesTable.createdAt,
  agentActorId: parameter<string | null>('uuid'),
  sessionId: activitiesTable.sessionId,
  undoId: activitiesTable.undoId,
  lastCardNumber: parameter<number | null>('int'),
  hash: parameter<string | null>('bytea'),
  payloadHash: parameter<string | null>('bytea'),
}

const addActivities = (rows: string): string =>
  `insert into activities (board_id, seq, id, card_id, actor_id, verb, payload, created_at, origin, hash, payload_hash, session_id, undo_id)
    select board_id, seq, id, card_id, actor_id, verb, payload, at, origin, hash, payload_hash, session_id, undo_id from ${rows}`

/** The last row of a board has the number of its last card. */
const moveHeads = (rows: string): string =>
  `update boards b set last_seq = rows.seq, last_activity_id = rows.id, last_card_number = rows.last_card_number,
      hashed_seq = case when rows.hash is null then b.hashed_seq else rows.seq end, last_hash = coalesce(rows.hash, b.last_hash)
    from ${rows} where b.id = rows.board_id and rows.last_card_number is not null`

/**
 * Appends to the log, moves the heads of the boards on and queues a delivery per matching subscription.
 *
 * A subscription gets no deliveries about itself: a failing receiver would otherwise cause, and fail, deliveries about its own changes. It
 * is locked so that one deleted at this moment drops out instead of breaking the foreign key. A first attempt is due at once: the time of
 * an activity may lie ahead when the clock has stepped back; now() has stepped back then too.
 */
const insertHeardActivities = writeRows(
  appended,
  (rows) => `with added as (${addActivities(rows)}), heads as (${moveHeads(rows)})
  insert into deliveries (id, webhook_id, board_id, seq, state, next_attempt_at, created_at)
  select uuid_at(a.at), w.id, a.board_id, a.seq, 'pending', least(a.at, now()), a.at
  from (select * from ${rows}) a join webhooks w on w.board_id = a.board_id or w.actor_id = a.agent_actor_id
  where ${isHeard}
  for key share of w`,
)

/** The same without subscriptions, which most boards do not have: 40 of 275 µs of the database for one activity. */
const insertActivities = writeRows(appended, (rows) => `with added as (${addActivities(rows)}) ${moveHeads(rows)}`)

/**
 * Subscriptions of a board are made under its lock, so those that the mutation has seen, or makes itself, are all. Those of an actor are made
 * at any time, and hear what concerns their agent.
 */
const mayBeHeard = ({ activities, heads }: Append): boolean =>
  activities.some(
    ({ boardId, verb, agentActorId }) => heads.get(boardId)?.hasWebhooks !== false || agentActorId !== null || verb === 'webhook.created',
  )

export function writeAppend(tx: Transaction, append: Append): void {
  const { activities, heads, notifications } = append
  if (activities.length === 0) return
  const rows = activities.map((row) => {
    const head = heads.get(row.boardId)
    return {
      ...row,
      hash: byteaOf(row.hash),
      payloadHash: byteaOf(row.payloadHash),
      lastCardNumber: head?.lastActivityId === row.id ? head.lastCardNumber : null,
    }
  })
  if (mayBeHeard(append))
    sendRows(tx, insertHeardActivities, rows, (deliveries) => {
      append.queuedDeliveries += deliveries
    })
  else sendRows(tx, insertActivities, rows)
  writeNotifications(tx, notifications, append.mailEnabled)
  writeForWatchers(tx, append.watched, append.mailEnabled)
}

/** Called after every commit that appended to logs, or changed private data of an actor. */
export type Nudge = (committed: Pick<Append, 'activities' | 'heads' | 'queuedDeliveries' | 'notifications' | 'watched' | 'own'>) => void
