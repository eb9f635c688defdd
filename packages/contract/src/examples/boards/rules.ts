import type { Examples, Step } from '../example.ts'
import { ada, at, boardId, cardId, done, nextActivityId, ruleId, ruleRunId } from '../story.ts'

const definition = {
  name: 'Done is done',
  trigger: { verb: 'card.moved' as const, filters: { toListId: done } },
  conditions: [{ field: 'completedAt', op: 'is_not_set' as const }],
  actions: [{ type: 'complete_card' as const }, { type: 'add_comment' as const, body: '{{card.key}} is done, says {{actor.name}}.' }],
}
const rule = {
  id: ruleId,
  boardId,
  enabled: true,
  pausedReason: null,
  pausedWhy: null,
  createdByActorId: ada,
  savedByActorId: ada,
  version: 1,
  createdAt: at,
  updatedAt: at,
  definedAt: at,
  ...definition,
}
const moveToDone = { do: 'card.update', input: { cardId, listId: done } } as const satisfies Step
const bySchedule = { schedule: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' } }
const bothDone = definition.actions.map(({ type }) => ({ type, outcome: 'done' as const, error: null }))

export const ruleExamples = {
  'rule.list': { after: ['rule.create'], input: { boardId }, output: [rule] },
  'rule.create': { input: { boardId, ...definition }, output: rule },
  'rule.update': {
    after: ['rule.create'],
    input: { ruleId, name: 'Done is done by nine', trigger: bySchedule, ifVersion: 1 },
    output: { ...rule, name: 'Done is done by nine', trigger: bySchedule, version: 2 },
  },
  'rule.delete': { after: ['rule.create'], input: { ruleId } },
  'rule.runs': {
    after: ['rule.create', moveToDone],
    input: { ruleId },
    output: [
      {
        id: ruleRunId,
        ruleId,
        activityId: nextActivityId,
        cardId,
        state: 'done',
        reason: null,
        why: null,
        depth: 0,
        actions: bothDone,
        createdAt: at,
      },
    ],
  },
  'rule.test': {
    after: ['rule.create'],
    input: { ruleId, cardId },
    output: {
      wouldRun: true,
      reason: null,
      why: null,
      triggerMatches: null,
      conditions: [{ field: 'completedAt', op: 'is_not_set', holds: true }],
      actions: definition.actions.map(({ type }) => ({ type, problem: null })),
    },
  },
  'rule.rehearse': {
    input: { boardId, trigger: definition.trigger, conditions: definition.conditions, actions: definition.actions, cardId },
    output: {
      wouldRun: true,
      reason: null,
      why: null,
      triggerMatches: null,
      conditions: [{ field: 'completedAt', op: 'is_not_set', holds: true }],
      actions: definition.actions.map(({ type }) => ({ type, problem: null })),
    },
  },
  'rule.times': {
    input: { boardId, ...bySchedule.schedule },
    output: ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'].map((day) => `${day}T08:00:00.000Z`),
  },
} satisfies Examples
