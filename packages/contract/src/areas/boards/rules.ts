import { z } from 'zod'
import { id, ifVersion, limit, name, timestamp } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { rule, ruleAction, ruleCondition, ruleRun, ruleSchedule, ruleTest, ruleTrigger } from '../../records/boards/rule.ts'

const conditions = z.array(ruleCondition).max(20).describe('All of them must hold.')
const actions = z.array(ruleAction).min(1).max(20).describe('Run in this order. All ids must belong to the board.')

const about = {
  cardId: id.optional().describe('A card of the board; the card of the activity when absent.'),
  activityId: id.optional().describe('An activity of the board to test the trigger with.'),
}
const isAboutSomething = (input: { cardId?: string | undefined; activityId?: string | undefined }) =>
  input.cardId !== undefined || input.activityId !== undefined

/** Automation rules. Specification: decisions §5. */
export const rules = {
  'rule.list': read({
    summary: 'List the automation rules of a board',
    spec: 'decisions §5',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id }),
    output: z.array(rule),
    rest: 'GET /api/boards/:boardId/rules',
  }),
  'rule.create': mutation({
    summary: 'Add an automation rule: a trigger, conditions and actions',
    spec: 'decisions §5',
    access: { target: 'board', role: 'admin', scope: 'boards:write' },
    input: z.object({
      boardId: id,
      name,
      enabled: z.boolean().default(true),
      trigger: ruleTrigger,
      conditions: conditions.default([]),
      actions,
    }),
    output: rule,
    rest: 'POST /api/boards/:boardId/rules',
    status: 201,
    records: ['rule.created'],
    errors: ['conflict'],
  }),
  'rule.update': mutation({
    summary: 'Change an automation rule, or turn it on or off',
    spec: 'decisions §5',
    access: { target: 'rule', role: 'admin', scope: 'boards:write' },
    input: z.object({
      ruleId: id,
      name: name.optional(),
      enabled: z.boolean().optional(),
      trigger: ruleTrigger.optional(),
      conditions: conditions.optional(),
      actions: actions.optional(),
      ifVersion,
    }),
    output: rule,
    rest: 'PATCH /api/rules/:ruleId',
    records: ['rule.updated'],
    errors: ['conflict'],
  }),
  'rule.delete': mutation({
    summary: 'Delete an automation rule',
    spec: 'decisions §5',
    access: { target: 'rule', role: 'admin', scope: 'boards:write' },
    input: z.object({ ruleId: id }),
    output: null,
    rest: 'DELETE /api/rules/:ruleId',
    records: ['rule.removed'],
  }),
  'rule.runs': read({
    summary: 'List the runs of a rule, newest first',
    spec: 'decisions §5',
    access: { target: 'rule', role: 'viewer', scope: 'boards:read' },
    input: z.object({ ruleId: id, limit, cursor: id.optional().describe('The id of the last run of the previous page.') }),
    output: z.array(ruleRun),
    rest: 'GET /api/rules/:ruleId/runs',
    paged: true,
  }),
  'rule.test': read({
    summary: 'Test a rule with a card or a past activity, without changing anything',
    spec: 'decisions §5',
    access: { target: 'rule', role: 'viewer', scope: 'boards:read' },
    input: z.object({ ruleId: id, ...about }).refine(isAboutSomething, 'give cardId or activityId'),
    output: ruleTest,
    rest: 'POST /api/rules/:ruleId/test',
  }),
  'rule.rehearse': read({
    summary: 'Test an unsaved rule with a card or a past activity, without changing anything',
    spec: 'decisions §5',
    access: { target: 'board', role: 'admin', scope: 'boards:write' },
    input: z
      .object({ boardId: id, trigger: ruleTrigger, conditions: conditions.default([]), actions, ...about })
      .refine(isAboutSomething, 'give cardId or activityId'),
    output: ruleTest,
    rest: 'POST /api/boards/:boardId/rules/test',
  }),
  'rule.times': read({
    summary: 'List the next times of a schedule',
    spec: 'decisions §5',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id, ...ruleSchedule.shape }),
    output: z.array(timestamp).describe('The next five times, or fewer when there are no more.'),
    rest: 'GET /api/boards/:boardId/rules/times',
  }),
} as const
