import { z } from 'zod'
import { httpUrl, id, ifText, limit } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { changedWebhook, delivery, deliveryRequest, deliveryStatus, newWebhook, replayed, webhook } from '../../records/agents/webhook.ts'
import { isSelector, ownSelectors } from '../../verbs.ts'

// The pattern also excludes names that every object has, such as `constructor`.
const selector = z
  .string()
  .max(64)
  .regex(/^(\*|[a-z_]+\.([a-z_]+|\*))$/, 'must be a verb, * or a family such as card.*')
  .refine(isSelector, 'is not a known verb, a family such as card.*, or *')
const events = z.array(selector).min(1).max(32).describe('Verbs, families such as `agent_session.*`, or `*`.')
const ownEvents = z
  .array(
    selector.refine((selected) => !isSelector(selected) || ownSelectors.includes(selected), {
      message: `never fires here: a webhook of an actor gets only the events of its own sessions. Select ${ownSelectors.join(', ')}`,
    }),
  )
  .min(1)
  .max(32)
  .describe('`*`, `agent_session.*`, or verbs of that family: an actor gets the events of its own sessions.')
const changes = {
  active: z.boolean().optional().describe('true also clears the failure streak.'),
  url: httpUrl.optional(),
  events: events.optional(),
  ifUrl: ifText,
  ifEvents: z
    .array(z.string().max(64))
    .max(32)
    .optional()
    .describe(
      'The events that you read. If they have changed since, the request is refused with 409, and details.current has the current events.',
    ),
  rotateSecret: z
    .boolean()
    .optional()
    .describe('Creates a new secret and shows it once; for 24 h the old one also signs, in X-Signature-Previous.'),
}
const onBoard = { target: 'board', role: 'admin', scope: 'webhooks:write' } as const
/** `boardId` comes from the path alone. The handler answers 404 if it is not the webhook's board. */
const onWebhook = { target: 'webhook', role: 'admin', scope: 'webhooks:write' } as const
/** Own actor only: the handler refuses another `actorId`. */
const onOneself = { self: true, scope: 'webhooks:write' } as const

/** Signed outbound webhooks, of a board or of an actor. Specification: service §2, §4 and §6, decisions §5. */
export const webhooks = {
  'webhook.create': mutation({
    summary: 'Subscribe a URL to the events of a board; the signing secret is shown only once',
    spec: 'service §4, decisions §5',
    access: onBoard,
    input: z.object({ boardId: id, url: httpUrl, events }),
    output: z.object({ webhook: newWebhook }),
    rest: 'POST /api/boards/:boardId/webhooks',
    status: 201,
    records: ['webhook.created'],
    secrets: ['webhook.secret'],
    errors: ['conflict'],
  }),
  'webhook.list': read({
    summary: 'List the webhooks of a board',
    spec: 'service §4',
    access: onBoard,
    input: z.object({ boardId: id }),
    output: z.array(webhook),
    rest: 'GET /api/boards/:boardId/webhooks',
  }),
  'webhook.update': mutation({
    summary: 'Update a webhook of a board: turn it on or off, change its URL or events, rotate its secret',
    spec: 'service §3 and §4, decisions §5',
    access: onWebhook,
    input: z.object({ boardId: id, webhookId: id, ...changes }),
    output: changedWebhook,
    rest: 'PATCH /api/boards/:boardId/webhooks/:webhookId',
    records: ['webhook.updated'],
    secrets: ['secret'],
    errors: ['conflict'],
  }),
  'webhook.delete': mutation({
    summary: 'Delete a webhook of a board',
    spec: 'service §4',
    access: onWebhook,
    onArchived: true,
    input: z.object({ boardId: id, webhookId: id }),
    output: null,
    rest: 'DELETE /api/boards/:boardId/webhooks/:webhookId',
    records: ['webhook.removed'],
  }),
  'webhook.deliveries': read({
    summary: 'List the deliveries of a webhook, newest first',
    spec: 'decisions §5',
    access: onWebhook,
    input: z.object({
      boardId: id,
      webhookId: id,
      status: deliveryStatus.optional(),
      limit,
      cursor: id.optional().describe('The id of the last delivery of the previous page.'),
    }),
    output: z.array(delivery),
    rest: 'GET /api/boards/:boardId/webhooks/:webhookId/deliveries',
    paged: true,
  }),
  'webhook.delivery': read({
    summary: 'Read a delivery with its request',
    spec: 'decisions §5',
    access: onWebhook,
    input: z.object({ boardId: id, webhookId: id, deliveryId: id }),
    output: z.object({ delivery, request: deliveryRequest }),
    rest: 'GET /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId',
  }),
  'webhook.redeliver': mutation({
    summary: 'Resend a delivery with the same delivery id',
    spec: 'decisions §5',
    access: onWebhook,
    input: z.object({ boardId: id, webhookId: id, deliveryId: id }),
    output: delivery,
    rest: 'POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    records: ['webhook.redelivered'],
    errors: ['conflict'],
  }),
  'webhook.ping': mutation({
    summary: 'Send a signed test delivery to a webhook',
    spec: 'decisions §5',
    access: onWebhook,
    input: z.object({ boardId: id, webhookId: id }),
    output: delivery,
    rest: 'POST /api/boards/:boardId/webhooks/:webhookId/ping',
    records: ['webhook.pinged'],
    errors: ['conflict'],
  }),
  'webhook.replay': mutation({
    summary: 'Resend the selected events among up to 10,000 activities after a given one',
    spec: 'decisions §5',
    access: onWebhook,
    input: z.object({
      boardId: id,
      webhookId: id,
      since: id.describe('The id of an activity of the board from the last 30 days: the events after it are resent.'),
    }),
    output: replayed,
    rest: 'POST /api/boards/:boardId/webhooks/:webhookId/replay',
    records: ['webhook.replayed'],
    errors: ['conflict'],
  }),
  'actorWebhook.create': mutation({
    summary: 'Subscribe a URL to the session events of your own actor, on every board',
    spec: 'service §4 and §6',
    access: onOneself,
    input: z.object({ actorId: id, url: httpUrl, events: ownEvents }),
    output: z.object({ webhook: newWebhook }),
    rest: 'POST /api/actors/:actorId/webhooks',
    status: 201,
    secrets: ['webhook.secret'],
    errors: ['conflict', 'not_found'],
  }),
  'actorWebhook.list': read({
    summary: 'List the webhooks of your own actor',
    spec: 'decisions §5',
    access: onOneself,
    input: z.object({ actorId: id }),
    output: z.array(webhook),
    rest: 'GET /api/actors/:actorId/webhooks',
    errors: ['not_found'],
  }),
  'actorWebhook.update': mutation({
    summary: 'Update a webhook of your own actor: turn it on or off, change its URL or events, rotate its secret',
    spec: 'decisions §5',
    access: onOneself,
    input: z.object({ actorId: id, webhookId: id, ...changes, events: ownEvents.optional() }),
    output: changedWebhook,
    rest: 'PATCH /api/actors/:actorId/webhooks/:webhookId',
    secrets: ['secret'],
    errors: ['not_found', 'conflict'],
  }),
  'actorWebhook.delete': mutation({
    summary: 'Delete a webhook of your own actor',
    spec: 'decisions §5',
    access: onOneself,
    input: z.object({ actorId: id, webhookId: id }),
    output: null,
    rest: 'DELETE /api/actors/:actorId/webhooks/:webhookId',
    errors: ['not_found'],
  }),
} as const
