import { TandemError } from '@tandem/contract'
import { type Database, sql, type Transaction } from '../../db/database.ts'
import { disableBoardWebhook, streakThatDisables, switchOff } from '../../domain/webhooks/disable.ts'
import { cancelPending } from '../../domain/webhooks/subscriptions.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Kernel } from '../../kernel/execute.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import type { Claim } from './claim.ts'

/** What an attempt came to, as the log of deliveries shows it. */
export type Trace = { status: number | null; error: string | null }

/** Writes down what became of an attempt. A failure is only written by whoever still holds the claim. Specification: reliability W8, W11. */
export type Settle = {
  delivered(claim: Claim, trace: Trace): Promise<void>
  retry(claim: Claim, trace: Trace, delayMs: number): Promise<void>
  /** Terminal: counts towards the streak that switches the subscription off. */
  failed(claim: Claim, trace: Trace): Promise<void>
  canceled(claim: Claim): Promise<void>
  /** The creator has lost the board: the subscription goes, and every pending delivery with it. */
  unauthorised(claim: Claim): Promise<void>
  /** As if it had never been claimed. */
  handBack(claim: Claim): Promise<void>
}

const resetStreak = sql('update webhooks set consecutive_failures = 0 where id = $1 and active and consecutive_failures > 0')
const finishDelivered = sql(
  `update deliveries set state = 'delivered', finished_at = $2, last_status = $3, last_error = $4 where id = $1 and state = 'pending'`,
)
const held = `where id = $1 and attempts = $2 and state = 'pending'`
const postpone = sql(`update deliveries set next_attempt_at = $3, last_status = $4, last_error = $5 ${held}`)
const cancelOne = sql(`update deliveries set state = 'canceled', finished_at = $3 ${held}`)
const unclaim = sql(`update deliveries set attempts = attempts - 1, next_attempt_at = $3 ${held}`)
/** Locked before its deliveries, as pausing does: the other order would be a deadlock. */
const lockWebhook = sql<{ active: boolean; consecutive_failures: number }>(
  'select active, consecutive_failures from webhooks where id = $1 for no key update',
)
const finishFailed = sql(`with failed as (
    update deliveries set state = 'failed', finished_at = $3, last_status = $4, last_error = $5 ${held} returning webhook_id
  )
  update webhooks w set consecutive_failures = w.consecutive_failures + 1 from failed f where w.id = f.webhook_id and w.active`)
const auditSwitchOff = sql(`insert into audit_log (id, actor_id, act, outcome, credential, detail, created_at)
  values ($1, $2, 'actorWebhook.update', 'ok', 'system:service', $3, $4)`)

export function createSettle({ database, clock, kernel }: { database: Database; clock: Clock; kernel: Kernel }): Settle {
  const now = () => iso(clock.now())

  return {
    delivered: (claim, trace) =>
      inTransaction(async (tx) => {
        tx.send(resetStreak, [claim.webhook.id])
        tx.send(finishDelivered, [claim.deliveryId, now(), trace.status, trace.error])
      }),
    async retry(claim, trace, delayMs) {
      await database.rows(postpone, [claim.deliveryId, claim.attempt, iso(clock.now() + delayMs), trace.status, trace.error])
    },
    async failed(claim, trace) {
      const needsBoard = await inTransaction(async (tx) => {
        const webhook = await tx.row(lockWebhook, [claim.webhook.id])
        if (!webhook) return false
        const disables = isLastStraw(webhook)
        if (disables && claim.webhook.board_id !== null) return true
        tx.send(finishFailed, failure(claim, trace))
        if (disables) switchOffActorWebhook(tx, claim)
        return false
      })
      if (needsBoard) await failOnBoard(claim, trace)
    },
    async canceled(claim) {
      await database.rows(cancelOne, [claim.deliveryId, claim.attempt, now()])
    },
    async unauthorised({ webhook }) {
      await onBoard(webhook, async (tx) => {
        const row = await tx.row(lockWebhook, [webhook.id])
        if (row?.active) await disableBoardWebhook(tx, webhook.id, 'creator_lost_access')
        else tx.send(cancelPending, [webhook.id, tx.now])
      })
    },
    async handBack(claim) {
      await database.rows(unclaim, [claim.deliveryId, claim.attempt, now()])
    },
  }

  /** The tenth failure in a row, the end of the subscription and the notice to the admins are one transaction, through the door. */
  function failOnBoard(claim: Claim, trace: Trace): Promise<void> {
    const { webhook } = claim
    return onBoard(webhook, async (tx) => {
      const row = await tx.row(lockWebhook, [webhook.id])
      tx.send(finishFailed, failure(claim, trace))
      if (row && isLastStraw(row)) await disableBoardWebhook(tx, webhook.id, 'failures')
    })
  }

  async function onBoard(webhook: Claim['webhook'], act: (tx: Parameters<typeof disableBoardWebhook>[0]) => Promise<void>): Promise<void> {
    try {
      await kernel.actAsService('webhook.update', { boardId: webhook.board_id, webhookId: webhook.id }, async (tx) => {
        await act(tx)
        return null
      })
    } catch (error) {
      // Deleted meanwhile, and its deliveries with it.
      if (!(error instanceof TandemError && error.code === 'not_found')) throw error
    }
  }

  function failure(claim: Claim, trace: Trace) {
    return [claim.deliveryId, claim.attempt, now(), trace.status, trace.error]
  }

  function switchOffActorWebhook(tx: Transaction, { webhook }: Claim): void {
    tx.send(switchOff, [webhook.id, 'failures'])
    tx.send(cancelPending, [webhook.id, now()])
    const detail = JSON.stringify({ webhookId: webhook.id, active: false, disabledReason: 'failures' })
    tx.send(auditSwitchOff, [uuidV7(clock.now()), webhook.actor_id, detail, now()])
  }

  async function inTransaction<T>(act: (tx: Transaction) => Promise<T>): Promise<T> {
    const tx = await database.begin()
    try {
      const result = await act(tx)
      if (tx.writes > 0) await tx.commit()
      else await tx.rollback()
      return result
    } catch (error) {
      await tx.rollback()
      throw tx.failure ?? error
    }
  }
}

function isLastStraw(webhook: { active: boolean; consecutive_failures: number }): boolean {
  return webhook.active && webhook.consecutive_failures + 1 >= streakThatDisables
}
