import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import { answers, type Handlers } from '../../kernel/handlers.ts'
import { createRule, removeRule, updateRule } from './change.ts'
import { createRehearsals } from './rehearse.ts'
import { listRules, listRuns } from './runs.ts'
import { timesOf } from './schedule.ts'

export function createRuleHandlers(deps: { database: Database; clock: Clock }) {
  const { test, rehearse } = createRehearsals(deps)
  return {
    'rule.list': answers(listRules),
    'rule.create': answers(createRule),
    'rule.update': answers(updateRule),
    'rule.delete': answers(removeRule),
    'rule.runs': { run: listRuns },
    'rule.test': answers(test),
    'rule.rehearse': answers(rehearse),
    'rule.times': answers(timesOf),
  } satisfies Partial<Handlers>
}
