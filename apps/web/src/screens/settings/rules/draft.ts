import type { OutputOf, Rule, RuleAction } from '@tandem/contract'

export type Trigger = Rule['trigger']
export type OnVerb = Extract<Trigger, { verb: string }>
export type Filters = NonNullable<OnVerb['filters']>
export type Schedule = Extract<Trigger, { schedule: unknown }>['schedule']
export type Condition = Rule['conditions'][number]
export type Action = RuleAction
export type Definition = Pick<Rule, 'name' | 'trigger' | 'conditions' | 'actions'>
export type Run = OutputOf<'rule.runs'>[number]
export type Tried = OutputOf<'rule.rehearse'>

/** A rule that is being edited. Its lines have stable keys, so that they keep their state while others are added and removed. */
export type Draft = Pick<Definition, 'name' | 'trigger'> & { conditions: Line<Condition>[]; actions: Line<Action>[] }
export type Line<T> = { key: string; it: T }

export const lineOf = <T>(it: T): Line<T> => ({ key: crypto.randomUUID(), it })

export function draftOf({ name, trigger, conditions, actions }: Definition): Draft {
  return { name, trigger, conditions: conditions.map(lineOf), actions: actions.map(lineOf) }
}

export function definitionOf({ name, trigger, conditions, actions }: Draft): Definition {
  return { name: name.trim(), trigger, conditions: conditions.map(({ it }) => it), actions: actions.map(({ it }) => it) }
}

export const emptyRule: Definition = { name: '', trigger: { verb: 'card.moved' }, conditions: [], actions: [] }

export const isSame = (one: Definition, other: Definition): boolean =>
  JSON.stringify([one.name, one.trigger, one.conditions, one.actions]) ===
  JSON.stringify([other.name, other.trigger, other.conditions, other.actions])

/** The empty text stands for a value that is not chosen yet: such a line is incomplete. */
export const isComplete = (line: Condition | Action): boolean => Object.entries(line).every(([key, value]) => isGiven(key, value))

const mayBeEmpty: ReadonlySet<string> = new Set(['description', 'labelIds', 'assigneeActorIds'])

function isGiven(key: string, value: unknown): boolean {
  if (mayBeEmpty.has(key)) return true
  if (Array.isArray(value)) return value.length > 0 && !value.includes('')
  return typeof value !== 'string' || value.trim() !== ''
}
