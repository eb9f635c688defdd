import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { RuleRow } from '../../db/rows.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { refuseStale } from '../boards/update.ts'
import { changes } from '../changes.ts'
import { addRules, dueFrom } from './add.ts'
import { checkRule } from './check.ts'
import { needsOf } from './names.ts'
import { ruleOnWire } from './wire.ts'

/** Making, changing and deleting the rules of a board. Specification: decisions §5. */
export const mostRules = 100

const countRules = sql<{ rules: number }>('select count(*) as rules from rules where board_id = $1')
const writeRule =
  sql(`update rules set name = $3, enabled = $4, paused_reason = $5, trigger = $6, conditions = $7, actions = $8, needs = $9,
    failures_in_a_row = $10, since_seq = $11, next_run_at = $12, done_card_number = $13, version = $14, updated_at = $15
  where board_id = $1 and id = $2`)
const deleteRule = sql('delete from rules where board_id = $1 and id = $2')

export const createRule: HandlerOf<'rule.create'> = async (tx, input) => {
  if (((await tx.row(countRules, [tx.board.id]))?.rules ?? 0) >= mostRules)
    throw new TandemError('conflict', `A board holds at most ${mostRules} rules. Delete one that is not used any more.`)
  await checkRule(tx, { boardId: tx.board.id, now: tx.now }, input)
  const [row] = await addRules(tx, [input])
  if (!row) throw new Error('a rule was not added')
  return ruleOnWire(row)
}

/**
 * A rule that is switched on or gets another trigger begins anew: it looks at what happens from then on. What the service switched off
 * comes back only whole.
 */
export const updateRule: HandlerOf<'rule.update'> = async (tx, input) => {
  const before = tx.target
  refuseStale(input.ifVersion, before.version)
  const changed = changes(before, {
    ...{ name: input.name, enabled: input.enabled, trigger: unlessSame(input.trigger, before.trigger) },
    ...{ conditions: unlessSame(input.conditions, before.conditions), actions: unlessSame(input.actions, before.actions) },
  })
  if (!changed) return ruleOnWire(before)
  const after = { ...before, ...changed.columns, version: before.version + 1, updated_at: tx.now }
  if (after.enabled || changed.columns.trigger || changed.columns.conditions || changed.columns.actions)
    await checkRule(tx, { boardId: tx.board.id, now: tx.now }, after)
  tx.record('rule.updated', { ruleId: before.id, ...changed.payload })
  const beginsAnew = changed.columns.trigger !== undefined || changed.columns.enabled === true
  const row: RuleRow = {
    ...{ ...after, needs: needsOf(after), paused_reason: after.enabled ? null : before.paused_reason },
    ...(changed.columns.enabled === true && { failures_in_a_row: 0 }),
    ...(beginsAnew && { since_seq: tx.board.last_seq, done_card_number: 0 }),
    next_run_at: beginsAnew || !after.enabled ? dueFrom(after, tx.now) : before.next_run_at,
  }
  tx.send(writeRule, [
    ...[row.board_id, row.id, row.name, row.enabled, row.paused_reason, JSON.stringify(row.trigger), JSON.stringify(row.conditions)],
    ...[JSON.stringify(row.actions), row.needs, row.failures_in_a_row, row.since_seq, row.next_run_at, row.done_card_number],
    ...[row.version, row.updated_at],
  ])
  return ruleOnWire(row)
}

const unlessSame = <T>(wanted: T | undefined, before: T): T | undefined =>
  JSON.stringify(wanted) === JSON.stringify(before) ? undefined : wanted

export const removeRule: HandlerOf<'rule.delete'> = async (tx) => {
  tx.send(deleteRule, [tx.board.id, tx.target.id])
  tx.record('rule.removed', { ruleId: tx.target.id })
  return null
}
