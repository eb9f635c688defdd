import type { Rule, RuleRun } from '@tandem/contract'
import type { RuleRunRow } from '../../db/tables/boards/rule-runs.ts'
import type { RuleRow } from '../../db/tables/boards/rules.ts'

export function ruleOnWire(row: RuleRow): Rule {
  return {
    id: row.id,
    boardId: row.boardId,
    name: row.name,
    enabled: row.enabled,
    pausedReason: row.pausedReason,
    pausedWhy: row.pausedWhy,
    trigger: row.trigger,
    conditions: row.conditions,
    actions: row.actions,
    createdByActorId: row.createdBy,
    savedByActorId: row.savedBy,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

export function runOnWire(row: RuleRunRow): RuleRun {
  return {
    id: row.id,
    ruleId: row.ruleId,
    activityId: row.activityId,
    cardId: row.cardId,
    state: row.state,
    reason: row.reason,
    why: row.why,
    depth: row.depth,
    actions: row.actions,
    createdAt: row.createdAt,
  }
}
