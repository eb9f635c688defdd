import type { Examples } from './example.ts'
import { boardId, done, newestActivityId, ruleId } from './story.ts'

export const ruleExamples = {
  'rule.list': { input: { boardId } },
  'rule.create': {
    input: {
      boardId,
      name: 'Merged is done',
      trigger: { verb: 'vcs.pr_merged', filters: { targetBranch: 'main' } },
      conditions: [{ field: 'completedAt', op: 'is_not_set' }],
      actions: [{ type: 'move_card', listId: done, position: 'top' }, { type: 'complete_card' }],
    },
  },
  'rule.update': { input: { ruleId, trigger: { schedule: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' } } } },
  'rule.delete': { input: { ruleId } },
  'rule.runs': { input: { ruleId } },
  'rule.test': { input: { ruleId, activityId: newestActivityId } },
} satisfies Examples
