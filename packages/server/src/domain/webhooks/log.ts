import { type Activity, type Delivery, logHeadHeader, refusal, signatureHeaders } from '@tandem/contract'
import { type Reader, type Statement, sql } from '../../db/database.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import { page } from '../../kernel/reply.ts'
import { type ActivityRow, activityColumns, activityOnWire } from '../boards/activity.ts'
import { type Ping, pingOf } from './ping.ts'

/** The log of a subscription's deliveries. Specification: decisions §5, reliability W9. */
type Row = {
  id: string
  webhookId: string
  boardId: string
  state: Delivery['status']
  attempts: number
  nextAttemptAt: string
  createdAt: string
  finishedAt: string | null
  lastStatus: number | null
  lastError: string | null
  lastDurationMs: number | null
  lastAnswer: string | null
  pingedBy: string | null
  seq: number
  activityId: string | null
  verb: string | null
}

const deliveries = `select d.id, d.webhook_id, d.board_id, d.state, d.attempts, d.next_attempt_at, d.created_at, d.finished_at, d.last_status,
    d.last_error, d.last_duration_ms, d.last_answer, d.pinged_by, d.seq, a.id as activity_id, a.verb
  from deliveries d left join activities a on a.board_id = d.board_id and a.seq = d.seq`
const one = sql<Row>(`${deliveries} where d.webhook_id = $1 and d.id = $2`)

/** One for each status, with the status as a constant: rare ones have an index of their own. */
const pages: Record<Delivery['status'] | 'any', Statement<Row>> = {
  any: pageOf('true'),
  pending: pageOf(`d.state = 'pending'`),
  delivered: pageOf(`d.state = 'delivered'`),
  failed: pageOf(`d.state = 'failed'`),
  canceled: pageOf(`d.state = 'canceled'`),
}

function pageOf(condition: string): Statement<Row> {
  return sql<Row>(`${deliveries} where d.webhook_id = $1 and ($2::uuid is null or d.id < $2) and ${condition} order by d.id desc limit $3`)
}

export const listDeliveries: RunOf<'webhook.deliveries'> = async (read, input) => {
  const rows = await read.rows(pages[input.status ?? 'any'], [read.target.id, input.cursor ?? null, input.limit + 1])
  const shown = rows.slice(0, input.limit).map(onWire)
  const last = shown.at(-1)
  return page(shown, rows.length > input.limit && last ? { cursor: last.id } : null)
}

const activityAt = sql<ActivityRow>(`select ${activityColumns} from activities where board_id = $1 and seq = $2`)

/** The delivery, with the request of its next attempt except for time and signature. */
export const readDelivery: HandlerOf<'webhook.delivery'> = async (read, { deliveryId }) => {
  const { target } = read
  const row = await read.row(one, [target.id, deliveryId])
  if (!row) throw unknownDelivery()
  const sent = await sentOf(read, row)
  const headers = { 'content-type': 'application/json', [signatureHeaders.deliveryId]: row.id, ...(sent && logHeadHeader(sent)) }
  return { delivery: onWire(row), request: { url: target.url, headers, body: sent && JSON.stringify(sent) } }
}

export const unknownDelivery = () => refusal('deliveryGone')

async function sentOf(reader: Reader, row: Row): Promise<Activity | Ping | null> {
  const { id: deliveryId, webhookId, boardId, seq, createdAt: madeAt } = row
  if (row.pingedBy !== null) return pingOf({ deliveryId, webhookId, boardId, seq, by: row.pingedBy, madeAt })
  const activity = await reader.row(activityAt, [boardId, seq])
  return activity ? activityOnWire(activity) : null
}

export async function deliveryOf(reader: Reader, webhookId: string, id: string): Promise<Delivery | undefined> {
  const row = await reader.row(one, [webhookId, id])
  return row && onWire(row)
}

function onWire(row: Row): Delivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    boardId: row.boardId,
    activityId: row.activityId,
    verb: row.pingedBy === null ? row.verb : 'ping',
    status: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === 'pending' ? row.nextAttemptAt : null,
    responseStatus: row.lastStatus,
    error: row.lastError,
    durationMs: row.lastDurationMs,
    responseBody: row.lastAnswer,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  }
}
