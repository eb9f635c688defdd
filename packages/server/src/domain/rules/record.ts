import { type Rule, type RuleRun, rule, ruleRun } from '@tandem/contract'
import type { RuleRunRow } from '../../db/tables/boards/rule-runs.ts'
import type { RuleRow } from '../../db/tables/boards/rules.ts'
import { recordOf } from '../record-of.ts'

export const ruleOnWire: (row: RuleRow) => Rule = recordOf(rule, { createdByActorId: 'createdBy', savedByActorId: 'savedBy' })

export const runOnWire: (row: RuleRunRow) => RuleRun = recordOf(ruleRun, {})
