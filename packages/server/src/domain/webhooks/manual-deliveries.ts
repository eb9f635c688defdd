import { type Delivery, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { deliveries } from '../../db/tables/agents/deliveries.ts'
import type { WebhookRow } from '../../db/tables/agents/webhooks.ts'
import { pick, write } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { deliveryOf, unknownDelivery } from './log.ts'

/** Deliveries on request: they do not count as failures or successes of the subscription. Specification: decisions §5, reliability W9. */
const insertPing = write(
  pick(deliveries, ['id', 'webhookId', 'boardId', 'createdAt', 'pingedBy']),
  ({ id, webhookId, boardId, createdAt, pingedBy }) => `insert into deliveries
    (id, webhook_id, board_id, seq, state, next_attempt_at, created_at, by_hand, pinged_by)
  values (${id}, ${webhookId}, ${boardId}, 0, 'pending', least(${createdAt}, now()), ${createdAt}, true, ${pingedBy})`,
)
const requeue = write(
  pick(deliveries, ['webhookId', 'id', 'requeuedAt']),
  ({ webhookId, id, requeuedAt }) => `update deliveries set state = 'pending', next_attempt_at = least(${requeuedAt}, now()),
    requeued_at = ${requeuedAt}, tried_before = attempts, by_hand = true, finished_at = null
  where webhook_id = ${webhookId} and id = ${id}`,
)
/** Locked before its deliveries, as settling does: the other order is a deadlock. */
const lock = sql('select from webhooks where id = $1 for no key update')
const held = sql<{ state: Delivery['status']; attempts: number }>(
  'select state, attempts from deliveries where webhook_id = $1 and id = $2 for no key update',
)

/** Tries are counted in two bytes; so many mean that the receiver is broken. */
export const mostTries = 1_000

export const pingWebhook: HandlerOf<'webhook.ping'> = async (tx) => {
  const { target, principal } = tx
  refusePaused(target)
  const id = tx.newId()
  tx.queue(insertPing({ id, webhookId: target.id, boardId: tx.board.id, createdAt: tx.now, pingedBy: principal.actorId }))
  tx.record('webhook.pinged', { webhookId: target.id, deliveryId: id })
  return shown(tx, target.id, id)
}

export const redeliver: HandlerOf<'webhook.redeliver'> = async (tx, { deliveryId }) => {
  const { target } = tx
  refusePaused(target)
  await lockDeliveries(tx, target.id)
  const delivery = await tx.row(held, [target.id, deliveryId])
  if (!delivery) throw unknownDelivery()
  if (delivery.state === 'pending') throw refusal('deliveryOnItsWay')
  if (delivery.attempts >= mostTries) throw refusal('deliveryTried', { count: delivery.attempts })
  tx.queue(requeue({ webhookId: target.id, id: deliveryId, requeuedAt: tx.now }))
  tx.record('webhook.redelivered', { webhookId: target.id, deliveryId })
  return shown(tx, target.id, deliveryId)
}

/** A delivery queued for a paused subscription would be canceled. */
export function refusePaused(webhook: WebhookRow): void {
  if (webhook.active) return
  throw refusal('webhookOff')
}

export async function lockDeliveries(reader: Reader, webhookId: string): Promise<void> {
  await reader.row(lock, [webhookId])
}

async function shown(reader: Reader, webhookId: string, id: string): Promise<Delivery> {
  const delivery = await deliveryOf(reader, webhookId, id)
  if (!delivery) throw new Error(`delivery ${id} is gone under the lock of its webhook`)
  return delivery
}
