import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { integrationSecrets } from '../../db/tables/agents/integration-secrets.ts'
import { type IntegrationRow, integrations } from '../../db/tables/agents/integrations.ts'
import { personLinks } from '../../db/tables/agents/person-links.ts'
import { webhooks } from '../../db/tables/agents/webhooks.ts'
import { deleteFrom, update, write } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { cancelPending } from '../webhooks/subscriptions.ts'

/**
 * Ends an integration in one transaction: its tokens and those of people for whom it acted are revoked, its subscription is disabled, its
 * secrets are deleted; its row and its links stay. Specification: service §3, decisions §5.
 */
type Ending = Mutation<'integration.removed' | 'webhook.updated'>

const ofActor = sql<Pick<IntegrationRow, 'id' | 'type'>>(
  `select id, type from integrations where board_id = $1 and actor_id = $2 and status <> 'removed'`,
)
const webhookOf = sql<{ id: string; active: boolean }>('select id, active from webhooks where board_id = $1 and integration_id = $2')

/** In the order in which a plugin's own acts lock these rows: its actor, its integration, then the rows that refer to it. */
const ending = { integrationId: integrations.id, now: parameter<string>('timestamptz') }
const deactivate = write(
  ending,
  ({ integrationId, now }) => `update actors a set deactivated_at = coalesce(deactivated_at, ${now})
  from integrations i where i.id = ${integrationId} and a.id = i.actor_id`,
)
const markRemoved = write(
  ending,
  ({ integrationId, now }) => `update integrations
  set status = 'removed', removed_at = ${now}, updated_at = ${now}, public_key = null where id = ${integrationId}`,
)
const revokeTokens = write(
  ending,
  ({ integrationId, now }) => `update tokens set revoked_at = ${now} where integration_id = ${integrationId} and revoked_at is null`,
)
const silence = update(webhooks, { key: ['integrationId'], set: ['active'] })
const dropSecrets = deleteFrom(integrationSecrets, { key: ['integrationId'] })
const dropPersonLinks = deleteFrom(personLinks, { key: ['integrationId'] })

/** Ends the integration whose agent this is, if it is one's. */
export async function endIntegrationOf(tx: Ending, actorId: string): Promise<void> {
  const integration = await tx.row(ofActor, [tx.board.id, actorId])
  if (!integration) return
  const webhook = await tx.row(webhookOf, [tx.board.id, integration.id])
  endCredentials(tx, integration.id)
  if (webhook?.active) {
    tx.send(cancelPending({ webhookId: webhook.id, finishedAt: tx.now }))
    tx.record('webhook.updated', { webhookId: webhook.id })
  }
  tx.record('integration.removed', { integrationId: integration.id, type: integration.type })
}

function endCredentials(tx: Pick<Ending, 'send' | 'now'>, integrationId: string): void {
  for (const end of [deactivate, markRemoved, revokeTokens]) tx.send(end({ integrationId, now: tx.now }))
  tx.send(silence({ integrationId, active: false }))
  for (const drop of [dropSecrets, dropPersonLinks]) tx.send(drop({ integrationId }))
}

const ofBoard = sql<{ id: string }>(`select id from integrations where board_id = $1 and status <> 'removed' order by id`)

/** The integrations to end before a board is deleted, whose log is not read any more. */
export async function integrationsToEnd(reader: Reader, boardId: string): Promise<string[]> {
  return (await reader.rows(ofBoard, [boardId])).map((row) => row.id)
}

export function endWithBoard(tx: Pick<Ending, 'send' | 'now'>, integrationIds: readonly string[]): void {
  for (const id of integrationIds) endCredentials(tx, id)
}
