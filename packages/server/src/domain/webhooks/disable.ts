import { type Explained, explained } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { webhooks } from '../../db/tables/agents/webhooks.ts'
import { pick, write } from '../../db/writes.ts'
import { explanationOf } from '../../kernel/common/explanation.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { cancelPending } from './subscriptions.ts'

/** Switching a subscription off without being asked. Specification: service §3, decisions §5, reliability W8 and W11. */
export type DisabledReason = 'failures' | 'creator_lost_access'

export const streakThatDisables = 10

export const switchOff = write(
  pick(webhooks, ['id', 'disabledReason']),
  ({ id, disabledReason }) => `update webhooks set active = false, disabled_reason = ${disabledReason} where id = ${id}`,
)
const adminsOf = sql<{ actorId: string }>(
  `select actor_id from effective_members where board_id = $1 and role = 'admin' order by actor_id limit 500`,
)

const reasons: Record<DisabledReason, Explained> = {
  failures: explained('webhookFailing', { count: streakThatDisables }),
  creator_lost_access: explained('webhookOrphaned'),
}

/** Under the lock of the board: no later event is queued, queued deliveries are canceled, and the board's admins are notified. */
export async function disableBoardWebhook(tx: Mutation<'webhook.updated'>, webhookId: string, reason: DisabledReason): Promise<void> {
  const admins = await tx.rows(adminsOf, [tx.board.id])
  tx.send(switchOff({ id: webhookId, disabledReason: reason }))
  tx.send(cancelPending({ webhookId, finishedAt: tx.now }))
  const explained = reasons[reason]
  const notice = { actorIds: admins.map((admin) => admin.actorId), reason: 'webhook_disabled' as const, excerpt: explained.message }
  tx.record('webhook.updated', { webhookId, why: explanationOf(explained) }, { notify: [notice] })
}
