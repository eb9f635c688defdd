import { z } from 'zod'
import { attributeNames } from '../../card-attributes.ts'
import { explanation, id, priority, timestamp } from '../../fields.ts'
import { schemaProblem } from '../../refusals.ts'
import { type Verb, verbNames } from '../../verbs.ts'
import { fieldValueInput } from './field.ts'

/** Automation rules of a board: a trigger, conditions and actions. Specification: decisions §5. */
const onVerb = z.object({
  verb: z.enum(verbNames as [Verb, ...Verb[]]),
  filters: z
    .object({
      listId: id.optional().describe('The list that the card is in.'),
      toListId: id.optional().describe('The list that the card was moved to.'),
      labelId: id.optional(),
      targetBranch: z.string().min(1).max(255).optional(),
      priority: priority.optional(),
      actorKind: z.enum(['human', 'agent']).optional(),
    })
    .optional()
    .describe('All of them must match the activity.'),
  orLastClosed: z
    .boolean()
    .optional()
    .describe('With `vcs.pr_merged`: also when the last open pull request of the card is closed and another one was merged.'),
})

export const ruleSchedule = z.object({
  cron: z
    .string()
    .trim()
    .max(100)
    .regex(/^\S+( +\S+){4}$/, schemaProblem('cronParts')),
  timezone: z.string().min(1).max(64).default('UTC').describe('An IANA time zone.'),
})
const onSchedule = z.object({ schedule: ruleSchedule })

/**
 * A verb of the board's log, or a schedule: then the rule runs for each card that meets its conditions, except archived ones, or once if
 * all of its actions create cards.
 */
export const ruleTrigger = z.union([onVerb, onSchedule])

const ofCard = [
  'number',
  'key',
  'title',
  'description',
  'listId',
  'listCategory',
  'blocked',
  'openPullRequests',
  ...attributeNames,
  'completedAt',
  'archivedAt',
  'createdAt',
  'updatedAt',
  'createdBy',
  'assignee',
  'delegatedTo',
  'label',
]
const attributePattern = new RegExp(`^(${ofCard.join('|')}|actorKind|field\\.[0-9a-fA-F-]{36}|payload\\.[A-Za-z0-9_.]{1,100})$`)
const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()])
const needsNoValue: ReadonlySet<string> = new Set(['is_set', 'is_not_set'])
const needsSeveral: ReadonlySet<string> = new Set(['in', 'not_in'])

export const ruleCondition = z
  .object({
    field: z
      .string()
      .max(108)
      .regex(attributePattern, 'must be an attribute of the card, actorKind, field.<fieldId> or payload.<key>')
      .describe(
        'A card attribute, `listCategory`, `blocked`, `openPullRequests`, `assignee`, `delegatedTo`, `label`, `actorKind`, `field.<fieldId>` or `payload.<key>`.',
      ),
    op: z.enum(['is', 'is_not', 'in', 'not_in', 'contains', 'gt', 'lt', 'is_set', 'is_not_set']),
    value: z
      .union([scalar, z.array(scalar).max(50)])
      .optional()
      .describe('An array for in and not_in; absent for is_set and is_not_set; otherwise one value.'),
  })
  .refine(hasFittingValue, {
    path: ['value'],
    message: 'must be an array for in and not_in, absent for is_set and is_not_set, else one value',
  })

function hasFittingValue({ op, value }: { op: string; value?: unknown }): boolean {
  if (needsNoValue.has(op)) return value === undefined
  return value !== undefined && Array.isArray(value) === needsSeveral.has(op)
}

const template = 'Placeholders: {{card.key}}, {{card.title}}, {{actor.name}}.'

export const ruleAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('move_card'), listId: id, position: z.enum(['top', 'bottom']).optional() }),
  z.object({ type: z.literal('add_label'), labelId: id }),
  z.object({ type: z.literal('remove_label'), labelId: id }),
  z.object({ type: z.literal('assign'), actorId: id }),
  z.object({ type: z.literal('delegate'), agentActorId: id }),
  z.object({ type: z.literal('set_priority'), priority }),
  z.object({ type: z.literal('set_field'), fieldId: id, value: fieldValueInput.nullable().describe('null clears the field.') }),
  z.object({ type: z.literal('complete_card') }),
  z.object({ type: z.literal('reopen_card') }),
  z.object({ type: z.literal('archive_card') }),
  z.object({
    type: z.literal('create_card'),
    listId: id,
    title: z.string().trim().min(1).max(500).describe(template),
    description: z.string().max(10_000).optional().describe(template),
    labelIds: z.array(id).max(50).optional(),
    assigneeActorIds: z.array(id).max(50).optional(),
  }),
  z.object({ type: z.literal('add_comment'), body: z.string().trim().min(1).max(10_000).describe(template) }),
  z.object({ type: z.literal('add_checklist_item'), text: z.string().trim().min(1).max(500).describe(template) }),
  z.object({
    type: z.literal('notify'),
    to: z
      .union([z.enum(['assignees', 'watchers']), z.array(id).min(1).max(50)])
      .describe('`assignees`, `watchers`, or the actor ids of members.'),
    message: z.string().trim().min(1).max(1_000).describe(template),
  }),
])
export type RuleAction = z.infer<typeof ruleAction>
export const ruleActionType = z.enum(ruleAction.options.map((action) => action.shape.type.value))

export const rule = z
  .object({
    id,
    boardId: id,
    name: z.string(),
    enabled: z.boolean(),
    pausedReason: z
      .string()
      .nullable()
      .describe(
        'Why the service turned the rule off: something that it uses no longer exists, its author no longer has permission for its actions, or it failed ten times in a row.',
      ),
    pausedWhy: explanation.nullable().describe('The same as data.'),
    trigger: ruleTrigger,
    conditions: z.array(ruleCondition),
    actions: z.array(ruleAction),
    createdByActorId: id,
    savedByActorId: id.describe('Its author, who created or last changed it. It can do what they may do when it runs.'),
    version: z.int(),
    createdAt: timestamp,
    updatedAt: timestamp,
    definedAt: timestamp.describe('When its trigger, conditions or actions last changed. Earlier runs were of other ones.'),
  })
  .meta({ id: 'Rule' })
export type Rule = z.infer<typeof rule>

/** One run: at most one per rule and activity. */
export const ruleRun = z
  .object({
    id,
    ruleId: id,
    activityId: id.nullable().describe('The activity that triggered it; null for a schedule.'),
    cardId: id.nullable(),
    state: z
      .enum(['done', 'failed', 'skipped'])
      .describe('failed = at least one action failed; skipped = the rule did nothing, for the given reason.'),
    reason: z
      .string()
      .nullable()
      .describe('Why it was skipped: the filter or condition that did not match, or what prevented it from running.'),
    why: explanation.nullable().describe('The same as data.'),
    depth: z.int().min(0).describe('How many rules led to this one; a chain stops at 5.'),
    actions: z
      .array(
        z.object({
          type: ruleActionType,
          outcome: z.enum(['done', 'failed', 'skipped']),
          error: z.string().nullable(),
          why: explanation.optional(),
          uncalled: z
            .array(explanation.extend({ handle: z.string() }))
            .optional()
            .describe('The mentioned agents that did not start, and why, as data. `error` has the text for all of them.'),
        }),
      )
      .describe('In order. skipped = there was nothing to change; error = why it failed, with the same as data in `why`.'),
    createdAt: timestamp,
  })
  .meta({ id: 'RuleRun' })
export type RuleRun = z.infer<typeof ruleRun>

/** The result of a rule's dry run. */
export const ruleTest = z
  .object({
    wouldRun: z.boolean(),
    reason: z.string().nullable().describe('Why it would not run.'),
    why: explanation.nullable().describe('The same as data.'),
    triggerMatches: z.boolean().nullable().describe('null if no activity was given.'),
    conditions: z.array(z.object({ field: z.string(), op: z.string(), holds: z.boolean() })),
    actions: z.array(
      z.object({
        type: ruleActionType,
        problem: z.string().nullable().describe('Why it would fail; null if it would not.'),
        why: explanation.optional(),
      }),
    ),
  })
  .meta({ id: 'RuleTest' })
export type RuleTest = z.infer<typeof ruleTest>
