import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { WebhookRow } from '../../db/tables/agents/webhooks.ts'
import { notFound } from '../../kernel/access.ts'
import { type HandlerOf, type PrivateTargetChecks, prepared, type Steps } from '../../kernel/handlers.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { done } from '../../kernel/reply.ts'
import { refusalOf } from '../../outbound/outbound.ts'
import { webhookOnWire } from './record.ts'
import { type CountRow, change, countOf, refuseBeyond, subscribe, unsubscribe, type WebhookDeps } from './subscriptions.ts'

/** Subscriptions of an actor to its own session events on every board. Specification: service §4 and §6, decisions §5. */
const countOfActor = sql<CountRow>('select count(*)::int as count from webhooks where actor_id = $1')
const ofActor = sql<WebhookRow>('select * from webhooks where actor_id = $1 order by id limit 1000')
/** Locked: the delivery worker writes the streak of the same row. */
const oneOfActor = sql<WebhookRow>('select * from webhooks where actor_id = $1 and id = $2 for no key update')

export function createActorWebhook({ seal, outbound }: WebhookDeps): Steps<'actorWebhook.create'> {
  return prepared<'actorWebhook.create', Awaited<ReturnType<typeof refusalOf>>>(
    (_read, input) => refusalOf(outbound, input.url),
    async (act, input, refusal) => {
      const principal = oneself(act.principal, input.actorId)
      if (refusal) throw refusal
      refuseBeyond(act.policy.webhooksPerBoard, await countOf(act, countOfActor, principal.actorId))
      const made = subscribe(act, seal, principal, { boardId: null, actorId: principal.actorId }, input)
      act.audit({ detail: { webhookId: made.webhook.id } })
      return done(made)
    },
  )
}

export const listActorWebhooks: HandlerOf<'actorWebhook.list'> = async (read, input) =>
  (await read.rows(ofActor, [oneself(read.principal, input.actorId).actorId])).map(webhookOnWire)

export function updateActorWebhook({ seal, outbound }: WebhookDeps): Steps<'actorWebhook.update'> {
  return prepared<'actorWebhook.update', Awaited<ReturnType<typeof refusalOf>>>(
    (_read, input) => refusalOf(outbound, input.url),
    async (act, input, refusal) => {
      const principal = oneself(act.principal, input.actorId)
      const row = await ownWebhook(act, principal, input.webhookId)
      if (refusal) throw refusal
      const { webhook } = change(act, seal, principal, row, input)
      act.audit({ detail: { webhookId: row.id } })
      return done(webhook)
    },
  )
}

export const deleteActorWebhook: HandlerOf<'actorWebhook.delete'> = async (act, input) => {
  const principal = oneself(act.principal, input.actorId)
  const row = await ownWebhook(act, principal, input.webhookId)
  unsubscribe(act, row.id)
  act.audit({ detail: { webhookId: row.id } })
  return null
}

function oneself(principal: Principal | null, actorId: string): Principal {
  if (principal?.actorId === actorId) return principal
  throw refusal('webhooksOfOther')
}

/** A leashed token may not touch a subscription that delivers boards beyond its leash: redirecting one would be a way to them. */
async function ownWebhook(reader: Reader, principal: Principal, webhookId: string): Promise<WebhookRow> {
  const row = await reader.row(oneOfActor, [principal.actorId, webhookId])
  if (!row) throw notFound('webhook')
  const leash = principal.grant?.leash
  if (!leash || row.leash?.every((boardId) => leash.has(boardId))) return row
  throw refusal('webhookBeyondLeash')
}

const checkWebhook = async (read: Reader & { principal: Principal }, { actorId, webhookId }: { actorId: string; webhookId: string }) =>
  ownWebhook(read, oneself(read.principal, actorId), webhookId)

export const actorWebhookTargetChecks = {
  'actorWebhook.create': async (read, { actorId }) => oneself(read.principal, actorId),
  'actorWebhook.list': async (read, { actorId }) => oneself(read.principal, actorId),
  'actorWebhook.update': checkWebhook,
  'actorWebhook.delete': checkWebhook,
} satisfies PrivateTargetChecks
