import type { Delivery } from '@tandem/contract'
import { type Reader, type Statement, sql } from '../../db/database.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { reply } from '../../kernel/mutation.ts'

/** What became of the deliveries of a subscription. Specification: decisions §5, reliability W9. */
type Row = {
  id: string
  webhook_id: string
  board_id: string
  state: Delivery['status']
  attempts: number
  next_attempt_at: string
  created_at: string
  finished_at: string | null
  last_status: number | null
  last_error: string | null
  last_duration_ms: number | null
  last_answer: string | null
  pinged_by: string | null
  activity_id: string | null
  verb: string | null
}

const deliveries = `select d.id, d.webhook_id, d.board_id, d.state, d.attempts, d.next_attempt_at, d.created_at, d.finished_at, d.last_status,
    d.last_error, d.last_duration_ms, d.last_answer, d.pinged_by, a.id as activity_id, a.verb
  from deliveries d left join activities a on a.board_id = d.board_id and a.seq = d.seq`
const one = sql<Row>(`${deliveries} where d.webhook_id = $1 and d.id = $2`)

/** One for each, with the status as a constant: what is rare has an index of its own. */
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

export const listDeliveries: HandlerOf<'webhook.deliveries'> = async (read, input) => {
  const rows = await read.rows(pages[input.status ?? 'any'], [read.target.id, input.cursor ?? null, input.limit + 1])
  const shown = rows.slice(0, input.limit).map(onWire)
  const last = shown.at(-1)
  return reply(shown, { next: rows.length > input.limit && last ? { cursor: last.id } : null })
}

export async function deliveryOf(reader: Reader, webhookId: string, id: string): Promise<Delivery | undefined> {
  const row = await reader.row(one, [webhookId, id])
  return row && onWire(row)
}

function onWire(row: Row): Delivery {
  return {
    ...{ id: row.id, webhookId: row.webhook_id, boardId: row.board_id, activityId: row.activity_id },
    ...{ verb: row.pinged_by === null ? row.verb : 'ping', status: row.state, attempts: row.attempts },
    nextAttemptAt: row.state === 'pending' ? row.next_attempt_at : null,
    ...{ responseStatus: row.last_status, error: row.last_error, durationMs: row.last_duration_ms, responseBody: row.last_answer },
    ...{ createdAt: row.created_at, finishedAt: row.finished_at },
  }
}
