import type { Webhook } from '@tandem/contract'
import type { WebhookRow } from '../../db/tables/agents/webhooks.ts'

/** A subscription without its secret. Specification: service §2, decisions §5. */
export function webhookOnWire(row: Omit<WebhookRow, 'secretSealed' | 'previousSecretSealed' | 'previousSecretUntil'>): Webhook {
  return {
    id: row.id,
    boardId: row.boardId,
    actorId: row.actorId,
    url: row.url,
    events: row.events,
    integrationId: row.integrationId,
    active: row.active,
    consecutiveFailures: row.consecutiveFailures,
    disabledReason: row.disabledReason,
    createdAt: row.createdAt,
  }
}
