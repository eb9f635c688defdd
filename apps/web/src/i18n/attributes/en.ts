import type { AttributeName } from '@tandem/contract'

/**
 * The attributes of a card: the name of each, its name within a rule, the button that empties it, its command in the palette with other words
 * by which somebody may look for that, and what the history says.
 */
export const en = {
  priority: {
    name: 'Priority',
    inRules: 'priority',
    remove: 'Remove the priority',
    command: 'Priority …',
    also: 'urgent importance',
    set: '<b>{actor}</b> set the priority to {value}',
    removed: '<b>{actor}</b> removed the priority',
  },
  startAt: {
    name: 'Start',
    inRules: 'start date',
    remove: 'Remove the start date',
    command: 'Start date …',
    also: 'begin date',
    set: '<b>{actor}</b> set the start date to {value}',
    removed: '<b>{actor}</b> removed the start date',
  },
  dueAt: {
    name: 'Due',
    inRules: 'due date',
    remove: 'Remove the due date',
    command: 'Due date …',
    also: 'deadline date',
    set: '<b>{actor}</b> set the due date to {value}',
    removed: '<b>{actor}</b> removed the due date',
  },
  estimate: {
    name: 'Estimate',
    inRules: 'estimate',
    remove: 'Remove the estimate',
    command: 'Estimate …',
    also: 'points size effort',
    set: '<b>{actor}</b> set the estimate to {value}',
    removed: '<b>{actor}</b> removed the estimate',
  },
} as const satisfies Record<AttributeName, Record<'name' | 'inRules' | 'remove' | 'command' | 'also' | 'set' | 'removed', string>>
