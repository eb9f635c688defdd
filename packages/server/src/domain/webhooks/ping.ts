import type { Activity } from '@tandem/contract'

/** The body of a test delivery, in place of an activity. Specification: decisions §5, reliability W9. */
export type Ping = Omit<Activity, 'verb'> & { verb: 'ping' }

/** Made of stored values only, so that every attempt has the same bytes. */
export function pingOf(kept: { deliveryId: string; webhookId: string; boardId: string; seq: number; by: string; madeAt: string }): Ping {
  return {
    id: kept.deliveryId,
    boardId: kept.boardId,
    seq: kept.seq,
    cardId: null,
    actorId: kept.by,
    verb: 'ping',
    payload: { webhookId: kept.webhookId },
    createdAt: kept.madeAt,
  }
}
