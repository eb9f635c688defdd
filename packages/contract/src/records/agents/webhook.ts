import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** Webhook subscriptions and their deliveries. Specification: service §2 and §6, decisions §5. */
export const webhook = z
  .object({
    id,
    boardId: id.nullable().describe('null for an actor-scoped subscription.'),
    actorId: id.nullable().describe('null for the subscription of a board.'),
    url: z.string(),
    events: z.array(z.string()),
    integrationId: id.nullable().describe('Of the integration whose event subscription this is.'),
    active: z.boolean(),
    consecutiveFailures: z.int().min(0),
    disabledReason: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

const secret = z.string().nullable().describe('The signing secret `whsec_…`: shown this once, null in a replay.')

export const newWebhook = z.object({ ...webhook.shape, secret }).meta({ id: 'NewWebhook' })
export type NewWebhook = z.infer<typeof newWebhook>

/** A changed subscription, with the secret only if `rotateSecret` asked for a new one. */
export const changedWebhook = z.object({ ...webhook.shape, secret: secret.optional() }).meta({ id: 'ChangedWebhook' })
export type ChangedWebhook = z.infer<typeof changedWebhook>

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed', 'canceled'])

export const delivery = z
  .object({
    id: id.describe('The value of X-Kanban-Delivery-Id, the same in every try.'),
    webhookId: id,
    boardId: id,
    activityId: id.nullable().describe('null for a ping.'),
    verb: z.string().nullable(),
    status: deliveryStatus,
    attempts: z.int().min(0),
    nextAttemptAt: timestamp.nullable(),
    responseStatus: z.int().nullable().describe('The HTTP status of the last try; null when none came.'),
    error: z.string().nullable().describe('Why the last try failed: a class such as `timeout`, `dns` or `http_500`.'),
    durationMs: z.int().min(0).nullable().describe('How long the last try took.'),
    responseBody: z.string().nullable().describe('The first KiB of the last answer, of a receiver on the public internet; else null.'),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof delivery>

/** The request that each attempt of a delivery sends; time and signature are new each time. */
export const deliveryRequest = z
  .object({
    url: z.string().describe('Where the webhook points now.'),
    headers: z.record(z.string(), z.string()).describe('Those that are the same in every try.'),
    body: z.string().nullable().describe('The bytes that are signed; null when its activity is not kept any more.'),
  })
  .meta({ id: 'DeliveryRequest' })

export const replayed = z
  .object({
    queued: z.int().min(0).describe('How many deliveries go out now, those included that had been delivered before.'),
    through: id.describe('The last activity that was looked at: the `since` of the next replay.'),
    more: z.boolean().describe('Whether the log goes on after it.'),
  })
  .meta({ id: 'Replayed' })
