import type { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { IntegrationRow, WebhookRow } from '../../db/rows.ts'
import { type PreparedAct, prepared } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { refusalOf } from '../../outbound/outbound.ts'
import { change, type WebhookDeps } from '../webhooks/subscriptions.ts'
import { secretNames } from './list.ts'
import { refuseRemoved } from './removed.ts'
import { listsOf } from './types.ts'
import { integrationOnWire } from './wire.ts'

/**
 * Changing an integration: its subscription follows its address, and rests while it is disabled. Its token goes on working then: the
 * plugin reads that it is disabled. Specification: service §4, decisions §5.
 */
const updateIntegration = sql(
  'update integrations set name = $3, config = $4, status = $5, inbound_url = $6, updated_at = $7 where board_id = $1 and id = $2',
)
const renameActor = sql('update actors set name = $2 where id = $1')
/** Locked: the delivery worker writes the streak of the same row. */
const lockWebhook = sql<WebhookRow>('select * from webhooks where board_id = $1 and integration_id = $2 for no key update')

type Updating = Mutation<'integration.updated' | 'webhook.updated' | 'member.profile_changed'>

export function changeIntegration({ seal, outbound }: WebhookDeps): PreparedAct<'integration.update'> {
  return prepared<'integration.update', TandemError | null>(
    (_read, input) => refusalOf(outbound, input.inboundUrl, 'inboundUrl'),
    async (tx, input, refusal) => {
      const before = tx.target
      refuseRemoved(before)
      if (refusal) throw refusal
      if (input.config) await listsOf(tx, before.type, input.config)
      const [webhook, secrets] = [await tx.row(lockWebhook, [tx.board.id, before.id]), await secretNames(tx, before)]
      const wanted: IntegrationRow = {
        ...before,
        ...{ name: input.name ?? before.name, config: input.config ?? before.config },
        ...{ status: input.status ?? before.status, inbound_url: input.inboundUrl ?? before.inbound_url },
      }
      const isChanged = !isSame(before, wanted)
      const after = isChanged ? { ...wanted, updated_at: tx.now } : before
      if (isChanged) save(tx, before, after)
      const active = input.status === undefined ? undefined : input.status !== 'disabled'
      if (webhook && change(tx, seal, tx.principal, webhook, { url: input.inboundUrl, active }).changed)
        tx.record('webhook.updated', { webhookId: webhook.id })
      return integrationOnWire(after, secrets, tx.role)
    },
  )
}

function isSame(one: IntegrationRow, other: IntegrationRow): boolean {
  const isSameConfig = JSON.stringify(one.config) === JSON.stringify(other.config)
  return isSameConfig && one.name === other.name && one.status === other.status && one.inbound_url === other.inbound_url
}

function save(tx: Updating, before: IntegrationRow, after: IntegrationRow): void {
  const config = JSON.stringify(after.config)
  tx.send(updateIntegration, [after.board_id, after.id, after.name, config, after.status, after.inbound_url, after.updated_at])
  if (after.name !== before.name) {
    tx.send(renameActor, [after.actor_id, after.name])
    tx.record('member.profile_changed', { actorId: after.actor_id, name: after.name, previous: { name: before.name } })
  }
  tx.record('integration.updated', { integrationId: after.id, status: after.status })
}
