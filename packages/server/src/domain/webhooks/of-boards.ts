import { sql } from '../../db/database.ts'
import type { WebhookRow } from '../../db/rows.ts'
import { type HandlerOf, type PreparedAct, prepared } from '../../kernel/handlers.ts'
import { refusalOf } from '../../outbound/outbound.ts'
import { type CountRow, change, countOf, refuseBeyond, subscribe, unsubscribe, type WebhookDeps } from './subscriptions.ts'
import { webhookOnWire } from './wire.ts'

/** Subscriptions of a board. Specification: service §4 and §8, decisions §5. */
const countOnBoard = sql<CountRow>('select count(*)::int as count from webhooks where board_id = $1')
const ofBoard = sql<WebhookRow>('select * from webhooks where board_id = $1 order by id limit 1000')

export function createBoardWebhook({ seal, outbound }: WebhookDeps): PreparedAct<'webhook.create'> {
  return prepared<'webhook.create', Awaited<ReturnType<typeof refusalOf>>>(
    (_read, input) => refusalOf(outbound, input.url),
    async (tx, input, refusal) => {
      if (refusal) throw refusal
      refuseBeyond(tx.policy.webhooksPerBoard, await countOf(tx, countOnBoard, tx.board.id))
      const made = subscribe(tx, seal, tx.principal, { board_id: tx.board.id, actor_id: null }, input)
      tx.record('webhook.created', { webhookId: made.webhook.id })
      return made
    },
  )
}

export const listBoardWebhooks: HandlerOf<'webhook.list'> = async (read) => (await read.rows(ofBoard, [read.boardId])).map(webhookOnWire)

export function updateBoardWebhook({ seal, outbound }: WebhookDeps): PreparedAct<'webhook.update'> {
  return prepared<'webhook.update', Awaited<ReturnType<typeof refusalOf>>>(
    (_read, input) => refusalOf(outbound, input.url),
    async (tx, input, refusal) => {
      if (refusal) throw refusal
      const { webhook, changed } = change(tx, seal, tx.principal, tx.target, input)
      if (changed) tx.record('webhook.updated', { webhookId: webhook.id })
      return webhook
    },
  )
}

export const deleteBoardWebhook: HandlerOf<'webhook.delete'> = async (tx) => {
  unsubscribe(tx, tx.target.id)
  tx.record('webhook.removed', { webhookId: tx.target.id })
  return null
}
