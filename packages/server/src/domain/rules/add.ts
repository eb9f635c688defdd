import type { Rule } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { RuleRow } from '../../db/rows.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { insertActor } from '../actors/new-actor.ts'
import { type Definition, needsOf } from './names.ts'
import { nextRunAfter } from './schedule.ts'

export type NewRule = Definition & Pick<Rule, 'name' | 'enabled'>

const readAutomation = sql<{ actor_id: string }>('select actor_id from automations where board_id = $1')
const insertAutomation = sql('insert into automations (board_id, actor_id, seq) values ($1, $2, $3)')
const insertRule =
  sql(`insert into rules (board_id, id, name, enabled, trigger, conditions, actions, needs, created_by, since_seq, next_run_at,
    created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`)

/**
 * Adds rules to the board, which have been checked: nothing may refuse from here on. With the first of them the board gets the actor as
 * which they act; it becomes a member when it first does something (run.ts).
 */
export async function addRules(tx: Mutation<'rule.created'>, rules: readonly NewRule[]): Promise<RuleRow[]> {
  if (rules.length > 0) await ensureAutomation(tx)
  return rules.map((rule) => addRule(tx, rule))
}

async function ensureAutomation(tx: Mutation<never>): Promise<void> {
  if (await tx.row(readAutomation, [tx.board.id])) return
  const actor = await insertActor(
    tx,
    {
      ...{ id: tx.newId(), kind: 'agent', name: 'Automation', email: null, password_hash: null, is_instance_admin: false },
      ...{ owner_actor_id: null, can_be_delegated: false, can_be_mentioned: false },
    },
    undefined,
  )
  tx.send(insertAutomation, [tx.board.id, actor.id, tx.board.last_seq])
}

function addRule(tx: Mutation<'rule.created'>, rule: NewRule): RuleRow {
  const { name, enabled, trigger, conditions, actions } = rule
  const id = tx.newId()
  tx.record('rule.created', { ruleId: id, name, enabled, trigger, conditions, actions })
  const row: RuleRow = {
    ...{ board_id: tx.board.id, id, name, enabled, paused_reason: null, trigger, conditions, actions },
    ...{ verb: 'verb' in trigger ? trigger.verb : null, needs: needsOf(rule), created_by: tx.principal.actorId, failures_in_a_row: 0 },
    ...{ since_seq: tx.board.last_seq, next_run_at: dueFrom(rule, tx.now), done_card_number: 0 },
    ...{ version: 1, created_at: tx.now, updated_at: tx.now },
  }
  tx.send(insertRule, [
    ...[row.board_id, row.id, row.name, row.enabled, JSON.stringify(trigger), JSON.stringify(conditions), JSON.stringify(actions)],
    ...[row.needs, row.created_by, row.since_seq, row.next_run_at, row.created_at],
  ])
  return row
}

/** When the clock runs a rule next; null for one that is off or waits for a verb. */
export function dueFrom({ enabled, trigger }: Pick<NewRule, 'enabled' | 'trigger'>, after: string): string | null {
  return enabled && 'schedule' in trigger ? nextRunAfter(trigger.schedule, after) : null
}
