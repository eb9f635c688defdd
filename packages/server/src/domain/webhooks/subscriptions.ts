import { type OutputOf, refusal } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { deliveries } from '../../db/tables/agents/deliveries.ts'
import { type WebhookRow, webhooks } from '../../db/tables/agents/webhooks.ts'
import { deleteFrom, insertInto, pick, write } from '../../db/writes.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Seal } from '../../seal.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { webhookOnWire } from './record.ts'
import { firstSecret, rotatedSecret } from './secrets.ts'

/** The shared parts of subscriptions of boards and of actors. Specification: service §3, §6 and §8, decisions §5. */
export type WebhookDeps = { seal: Seal; outbound: Outbound }

type Writer = Pick<Mutation | PrivateAct, 'send' | 'now' | 'newId'>
type Owner = { boardId: string; actorId: null; integrationId?: string } | { boardId: null; actorId: string }
type Changes = {
  active?: boolean | undefined
  url?: string | undefined
  events?: string[] | undefined
  rotateSecret?: boolean | undefined
  ifUrl?: string | undefined
  ifEvents?: string[] | undefined
}

const insertWebhook = insertInto(webhooks, [
  'id',
  'boardId',
  'actorId',
  'createdBy',
  'url',
  'events',
  'secretSealed',
  'leash',
  'active',
  'createdAt',
  'integrationId',
])
/** The streak belongs to the delivery worker: it is cleared here, never written back. */
const updateWebhook = write(
  {
    ...pick(webhooks, ['id', 'url', 'events', 'secretSealed', 'previousSecretSealed', 'previousSecretUntil', 'active']),
    ...pick(webhooks, ['disabledReason', 'createdBy', 'leash']),
    resumes: parameter<boolean>('boolean'),
  },
  (to) => `update webhooks set url = ${to.url}, events = ${to.events}, secret_sealed = ${to.secretSealed},
    previous_secret_sealed = ${to.previousSecretSealed}, previous_secret_until = ${to.previousSecretUntil}, active = ${to.active},
    consecutive_failures = case when ${to.resumes} then 0 else consecutive_failures end, disabled_reason = ${to.disabledReason},
    created_by = ${to.createdBy}, leash = ${to.leash}
  where id = ${to.id}`,
)
const deleteWebhook = deleteFrom(webhooks, { key: ['id'] })
export const cancelPending = write(
  pick(deliveries, ['webhookId', 'finishedAt']),
  ({ webhookId, finishedAt }) => `update deliveries set state = 'canceled', finished_at = ${finishedAt}
  where webhook_id = ${webhookId} and state = 'pending'`,
)

type Authority = Pick<Principal, 'actorId' | 'grant'>

export function subscribe(to: Writer, seal: Seal, by: Authority, owner: Owner, wanted: { url: string; events: string[] }) {
  const id = to.newId()
  const { secret, sealed } = firstSecret(seal, id)
  const row = {
    id,
    integrationId: null,
    ...owner,
    url: wanted.url,
    events: [...new Set(wanted.events)],
    createdBy: by.actorId,
    leash: leashOf(by),
    active: true,
    consecutiveFailures: 0,
    disabledReason: null,
    createdAt: to.now,
  }
  to.send(insertWebhook({ ...row, ...sealed }))
  return { webhook: { ...webhookOnWire(row), secret } }
}

function leashOf(principal: Authority): string[] | null {
  return principal.grant?.leash ? [...principal.grant.leash] : null
}

/**
 * Applies a PATCH; `changed` says whether it made a difference. A caller who resumes, redirects or re-keys a subscription becomes its
 * creator, whose rights it needs: events must not go to a URL chosen by a person who has lost the board. A subscription of an integration
 * needs the integration instead.
 */
export function change(
  to: Writer,
  seal: Seal,
  by: Principal,
  row: WebhookRow,
  input: Changes,
): { webhook: OutputOf<'webhook.update'>; changed: boolean } {
  refuseChangedTexts({ url: row.url, events: row.events }, { url: input.ifUrl, events: input.ifEvents })
  const resumes = input.active === true && (!row.active || row.consecutiveFailures > 0)
  const pauses = input.active === false && row.active
  const url = input.url ?? row.url
  const events = input.events ? [...new Set(input.events)] : row.events
  const rotated = input.rotateSecret ? rotatedSecret(seal, row, to.now) : null
  const makesAnew = resumes || rotated !== null || url !== row.url
  const takesOver = makesAnew && row.integrationId === null
  if (!makesAnew && !pauses && events.join() === row.events.join()) return { webhook: webhookOnWire(row), changed: false }
  const after = {
    ...row,
    ...rotated?.sealed,
    url,
    events,
    active: input.active ?? row.active,
    ...(resumes ? { consecutiveFailures: 0, disabledReason: null } : {}),
    ...(takesOver ? { createdBy: by.actorId, leash: leashOf(by) } : {}),
  }
  to.send(updateWebhook({ ...after, resumes }))
  if (pauses) to.send(cancelPending({ webhookId: row.id, finishedAt: to.now }))
  return { webhook: rotated ? { ...webhookOnWire(after), secret: rotated.secret } : webhookOnWire(after), changed: true }
}

/** Deletes the webhook with its deliveries. */
export function unsubscribe(to: Writer, webhookId: string): void {
  to.send(deleteWebhook({ id: webhookId }))
}

/** Call it under the lock of the owner. */
export function refuseBeyond(most: number, has: number): void {
  if (has < most) return
  throw refusal('webhooksFull', { has, count: most }, { details: { limit: most } })
}

export type CountRow = { count: number }

export async function countOf(reader: Reader, statement: ReturnType<typeof sql<CountRow>>, ownerId: string): Promise<number> {
  return (await reader.row(statement, [ownerId]))?.count ?? 0
}
