import type { Handlers } from '../../kernel/handlers.ts'
import { listDeliveries, readDelivery } from './log.ts'
import { pingWebhook, redeliver } from './manual-deliveries.ts'
import { createActorWebhook, deleteActorWebhook, listActorWebhooks, updateActorWebhook } from './of-actors.ts'
import { createBoardWebhook, deleteBoardWebhook, listBoardWebhooks, updateBoardWebhook } from './of-boards.ts'
import { replayWebhook } from './replay.ts'
import type { WebhookDeps } from './subscriptions.ts'

export function createWebhookHandlers(deps: WebhookDeps) {
  return {
    'webhook.create': createBoardWebhook(deps),
    'webhook.list': listBoardWebhooks,
    'webhook.update': updateBoardWebhook(deps),
    'webhook.delete': deleteBoardWebhook,
    'webhook.deliveries': listDeliveries,
    'webhook.delivery': readDelivery,
    'webhook.redeliver': redeliver,
    'webhook.ping': pingWebhook,
    'webhook.replay': replayWebhook,
    'actorWebhook.create': createActorWebhook(deps),
    'actorWebhook.list': listActorWebhooks,
    'actorWebhook.update': updateActorWebhook(deps),
    'actorWebhook.delete': deleteActorWebhook,
  } satisfies Partial<Handlers>
}
