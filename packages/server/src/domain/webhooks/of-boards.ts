import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { IntegrationRow } from '../../db/tables/agents/integrations.ts'
import type { WebhookRow } from '../../db/tables/agents/webhooks.ts'
import { type HandlerOf, prepared, type Steps } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { refusalOf } from '../../outbound/outbound.ts'
import { webhookOnWire } from './record.ts'
import { type CountRow, change, countOf, refuseBeyond, subscribe, unsubscribe, type WebhookDeps } from './subscriptions.ts'

/** Subscriptions of a board. Specification: service §4 and §8, decisions §5. */
/** Subscriptions of a removed integration do not count. */
const countOnBoard = sql<CountRow>(`select count(*)::int as count from webhooks w where board_id = $1
  and not exists (select from integrations i where i.id = w.integration_id and i.status = 'removed')`)
const ofBoard = sql<WebhookRow>('select * from webhooks where board_id = $1 order by id limit 1000')

export function createBoardWebhook({ seal, outbound }: WebhookDeps): Steps<'webhook.create'> {
  return prepared<'webhook.create', Awaited<ReturnType<typeof refusalOf>>>(
    (_read, input) => refusalOf(outbound, input.url),
    async (tx, input, refusal) => {
      if (refusal) throw refusal
      await refuseMoreOnBoard(tx)
      const made = subscribe(tx, seal, tx.principal, { boardId: tx.board.id, actorId: null }, input)
      tx.record('webhook.created', { webhookId: made.webhook.id })
      return done(made)
    },
  )
}

export async function refuseMoreOnBoard(tx: Mutation<never>): Promise<void> {
  refuseBeyond(tx.policy.webhooksPerBoard, await countOf(tx, countOnBoard, tx.board.id))
}

export const listBoardWebhooks: HandlerOf<'webhook.list'> = async (read) => (await read.rows(ofBoard, [read.boardId])).map(webhookOnWire)

export function updateBoardWebhook({ seal, outbound }: WebhookDeps): Steps<'webhook.update'> {
  return prepared<'webhook.update', Awaited<ReturnType<typeof refusalOf>>>(
    (_read, input) => refusalOf(outbound, input.url),
    async (tx, input, refusal) => {
      if (refusal) throw refusal
      await refuseIntegrations(tx, tx.target, input)
      const { webhook, changed } = change(tx, seal, tx.principal, tx.target, input)
      if (changed) tx.record('webhook.updated', { webhookId: webhook.id })
      return done(webhook)
    },
  )
}

export const deleteBoardWebhook: HandlerOf<'webhook.delete'> = async (tx) => {
  await refuseIntegrations(tx, tx.target, 'delete')
  unsubscribe(tx, tx.target.id)
  tx.record('webhook.removed', { webhookId: tx.target.id })
  return null
}

const statusOf = sql<Pick<IntegrationRow, 'status'>>('select status from integrations where board_id = $1 and id = $2')

/** The subscription of an integration goes where the integration says, lives as long as it, and does not come back after it. */
async function refuseIntegrations(
  tx: Mutation<never>,
  webhook: WebhookRow,
  wanted: 'delete' | { active?: boolean | undefined; url?: string | undefined; rotateSecret?: boolean | undefined },
): Promise<void> {
  if (webhook.integrationId === null) return
  const isRemoved = (await tx.row(statusOf, [tx.board.id, webhook.integrationId]))?.status === 'removed'
  const details = { integrationId: webhook.integrationId }
  if (wanted === 'delete') {
    if (isRemoved) return
    throw refusal('webhookOfIntegration', {}, { details })
  }
  if (isRemoved) throw refusal('subscriptionRemoved', {}, { details })
  if (wanted.url !== undefined && wanted.url !== webhook.url) throw refusal('inboundUrlOfIntegration', {}, { details })
}
