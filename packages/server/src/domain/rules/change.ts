import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { type RuleRow, rules } from '../../db/tables/boards/rules.ts'
import { deleteFrom, update } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { refuseStale } from '../boards/update.ts'
import { changes } from '../changes.ts'
import { addRules, dueFrom } from './add.ts'
import { checkRule } from './check.ts'
import { needsOf } from './names.ts'
import { ruleOnWire } from './record.ts'
import { requireScopesOf } from './rights.ts'

/** Making, changing and deleting the rules of a board. Specification: decisions §5. */
export const mostRules = 100

const countRules = sql<{ rules: number }>('select count(*) as rules from rules where board_id = $1')
const writeRule = update(rules, {
  key: ['boardId', 'id'],
  set: [
    'name',
    'enabled',
    'pausedReason',
    'pausedWhy',
    'trigger',
    'conditions',
    'actions',
    'needs',
    'failuresInARow',
    'sinceSeq',
    'nextRunAt',
    'doneCardNumber',
    'version',
    'updatedAt',
    'definedAt',
    'savedBy',
  ],
})
const deleteRule = deleteFrom(rules, { key: ['boardId', 'id'] })

export const createRule: HandlerOf<'rule.create'> = async (tx, input) => {
  if (((await tx.row(countRules, [tx.board.id]))?.rules ?? 0) >= mostRules) throw refusal('rulesFull', { count: mostRules })
  requireScopesOf(tx.principal, input)
  await checkRule(tx, { boardId: tx.board.id, now: tx.now }, input)
  const [row] = await addRules(tx, [input])
  if (!row) throw new Error('a rule was not added')
  return ruleOnWire(row)
}

/**
 * A rule that is switched on or gets another trigger begins anew: it looks at what happens from then on. What the service switched off
 * comes back only whole. Who changes it is its author from then on; switching it off, too, which takes no more than the role.
 */
export const updateRule: HandlerOf<'rule.update'> = async (tx, input) => {
  const before = tx.target
  refuseStale(input.ifVersion, before.version)
  const changed = changes(before, {
    name: input.name,
    enabled: input.enabled,
    trigger: unlessSame(input.trigger, before.trigger),
    conditions: unlessSame(input.conditions, before.conditions),
    actions: unlessSame(input.actions, before.actions),
  })
  if (!changed) return ruleOnWire(before)
  const { trigger, conditions, actions } = changed.columns
  const isDefinedAnew = [trigger, conditions, actions].some((part) => part !== undefined)
  const after = {
    ...before,
    ...changed.columns,
    version: before.version + 1,
    updatedAt: tx.now,
    definedAt: isDefinedAnew ? tx.now : before.definedAt,
    savedBy: tx.principal.actorId,
  }
  if (after.enabled || isDefinedAnew) {
    requireScopesOf(tx.principal, after)
    await checkRule(tx, { boardId: tx.board.id, now: tx.now }, after)
  }
  tx.record('rule.updated', { ruleId: before.id, ...changed.payload })
  const beginsAnew = trigger !== undefined || changed.columns.enabled === true
  const row: RuleRow = {
    ...after,
    needs: needsOf(after),
    ...(after.enabled && { pausedReason: null, pausedWhy: null }),
    ...(changed.columns.enabled === true && { failuresInARow: 0 }),
    ...(beginsAnew && { sinceSeq: tx.board.lastSeq, doneCardNumber: 0 }),
    nextRunAt: beginsAnew || !after.enabled ? dueFrom(after, tx.now) : before.nextRunAt,
  }
  tx.send(writeRule(row))
  return ruleOnWire(row)
}

const unlessSame = <T>(wanted: T | undefined, before: T): T | undefined =>
  JSON.stringify(wanted) === JSON.stringify(before) ? undefined : wanted

export const removeRule: HandlerOf<'rule.delete'> = async (tx) => {
  tx.send(deleteRule({ boardId: tx.board.id, id: tx.target.id }))
  tx.record('rule.removed', { ruleId: tx.target.id })
  return null
}
