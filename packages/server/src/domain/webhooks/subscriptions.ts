import { type OutputOf, TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { WebhookRow } from '../../db/rows.ts'
import type { Mutation, PrivateAct } from '../../kernel/mutation.ts'
import type { Principal } from '../../kernel/principal.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Seal } from '../../seal.ts'
import { firstSecret, rotatedSecret } from './secrets.ts'
import { webhookOnWire } from './wire.ts'

/** What subscriptions of boards and of actors have in common. Specification: service §3, §6 and §8, decisions §5. */
export type WebhookDeps = { seal: Seal; outbound: Outbound }

type Writer = Pick<Mutation | PrivateAct, 'send' | 'now' | 'newId'>
type Owner = { board_id: string; actor_id: null; integration_id?: string } | { board_id: null; actor_id: string }
type Changes = { active?: boolean | undefined; url?: string | undefined; events?: string[] | undefined; rotateSecret?: boolean | undefined }

const insertWebhook = sql(`insert into webhooks (id, board_id, actor_id, created_by, url, events, secret_sealed, leash, active, created_at,
    integration_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, true, $9, $10)`)
/** The streak belongs to the delivery worker: it is cleared here, never written back. */
const updateWebhook =
  sql(`update webhooks set url = $2, events = $3, secret_sealed = $4, previous_secret_sealed = $5, previous_secret_until = $6,
    active = $7, consecutive_failures = case when $8 then 0 else consecutive_failures end, disabled_reason = $9, created_by = $10, leash = $11
  where id = $1`)
const deleteWebhook = sql('delete from webhooks where id = $1')
export const cancelPending = sql(`update deliveries set state = 'canceled', finished_at = $2 where webhook_id = $1 and state = 'pending'`)

type Authority = Pick<Principal, 'actorId' | 'grant'>

export function subscribe(to: Writer, seal: Seal, by: Authority, owner: Owner, wanted: { url: string; events: string[] }) {
  const id = to.newId()
  const { secret, sealed } = firstSecret(seal, id)
  const row = {
    ...{
      id,
      integration_id: null,
      ...owner,
      url: wanted.url,
      events: [...new Set(wanted.events)],
      created_by: by.actorId,
      leash: leashOf(by),
    },
    ...{ active: true, consecutive_failures: 0, disabled_reason: null, created_at: to.now },
  }
  to.send(insertWebhook, [
    ...[id, row.board_id, row.actor_id, row.created_by, row.url, row.events, sealed.secret_sealed],
    ...[row.leash, row.created_at, row.integration_id],
  ])
  return { webhook: { ...webhookOnWire(row), secret } }
}

function leashOf(principal: Authority): string[] | null {
  return principal.grant?.leash ? [...principal.grant.leash] : null
}

/**
 * Applies a PATCH; `changed` says whether it made a difference. Whoever resumes, redirects or re-keys a subscription is the one on whose
 * authority it stands from then on: events must not flow to a place that somebody chose who has lost the board since. That of an
 * integration stands on the integration.
 */
export function change(
  to: Writer,
  seal: Seal,
  by: Principal,
  row: WebhookRow,
  input: Changes,
): { webhook: OutputOf<'webhook.update'>; changed: boolean } {
  const resumes = input.active === true && (!row.active || row.consecutive_failures > 0)
  const pauses = input.active === false && row.active
  const url = input.url ?? row.url
  const events = input.events ? [...new Set(input.events)] : row.events
  const rotated = input.rotateSecret ? rotatedSecret(seal, row, to.now) : null
  const makesAnew = resumes || rotated !== null || url !== row.url
  const takesOver = makesAnew && row.integration_id === null
  if (!makesAnew && !pauses && events.join() === row.events.join()) return { webhook: webhookOnWire(row), changed: false }
  const after = {
    ...{ ...row, ...rotated?.sealed, url, events, active: input.active ?? row.active },
    ...(resumes ? { consecutive_failures: 0, disabled_reason: null } : {}),
    ...(takesOver ? { created_by: by.actorId, leash: leashOf(by) } : {}),
  }
  to.send(updateWebhook, [
    ...[after.id, after.url, after.events, after.secret_sealed, after.previous_secret_sealed, after.previous_secret_until],
    ...[after.active, resumes, after.disabled_reason, after.created_by, after.leash],
  ])
  if (pauses) to.send(cancelPending, [row.id, to.now])
  return { webhook: rotated ? { ...webhookOnWire(after), secret: rotated.secret } : webhookOnWire(after), changed: true }
}

/** Its deliveries go with it. */
export function unsubscribe(to: Writer, webhookId: string): void {
  to.send(deleteWebhook, [webhookId])
}

/** Call it under the lock of the owner. */
export function refuseBeyond(most: number, has: number): void {
  if (has < most) return
  throw new TandemError(
    'conflict',
    `There are ${has} webhooks already, and ${most} are allowed. Delete one that is no longer needed first.`,
    {
      details: { limit: most },
    },
  )
}

export type CountRow = { count: number }

export async function countOf(reader: Reader, statement: ReturnType<typeof sql<CountRow>>, ownerId: string): Promise<number> {
  return (await reader.row(statement, [ownerId]))?.count ?? 0
}
