import { signatureHeaders } from '../../signing.ts'
import type { Examples } from '../example.ts'
import {
  ada,
  at,
  boardId,
  cardId,
  deliveryId,
  doing,
  newestActivityId,
  nextActivityId,
  ownWebhookId,
  scout,
  secrets,
  webhookId,
} from '../story.ts'

const webhook = {
  id: webhookId,
  boardId,
  actorId: null,
  url: 'https://hooks.example.com/tandem',
  events: ['card.moved', 'agent_session.*'],
  integrationId: null,
  active: true,
  consecutiveFailures: 0,
  disabledReason: null,
  createdAt: at,
}
const ownWebhook = {
  ...webhook,
  id: ownWebhookId,
  boardId: null,
  actorId: scout,
  url: 'https://scout.example.com/hook',
  events: ['agent_session.*'],
}

const ping = {
  id: deliveryId,
  webhookId,
  boardId,
  activityId: null,
  verb: 'ping',
  status: 'pending' as const,
  attempts: 0,
  nextAttemptAt: at,
  responseStatus: null,
  error: null,
  durationMs: null,
  responseBody: null,
  createdAt: at,
  finishedAt: null,
}
const pingBody = { id: deliveryId, boardId, seq: 0, cardId: null, actorId: ada, verb: 'ping', payload: { webhookId }, createdAt: at }
/** Pending deliveries end as well, and may be sent again. */
const pause = { do: 'webhook.update', input: { boardId, webhookId, active: false } } as const
const resume = { do: 'webhook.update', input: { boardId, webhookId, active: true } } as const

export const webhookExamples = {
  'webhook.create': {
    input: { boardId, url: webhook.url, events: webhook.events },
    output: { webhook: { ...webhook, secret: secrets.webhook } },
  },
  'webhook.list': { after: ['webhook.create'], input: { boardId }, output: [webhook] },
  'webhook.update': {
    after: ['webhook.create'],
    input: { boardId, webhookId, active: false },
    output: { ...webhook, active: false },
  },
  'webhook.delete': { after: ['webhook.create'], input: { boardId, webhookId } },
  'webhook.deliveries': {
    after: ['webhook.create', 'webhook.ping'],
    input: { boardId, webhookId, status: 'pending' },
    output: [ping],
  },
  'webhook.delivery': {
    after: ['webhook.create', 'webhook.ping'],
    input: { boardId, webhookId, deliveryId },
    output: {
      delivery: ping,
      request: {
        url: webhook.url,
        headers: { 'content-type': 'application/json', [signatureHeaders.deliveryId]: deliveryId },
        body: JSON.stringify(pingBody),
      },
    },
  },
  'webhook.redeliver': {
    after: ['webhook.create', 'webhook.ping', pause, resume],
    input: { boardId, webhookId, deliveryId },
    output: ping,
  },
  'webhook.ping': { after: ['webhook.create'], input: { boardId, webhookId }, output: ping },
  'webhook.replay': {
    after: ['board.activity', { do: 'card.update', input: { cardId, listId: doing } }, 'webhook.create'],
    input: { boardId, webhookId, since: newestActivityId },
    output: { queued: 1, through: nextActivityId, more: false },
  },
  'actorWebhook.create': {
    by: 'scout',
    input: { actorId: scout, url: ownWebhook.url, events: ownWebhook.events },
    output: { webhook: { ...ownWebhook, secret: secrets.ownWebhook } },
  },
  'actorWebhook.list': { by: 'scout', after: ['actorWebhook.create'], input: { actorId: scout }, output: [ownWebhook] },
  'actorWebhook.update': {
    by: 'scout',
    after: ['actorWebhook.create'],
    input: { actorId: scout, webhookId: ownWebhookId, events: ['agent_session.created', 'agent_session.answered'] },
    output: { ...ownWebhook, events: ['agent_session.created', 'agent_session.answered'] },
  },
  'actorWebhook.delete': { by: 'scout', after: ['actorWebhook.create'], input: { actorId: scout, webhookId: ownWebhookId } },
} satisfies Examples
