import type { AttributeName } from '@tandem/contract'

/** The attributes of a card: the name of each, its name within a rule, the button that empties it, and what the history says. */
export const en = {
  priority: {
    name: 'Priority',
    inRules: 'priority',
    remove: 'Remove the priority',
    set: '<b>{actor}</b> set the priority to {value}',
    removed: '<b>{actor}</b> removed the priority',
  },
  startAt: {
    name: 'Start',
    inRules: 'start date',
    remove: 'Remove the start date',
    set: '<b>{actor}</b> set the start date to {value}',
    removed: '<b>{actor}</b> removed the start date',
  },
  dueAt: {
    name: 'Due',
    inRules: 'due date',
    remove: 'Remove the due date',
    set: '<b>{actor}</b> set the due date to {value}',
    removed: '<b>{actor}</b> removed the due date',
  },
  estimate: {
    name: 'Estimate',
    inRules: 'estimate',
    remove: 'Remove the estimate',
    set: '<b>{actor}</b> set the estimate to {value}',
    removed: '<b>{actor}</b> removed the estimate',
  },
} as const satisfies Record<AttributeName, Record<'name' | 'inRules' | 'remove' | 'set' | 'removed', string>>
