import type { Webhook } from '@tandem/contract'
import type { WebhookRow } from '../../db/rows.ts'

/** A subscription without its secret. Specification: service §2, decisions §5. */
export function webhookOnWire(row: Omit<WebhookRow, 'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_until'>): Webhook {
  return {
    ...{
      id: row.id,
      boardId: row.board_id,
      actorId: row.actor_id,
      url: row.url,
      events: row.events,
      integrationId: row.integration_id,
      active: row.active,
    },
    ...{ consecutiveFailures: row.consecutive_failures, disabledReason: row.disabled_reason, createdAt: row.created_at },
  }
}
