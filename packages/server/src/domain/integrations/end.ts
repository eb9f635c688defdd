import { type Reader, sql } from '../../db/database.ts'
import type { IntegrationRow } from '../../db/rows.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { cancelPending } from '../webhooks/subscriptions.ts'

/**
 * The end of an integration, in the transaction that ends it: its tokens and those of people for whom it acted are revoked, its
 * subscription is off, its secrets are gone; its row and its links stay. Specification: service §3, decisions §5.
 */
type Ending = Mutation<'integration.removed' | 'webhook.updated'>

const ofActor = sql<Pick<IntegrationRow, 'id' | 'type'>>(
  `select id, type from integrations where board_id = $1 and actor_id = $2 and status <> 'removed'`,
)
const webhookOf = sql<{ id: string; active: boolean }>('select id, active from webhooks where board_id = $1 and integration_id = $2')

/** In the order in which a plugin's own acts take these rows: its actor, its integration, then what hangs on that. */
const deactivate = sql(
  `update actors a set deactivated_at = coalesce(deactivated_at, $2) from integrations i where i.id = $1 and a.id = i.actor_id`,
)
const markRemoved = sql(`update integrations set status = 'removed', removed_at = $2, updated_at = $2, public_key = null where id = $1`)
const revokeTokens = sql('update tokens set revoked_at = $2 where integration_id = $1 and revoked_at is null')
const silence = sql('update webhooks set active = false where integration_id = $1')
const dropSecrets = sql('delete from integration_secrets where integration_id = $1')
const dropPersonLinks = sql('delete from person_links where integration_id = $1')

/** Ends the integration whose agent this is, if it is one's. */
export async function endIntegrationOf(tx: Ending, actorId: string): Promise<void> {
  const integration = await tx.row(ofActor, [tx.board.id, actorId])
  if (!integration) return
  const webhook = await tx.row(webhookOf, [tx.board.id, integration.id])
  endCredentials(tx, integration.id)
  if (webhook?.active) {
    tx.send(cancelPending, [webhook.id, tx.now])
    tx.record('webhook.updated', { webhookId: webhook.id })
  }
  tx.record('integration.removed', { integrationId: integration.id, type: integration.type })
}

function endCredentials(tx: Pick<Ending, 'send' | 'now'>, integrationId: string): void {
  for (const statement of [deactivate, markRemoved, revokeTokens]) tx.send(statement, [integrationId, tx.now])
  for (const statement of [silence, dropSecrets, dropPersonLinks]) tx.send(statement, [integrationId])
}

const ofBoard = sql<{ id: string }>(`select id from integrations where board_id = $1 and status <> 'removed' order by id`)

/** Ahead of the deletion of a board, whose log nobody will read. Answers the integrations to end. */
export async function integrationsToEnd(reader: Reader, boardId: string): Promise<string[]> {
  return (await reader.rows(ofBoard, [boardId])).map((row) => row.id)
}

export function endWithBoard(tx: Pick<Ending, 'send' | 'now'>, integrationIds: readonly string[]): void {
  for (const id of integrationIds) endCredentials(tx, id)
}
