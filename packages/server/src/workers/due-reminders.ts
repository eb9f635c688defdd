import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { cards } from '../db/tables/cards/cards.ts'
import { update } from '../db/writes.ts'
import { type Clock, iso } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { TargetMutation } from '../kernel/mutation.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { actOnAll, type DueAct } from './act-on-all.ts'

/**
 * Tells those who are assigned to a card or watch it that it is due soon: once for each due date, 24 hours ahead, or as soon as may be
 * when it was set later than that. Triggers keep the date that is still to be reminded of (migration 0005); the log says which were.
 * Specification: decisions §5.
 */
export type DueReminders = {
  /** Reminds of all that is due soon; answers how many cards that was. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

type Deps = { kernel: Kernel; database: Database; clock: Clock; log: Logger; metrics: Metrics }

const pauseMs = 30_000
const page = 100
const remindAheadMs = 24 * 3_600_000
/** A date that has passed so little ago was missed because the service was away, or because it was set just before. */
const lateMs = 3_600_000

/**
 * `$1`: the earliest due time that still counts, `$2`: the latest. An archived board sends no reminders, and a board without members is
 * being imported or deleted.
 */
export const dueSoon = sql<{ id: string }>(`select c.id from cards c join boards b on b.id = c.board_id
  where c.remind_due_at > $1 and c.remind_due_at <= $2 and b.archived_at is null
    and exists (select from members m where m.board_id = b.id)
  order by c.remind_due_at, c.id limit ${page}`)
/** `$3` as the log writes it. A date that was changed and changed back is not reminded of again. */
const reminderOf = sql<{ remindDueAt: string | null; reminded: boolean }>(`select c.remind_due_at, exists (
    select from activities a where a.card_id = c.id and a.verb = 'card.due_soon' and a.payload ->> 'dueAt' = $3) as reminded
  from cards c where c.board_id = $1 and c.id = $2`)
const settle = update(cards, { key: ['boardId', 'id'], set: ['remindDueAt'] })

type CardMutation = TargetMutation<'card.due_soon', 'card'>
const reminders: DueAct = {
  name: 'reminder',
  due: dueSoon,
  page,
  operation: { name: 'card.update', id: 'cardId' },
  act: (tx) => remind(tx as CardMutation),
}

export function createDueReminders(deps: Deps): DueReminders {
  const poller = createPoller(deps, {
    name: 'reminders',
    everyMs: pauseMs,
    poll: runOnce,
    trouble: 'not everybody could be reminded of what is due soon',
  })
  return { runOnce, start: poller.start, stop: poller.stop }

  function runOnce(): Promise<number> {
    const nowMs = deps.clock.now()
    return actOnAll(deps, reminders, [iso(nowMs - lateMs), iso(nowMs + remindAheadMs)])
  }
}

async function remind(tx: CardMutation): Promise<boolean> {
  const { target: card, board } = tx
  const dueAt = card.dueAt
  if (dueAt === null || board.archivedAt !== null) return false
  const reminder = await tx.row(reminderOf, [board.id, card.id, dueAt])
  if (reminder?.remindDueAt !== dueAt || Date.parse(dueAt) > Date.parse(tx.now) + remindAheadMs) return false
  tx.send(settle({ boardId: board.id, id: card.id, remindDueAt: null }))
  if (reminder.reminded) return true
  const notify = [{ actorIds: card.assigneeIds, reason: 'due_soon' as const, excerpt: dueAt }]
  const watching = card.watched ? { watching: { reason: 'due_soon' as const, excerpt: dueAt } } : {}
  tx.record('card.due_soon', { dueAt }, { cardId: card.id, notify, ...watching })
  return true
}
