import { answers, type Handlers } from '../../kernel/handlers.ts'
import { listDeliveries, readDelivery } from './log.ts'
import { pingWebhook, redeliver } from './manual-deliveries.ts'
import { createActorWebhook, deleteActorWebhook, listActorWebhooks, updateActorWebhook } from './of-actors.ts'
import { createBoardWebhook, deleteBoardWebhook, listBoardWebhooks, updateBoardWebhook } from './of-boards.ts'
import { replayWebhook } from './replay.ts'
import type { WebhookDeps } from './subscriptions.ts'

export function createWebhookHandlers(deps: WebhookDeps) {
  return {
    'webhook.create': createBoardWebhook(deps),
    'webhook.list': answers(listBoardWebhooks),
    'webhook.update': updateBoardWebhook(deps),
    'webhook.delete': answers(deleteBoardWebhook),
    'webhook.deliveries': { run: listDeliveries },
    'webhook.delivery': answers(readDelivery),
    'webhook.redeliver': answers(redeliver),
    'webhook.ping': answers(pingWebhook),
    'webhook.replay': answers(replayWebhook),
    'actorWebhook.create': createActorWebhook(deps),
    'actorWebhook.list': answers(listActorWebhooks),
    'actorWebhook.update': updateActorWebhook(deps),
    'actorWebhook.delete': answers(deleteActorWebhook),
  } satisfies Partial<Handlers>
}
