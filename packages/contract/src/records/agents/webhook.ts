import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** Webhook subscriptions and their deliveries. Specification: service §2 and §6, decisions §5. */
export const webhook = z
  .object({
    id,
    boardId: id.nullable().describe('null for the webhook of an actor.'),
    actorId: id.nullable().describe('null for the webhook of a board.'),
    url: z.string(),
    events: z.array(z.string()),
    integrationId: id.nullable().describe('The integration whose event subscription this is.'),
    active: z.boolean(),
    consecutiveFailures: z.int().min(0),
    disabledReason: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

const secret = z.string().nullable().describe('The signing secret `whsec_…`, shown only once; null in a replay.')

export const newWebhook = z.object({ ...webhook.shape, secret }).meta({ id: 'NewWebhook' })
export type NewWebhook = z.infer<typeof newWebhook>

/** A changed subscription, with the secret only if `rotateSecret` asked for a new one. */
export const changedWebhook = z.object({ ...webhook.shape, secret: secret.optional() }).meta({ id: 'ChangedWebhook' })
export type ChangedWebhook = z.infer<typeof changedWebhook>

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed', 'canceled'])

export const delivery = z
  .object({
    id: id.describe('The value of X-Kanban-Delivery-Id, the same in every attempt.'),
    webhookId: id,
    boardId: id,
    activityId: id.nullable().describe('null for a ping.'),
    verb: z.string().nullable(),
    status: deliveryStatus,
    attempts: z.int().min(0),
    nextAttemptAt: timestamp.nullable(),
    responseStatus: z.int().nullable().describe('The HTTP status of the last attempt; null if there was no response.'),
    error: z.string().nullable().describe('Why the last attempt failed: a class such as `timeout`, `dns` or `http_500`.'),
    durationMs: z.int().min(0).nullable().describe('How long the last attempt took.'),
    responseBody: z
      .string()
      .nullable()
      .describe('The first KiB of the last response, if the receiver is on the public internet; otherwise null.'),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof delivery>

/** The request that each attempt of a delivery sends; time and signature are new each time. */
export const deliveryRequest = z
  .object({
    url: z.string().describe('The URL of the webhook now.'),
    headers: z.record(z.string(), z.string()).describe('The headers that are the same in every attempt.'),
    body: z.string().nullable().describe('The bytes that are signed; null if its activity is no longer kept.'),
  })
  .meta({ id: 'DeliveryRequest' })

export const replayed = z
  .object({
    queued: z.int().min(0).describe('How many deliveries are sent now, including those delivered before.'),
    through: id.describe('The last activity that was checked: the `since` of the next replay.'),
    more: z.boolean().describe('Whether the log has more after it.'),
  })
  .meta({ id: 'Replayed' })
