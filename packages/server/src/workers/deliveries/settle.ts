import { TandemError } from '@tandem/contract'
import { type Database, type Reader, sql, type Transaction } from '../../db/database.ts'
import { auditLog } from '../../db/tables/accounts/audit-log.ts'
import { insertInto } from '../../db/writes.ts'
import { disableBoardWebhook, streakThatDisables, switchOff } from '../../domain/webhooks/disable.ts'
import { cancelPending } from '../../domain/webhooks/subscriptions.ts'
import { type Clock, iso } from '../../kernel/common/clock.ts'
import { uuidV7 } from '../../kernel/common/ids.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { gather } from './batcher.ts'
import type { Claim } from './claim.ts'
import { type Outcome, settleTogether, type Trace, writeOutcomes } from './outcomes.ts'

/** Writes down what became of an attempt. Only the holder of the claim writes a failure. Specification: reliability W8, W11. */
export type Settle = {
  delivered(claim: Claim, trace: Trace): Promise<void>
  retry(claim: Claim, trace: Trace, delayMs: number): Promise<void>
  /** Terminal: counts towards the streak that switches the subscription off. */
  failed(claim: Claim, trace: Trace): Promise<void>
  canceled(claim: Claim): Promise<void>
  /** The creator has lost the board: the subscription goes, and every pending delivery with it. */
  unauthorised(claim: Claim): Promise<void>
  /** Returns the delivery to the queue without counting an attempt. */
  handBack(claim: Claim): Promise<void>
}

/** Outcomes of some milliseconds share a transaction: a commit for each costs more than its delivery. */
const gathering = { largest: 64, enough: 32, forMs: 5 }

/** Locked before its deliveries, as pausing does: the other order would be a deadlock. */
const lockWebhook = sql<{ active: boolean; consecutiveFailures: number }>(
  'select active, consecutive_failures from webhooks where id = $1 for no key update',
)
const lockHeld = sql<{ id: string }>(`select id from deliveries where id = $1 and attempts = $2 and state = 'pending' for no key update`)
const insertAudit = insertInto(auditLog, ['id', 'actorId', 'act', 'outcome', 'credential', 'detail', 'createdAt'])

export function createSettle({ database, clock, kernel }: { database: Database; clock: Clock; kernel: Kernel }): Settle {
  const isSettled = gather(gathering, async (outcomes: readonly Outcome[]) => {
    const left = await inTransaction((tx) => settleTogether(tx, outcomes, clock.now()))
    return outcomes.map((outcome) => !left.has(outcome))
  })

  return {
    async delivered(claim, trace) {
      await isSettled({ claim, end: 'delivered', trace })
    },
    async retry(claim, trace, delayMs) {
      await isSettled({ claim, end: 'retry', trace, atMs: clock.now() + delayMs })
    },
    async failed(claim, trace) {
      const outcome: Outcome = { claim, end: 'failed', trace }
      if (!(await isSettled(outcome))) await failAlone(outcome)
    },
    async canceled(claim) {
      await isSettled({ claim, end: 'canceled' })
    },
    async unauthorised({ webhook }) {
      await onBoard(webhook, async (tx) => {
        const row = await tx.row(lockWebhook, [webhook.id])
        if (row?.active) await disableBoardWebhook(tx, webhook.id, 'creator_lost_access')
        else tx.send(cancelPending({ webhookId: webhook.id, finishedAt: tx.now }))
      })
    },
    async handBack(claim) {
      await isSettled({ claim, end: 'handBack', atMs: claim.dueAtMs })
    },
  }

  /** The tenth failure in a row, the end of the subscription and the notice to the admins are one transaction, through the door. */
  function failAlone(outcome: Outcome): Promise<void> {
    const { webhook } = outcome.claim
    if (webhook.boardId === null)
      return inTransaction(async (tx) => {
        if (await isLastStraw(tx, outcome)) switchOffActorWebhook(tx, outcome.claim)
      })
    return onBoard(webhook, async (tx) => {
      if (await isLastStraw(tx, outcome)) await disableBoardWebhook(tx, webhook.id, 'failures')
    })
  }

  /** Writes the failure, if the claim still holds. Answers whether it was the one too many. */
  async function isLastStraw(tx: Reader & Pick<Transaction, 'send'>, outcome: Outcome): Promise<boolean> {
    const { claim } = outcome
    const webhook = await tx.row(lockWebhook, [claim.webhook.id])
    const held = await tx.row(lockHeld, [claim.deliveryId, claim.attempt])
    if (!webhook || !held) return false
    writeOutcomes(tx, [outcome], clock.now())
    return webhook.active && webhook.consecutiveFailures + 1 >= streakThatDisables
  }

  async function onBoard(webhook: Claim['webhook'], act: (tx: Parameters<typeof disableBoardWebhook>[0]) => Promise<void>): Promise<void> {
    try {
      await kernel.actAsService('webhook.update', { boardId: webhook.boardId, webhookId: webhook.id }, act)
    } catch (error) {
      // Deleted meanwhile, and its deliveries with it.
      if (!(error instanceof TandemError && error.code === 'not_found')) throw error
    }
  }

  function switchOffActorWebhook(tx: Transaction, { webhook }: Claim): void {
    const now = iso(clock.now())
    tx.send(switchOff({ id: webhook.id, disabledReason: 'failures' }))
    tx.send(cancelPending({ webhookId: webhook.id, finishedAt: now }))
    tx.send(
      insertAudit({
        id: uuidV7(clock.now()),
        actorId: webhook.actorId,
        act: 'actorWebhook.update',
        outcome: 'ok',
        credential: 'system:service',
        detail: { webhookId: webhook.id, active: false, disabledReason: 'failures' },
        createdAt: now,
      }),
    )
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
