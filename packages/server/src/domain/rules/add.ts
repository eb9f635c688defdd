import type { Rule } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { automations } from '../../db/tables/boards/automations.ts'
import { type RuleRow, rules as rulesTable } from '../../db/tables/boards/rules.ts'
import { insertInto } from '../../db/writes.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { insertActor } from '../actors/new-actor.ts'
import { type Definition, needsOf } from './names.ts'
import { nextRunAfter } from './schedule.ts'

export type NewRule = Definition & Pick<Rule, 'name' | 'enabled'>

const readAutomation = sql<{ actorId: string }>('select actor_id from automations where board_id = $1')
const insertAutomation = insertInto(automations, ['boardId', 'actorId', 'seq'])
const insertRule = insertInto(rulesTable, [
  'boardId',
  'id',
  'name',
  'enabled',
  'trigger',
  'conditions',
  'actions',
  'needs',
  'createdBy',
  'savedBy',
  'sinceSeq',
  'nextRunAt',
  'createdAt',
  'updatedAt',
  'definedAt',
])

/**
 * Adds rules to the board, which have been checked: nothing may refuse from here on. The caller is their author unless another is named. With the first of them the board gets the actor as
 * which they act; it becomes a member when it first does something (run.ts).
 */
export async function addRules(tx: Mutation<'rule.created'>, rules: readonly NewRule[], author = tx.principal.actorId): Promise<RuleRow[]> {
  if (rules.length > 0) await ensureAutomation(tx)
  return rules.map((rule) => addRule(tx, rule, author))
}

async function ensureAutomation(tx: Mutation<never>): Promise<void> {
  if (await tx.row(readAutomation, [tx.board.id])) return
  const actor = await insertActor(
    tx,
    {
      id: tx.newId(),
      kind: 'agent',
      name: 'Automation',
      email: null,
      passwordHash: null,
      isInstanceAdmin: false,
      ownerActorId: null,
      canBeDelegated: false,
      canBeMentioned: false,
    },
    undefined,
  )
  tx.send(insertAutomation({ boardId: tx.board.id, actorId: actor.id, seq: tx.board.lastSeq }))
}

function addRule(tx: Mutation<'rule.created'>, rule: NewRule, author: string): RuleRow {
  const { name, enabled, trigger, conditions, actions } = rule
  const id = tx.newId()
  tx.record('rule.created', { ruleId: id, name, enabled, trigger, conditions, actions })
  const row: RuleRow = {
    boardId: tx.board.id,
    id,
    name,
    enabled,
    pausedReason: null,
    pausedWhy: null,
    trigger,
    conditions,
    actions,
    verb: 'verb' in trigger ? trigger.verb : null,
    needs: needsOf(rule),
    failuresInARow: 0,
    createdBy: tx.principal.actorId,
    savedBy: author,
    sinceSeq: tx.board.lastSeq,
    nextRunAt: dueFrom(rule, tx.now),
    doneCardNumber: 0,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
    definedAt: tx.now,
  }
  tx.send(insertRule(row))
  return row
}

/** When the clock runs a rule next; null for one that is off or waits for a verb. */
export function dueFrom({ enabled, trigger }: Pick<NewRule, 'enabled' | 'trigger'>, after: string): string | null {
  return enabled && 'schedule' in trigger ? nextRunAfter(trigger.schedule, after) : null
}
