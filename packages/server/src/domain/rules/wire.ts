import type { Rule, RuleRun } from '@tandem/contract'
import type { RuleRow, RuleRunRow } from '../../db/rows.ts'

export function ruleOnWire(row: RuleRow): Rule {
  return {
    ...{ id: row.id, boardId: row.board_id, name: row.name, enabled: row.enabled, pausedReason: row.paused_reason },
    ...{ trigger: row.trigger, conditions: row.conditions, actions: row.actions, createdByActorId: row.created_by },
    ...{ version: row.version, createdAt: row.created_at, updatedAt: row.updated_at },
  }
}

export function runOnWire(row: RuleRunRow): RuleRun {
  return {
    ...{ id: row.id, ruleId: row.rule_id, activityId: row.activity_id, cardId: row.card_id, state: row.state, reason: row.reason },
    ...{ depth: row.depth, actions: row.actions, createdAt: row.created_at },
  }
}
