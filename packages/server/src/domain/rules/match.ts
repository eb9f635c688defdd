import { type Explained, eachAttribute, explained, type ListCategory, priorities, type Rule } from '@tandem/contract'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { keyOf } from '../cards/summary.ts'
import type { Value } from '../fields/on-cards.ts'

/** Whether a rule applies to an activity and its card. Specification: decisions §5. */
export type Facts = {
  /** Null for a rule on a schedule. */
  activity: { verb: string; payload: Record<string, unknown> } | null
  actorKind: 'human' | 'agent' | null
  keyPrefix: string
  card: CardFaceRow | null
  /** The category of the card's list. */
  listCategory: ListCategory | null
  /** The pull requests that are open beside the one that the activity is about. */
  openPullRequests: number
  mergedPullRequests: number
  values: ReadonlyMap<string, Value>
}
type Scalar = string | number | boolean
type Condition = Rule['conditions'][number]
type OnVerb = Extract<Rule['trigger'], { verb: string }>
type Filters = NonNullable<OnVerb['filters']>

/** The values that each filter is compared with. Values in the activity come before the current ones of the card. */
const filtered: { [F in keyof Filters]-?: (facts: Facts) => readonly unknown[] } = {
  listId: ({ activity, card }) => [activity?.payload.listId ?? activity?.payload.toListId ?? card?.listId],
  toListId: ({ activity }) => [activity?.payload.toListId],
  labelId: ({ activity, card }) => (activity?.payload.labelId === undefined ? (card?.labelIds ?? []) : [activity.payload.labelId]),
  targetBranch: ({ activity }) => [at(activity?.payload, ['filters', 'targetBranch'])],
  priority: ({ activity, card }) => [activity?.payload.priority ?? card?.priority],
  actorKind: ({ actorKind }) => [actorKind],
}

/** Why the trigger does not mean this activity; null when it does. */
export function triggerMismatch(trigger: Rule['trigger'], facts: Facts): Explained | null {
  if (!('verb' in trigger)) return explained('ruleByClock')
  if (facts.activity?.verb !== trigger.verb && !isLastClosed(trigger, facts)) return explained('ruleWaits', { verb: trigger.verb })
  for (const [name, wanted] of Object.entries(trigger.filters ?? {})) {
    if (wanted !== undefined && !filtered[name as keyof Filters](facts).includes(wanted)) return explained('ruleFilter', { filter: name })
  }
  return null
}

/** The last open pull request was closed, and another one was merged: the card has the change that it needs. Specification: beyond §11. */
const isLastClosed = ({ orLastClosed }: OnVerb, { activity, openPullRequests, mergedPullRequests }: Facts): boolean =>
  orLastClosed === true && activity?.verb === 'vcs.pr_closed' && openPullRequests === 0 && mergedPullRequests > 0

/** Why the conditions do not hold: the first that does not. */
export function conditionMismatch(conditions: readonly Condition[], facts: Facts): Explained | null {
  const failing = conditions.find((condition) => !holds(condition, facts))
  return failing ? explained('ruleCondition', { field: failing.field, op: failing.op }) : null
}

export function holds({ field, op, value }: Condition, facts: Facts): boolean {
  return ops[op](attribute(field, facts), value === undefined ? [] : [value].flat())
}

const ops: Record<Condition['op'], (has: readonly Scalar[], wanted: readonly Scalar[]) => boolean> = {
  is: among,
  is_not: (has, wanted) => !among(has, wanted),
  in: among,
  not_in: (has, wanted) => !among(has, wanted),
  contains: (has, wanted) => has.some((one) => wanted.some((part) => lower(one).includes(lower(part)))),
  gt: (has, wanted) => has.some((one) => wanted.some((bound) => compared(one, bound) > 0)),
  lt: (has, wanted) => has.some((one) => wanted.some((bound) => compared(one, bound) < 0)),
  is_set: (has) => has.length > 0,
  is_not_set: (has) => has.length === 0,
}

function among(has: readonly Scalar[], wanted: readonly Scalar[]): boolean {
  return has.some((one) => wanted.some((each) => one === each || lower(one) === lower(each) || compared(one, each) === 0))
}

const lower = (value: Scalar): string => String(value).toLowerCase()

const time = /^\d{4}-\d{2}-\d{2}(T.+)?$/

const orderedPriorities: readonly string[] = priorities

/** By number, by time or by priority; NaN, which is neither more nor less, for values without an order. */
function compared(one: Scalar, other: Scalar): number {
  return orderOf(one, other) - orderOf(other, one)
}

function orderOf(value: Scalar, beside: Scalar): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN
  if (time.test(value)) return Date.parse(value)
  if (orderedPriorities.includes(value) && orderedPriorities.includes(String(beside))) return orderedPriorities.indexOf(value)
  return Number(value)
}

type OfCard = (card: CardFaceRow, facts: Facts) => readonly (Scalar | null)[]
const attributes = eachAttribute(
  (name): OfCard =>
    (card) => [card[name]],
)

const ofCard: Record<string, OfCard> = {
  ...attributes,
  number: (card) => [card.number],
  key: (card, { keyPrefix }) => [keyOf(keyPrefix, card.number)],
  title: (card) => [card.title],
  description: (card) => [card.description || null],
  listId: (card) => [card.listId],
  listCategory: (_, { listCategory }) => [listCategory],
  blocked: (card) => [card.blocked],
  openPullRequests: (_, { openPullRequests }) => [openPullRequests],
  completedAt: (card) => [card.completedAt],
  archivedAt: (card) => [card.archivedAt],
  createdAt: (card) => [card.createdAt],
  updatedAt: (card) => [card.updatedAt],
  createdBy: (card) => [card.createdBy],
  assignee: (card) => card.assigneeIds,
  delegatedTo: (card) => [card.delegateActorId],
  label: (card) => card.labelIds,
}

/** The values of an attribute: none when it is not set. */
function attribute(field: string, facts: Facts): Scalar[] {
  return valuesOf(field, facts).filter(isScalar)
}

function valuesOf(field: string, facts: Facts): readonly unknown[] {
  if (field === 'actorKind') return [facts.actorKind]
  if (field.startsWith('payload.')) return [at(facts.activity?.payload, field.split('.').slice(1))].flat()
  if (field.startsWith('field.')) return [facts.values.get(field.slice('field.'.length).toLowerCase())]
  return facts.card ? (ofCard[field]?.(facts.card, facts) ?? []) : []
}

const isScalar = (value: unknown): value is Scalar => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Whether a condition asks about the card itself. */
export const asksOfCard = ({ field }: Condition): boolean => field in ofCard || field.startsWith('field.')

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((within, key) => (isObject(within) && Object.hasOwn(within, key) ? within[key] : undefined), value)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
