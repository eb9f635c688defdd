import { fieldRefusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { deliveries } from '../../db/tables/agents/deliveries.ts'
import { pick, write } from '../../db/writes.ts'
import { lastUuidOf, timeOf } from '../../kernel/common/ids.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { isHeard } from '../../kernel/record.ts'
import { unknownActivity } from '../boards/activity.ts'
import { lockDeliveries, mostTries, refusePaused } from './manual-deliveries.ts'

/**
 * Sends a range of the log to a subscription again, for a receiver that has lost or missed it. A known delivery keeps its id, so that the
 * receiver drops duplicates; pending ones are left alone. Unlike a single redelivery, these count towards the streak of failures: a
 * receiver that is down is not called ten thousand times.
 */
const seqOf = sql<{ seq: number }>('select seq from activities where board_id = $1 and id = $2')
const lastBetween = sql<{ id: string; seq: number }>(
  'select id, seq from activities where board_id = $1 and seq > $2 and seq <= $3 order by seq desc limit 1',
)
/** The id of a delivery begins with the time of its activity: that bounds the search for known ones. */
const isBetween = (of: Record<'webhookId' | 'afterId' | 'lastId', string>) =>
  `d.webhook_id = ${of.webhookId} and d.id > ${of.afterId} and d.id <= ${of.lastId}`
const isHeardBetween = (of: Record<'webhookId' | 'boardId' | 'afterSeq' | 'lastSeq', string>) =>
  `w.id = ${of.webhookId} and a.board_id = ${of.boardId} and a.seq > ${of.afterSeq} and a.seq <= ${of.lastSeq} and ${isHeard}`
const replayed = {
  ...pick(deliveries, ['webhookId', 'boardId']),
  afterSeq: deliveries.seq,
  lastSeq: deliveries.seq,
  afterId: deliveries.id,
  lastId: deliveries.id,
  now: parameter<string>('timestamptz'),
}
const requeueKnown = write(
  replayed,
  (of) => `update deliveries d set state = 'pending', next_attempt_at = least(${of.now}, now()), requeued_at = ${of.now},
    tried_before = d.attempts, by_hand = false, finished_at = null
  from activities a, webhooks w
  where ${isHeardBetween(of)} and ${isBetween(of)} and d.seq = a.seq and d.state <> 'pending' and d.attempts < ${mostTries}`,
)
const queueUnknown = write(
  replayed,
  (of) => `insert into deliveries (id, webhook_id, board_id, seq, state, next_attempt_at, created_at, requeued_at)
  select uuid_at(a.created_at), w.id, a.board_id, a.seq, 'pending', least(${of.now}, now()), a.created_at, ${of.now}
  from webhooks w, activities a
  where ${isHeardBetween(of)} and a.seq not in (select d.seq from deliveries d where ${isBetween(of)})`,
)
const countRequeued = sql<{ count: number }>(`select count(*)::int as count from deliveries d
  where ${isBetween({ webhookId: '$1', afterId: '$2', lastId: '$3' })} and d.state = 'pending' and d.requeued_at = $4`)

/** The most activities in one call, since the lock of the board is held meanwhile. */
const stretch = 10_000
/** Deliveries are kept for so long, and the ids of earlier ones are unknown. */
const longestAgoMs = 30 * 86_400_000

export const replayWebhook: HandlerOf<'webhook.replay'> = async (tx, { since }) => {
  const { target, board, now } = tx
  refusePaused(target)
  if (timeOf(since) < Date.parse(now) - longestAgoMs) throw fieldRefusal('since', 'sinceTooOld')
  const from = await tx.row(seqOf, [board.id, since])
  if (!from) throw unknownActivity('since', 'board')
  const last = await tx.row(lastBetween, [board.id, from.seq, from.seq + stretch])
  if (!last) return { queued: 0, through: since, more: false }
  await lockDeliveries(tx, target.id)
  const lastSeq = board.lastSeq
  const [afterId, lastId] = [lastUuidOf(timeOf(since) - 1), lastUuidOf(timeOf(last.id))]
  const again = { webhookId: target.id, boardId: board.id, afterSeq: from.seq, lastSeq: last.seq, afterId, lastId, now }
  tx.queue(requeueKnown(again))
  tx.queue(queueUnknown(again))
  const queued = (await tx.row(countRequeued, [target.id, afterId, lastId, now]))?.count ?? 0
  tx.record('webhook.replayed', { webhookId: target.id, since, through: last.id })
  return { queued, through: last.id, more: last.seq === from.seq + stretch && last.seq < lastSeq }
}
