import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Handlers } from '../../kernel/handlers.ts'
import { createRule, removeRule, updateRule } from './change.ts'
import { createRehearsals } from './rehearse.ts'
import { listRules, listRuns } from './runs.ts'
import { timesOf } from './schedule.ts'

export function createRuleHandlers(deps: { database: Database; clock: Clock }) {
  return {
    'rule.list': listRules,
    'rule.create': createRule,
    'rule.update': updateRule,
    'rule.delete': removeRule,
    'rule.runs': listRuns,
    ...createRehearsals(deps),
    'rule.times': timesOf,
  } satisfies Partial<Handlers>
}
