import type { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { actors } from '../../db/tables/accounts/actors.ts'
import { type IntegrationRow, integrations } from '../../db/tables/agents/integrations.ts'
import type { WebhookRow } from '../../db/tables/agents/webhooks.ts'
import { update } from '../../db/writes.ts'
import { prepared, type Steps } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { refusalOf } from '../../outbound/outbound.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { change, type WebhookDeps } from '../webhooks/subscriptions.ts'
import { secretNames } from './list.ts'
import { integrationOnWire } from './record.ts'
import { refuseRemoved } from './removed.ts'
import { listsOf } from './types.ts'

/**
 * Changing an integration: its subscription follows its address, and rests while it is disabled. Its token goes on working then: the
 * plugin reads that it is disabled. Specification: service §4, decisions §5.
 */
const updateIntegration = update(integrations, {
  key: ['boardId', 'id'],
  set: ['name', 'config', 'status', 'inboundUrl', 'updatedAt'],
})
const renameActor = update(actors, { key: ['id'], set: ['name'] })
/** Locked: the delivery worker writes the streak of the same row. */
const lockWebhook = sql<WebhookRow>('select * from webhooks where board_id = $1 and integration_id = $2 for no key update')

type Updating = Mutation<'integration.updated' | 'webhook.updated' | 'member.profile_changed'>

export function changeIntegration({ seal, outbound }: WebhookDeps): Steps<'integration.update'> {
  return prepared<'integration.update', TandemError | null>(
    (_read, input) => refusalOf(outbound, input.inboundUrl, 'inboundUrl'),
    async (tx, input, refusal) => {
      const before = tx.target
      refuseRemoved(before)
      if (refusal) throw refusal
      refuseChangedTexts(
        { name: before.name, inboundUrl: before.inboundUrl, config: before.config },
        { name: input.ifName, inboundUrl: input.ifInboundUrl, config: input.ifConfig },
      )
      if (input.config) await listsOf(tx, before.type, input.config)
      const [webhook, secrets] = [await tx.row(lockWebhook, [tx.board.id, before.id]), await secretNames(tx, before)]
      const wanted: IntegrationRow = {
        ...before,
        name: input.name ?? before.name,
        config: input.config ?? before.config,
        status: input.status ?? before.status,
        inboundUrl: input.inboundUrl ?? before.inboundUrl,
      }
      const isChanged = !isSame(before, wanted)
      const after = isChanged ? { ...wanted, updatedAt: tx.now } : before
      if (isChanged) save(tx, before, after)
      const active = input.status === undefined ? undefined : input.status !== 'disabled'
      if (webhook && change(tx, seal, tx.principal, webhook, { url: input.inboundUrl, active }).changed)
        tx.record('webhook.updated', { webhookId: webhook.id })
      return done(integrationOnWire(after, secrets, tx.role))
    },
  )
}

function isSame(one: IntegrationRow, other: IntegrationRow): boolean {
  const isSameConfig = JSON.stringify(one.config) === JSON.stringify(other.config)
  return isSameConfig && one.name === other.name && one.status === other.status && one.inboundUrl === other.inboundUrl
}

function save(tx: Updating, before: IntegrationRow, after: IntegrationRow): void {
  tx.send(updateIntegration(after))
  if (after.name !== before.name) {
    tx.send(renameActor({ id: after.actorId, name: after.name }))
    tx.record('member.profile_changed', { actorId: after.actorId, name: after.name, previous: { name: before.name } })
  }
  tx.record('integration.updated', { integrationId: after.id, status: after.status })
}
