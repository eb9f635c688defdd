import type { CardSummary, Priority, ViewQuery } from '@tandem/contract'

export type SessionState = NonNullable<CardSummary['session']>['state']
type FieldValue = string | number | boolean

/** A filter of cards, in the terms of the search operation; several values of one condition are a list. */
export type Filter = {
  q?: string
  label?: readonly string[]
  everyLabel?: boolean
  assignee?: readonly string[]
  delegatedTo?: readonly string[]
  sessionState?: readonly SessionState[]
  priority?: readonly Priority[]
  due?: string
  blocked?: boolean
  completed?: boolean
  listId?: readonly string[]
  field?: Readonly<Record<string, FieldValue>>
  archived?: boolean
}
export type Condition = keyof Filter

/** Agents that wait for a person come first. */
export const sessionStates: readonly SessionState[] = ['awaiting_input', 'working', 'queued', 'error', 'done']

/** The conditions in the form of a saved view, without empty ones. */
export function filterOf(query: ViewQuery): Filter {
  const { sort: _, label, assignee, delegatedTo, sessionState, priority, listId, due, ...others } = query
  return meant({
    ...others,
    label: listed(label),
    assignee: listed(assignee),
    delegatedTo: listed(delegatedTo),
    sessionState: listed(sessionState),
    priority: listed(priority),
    listId: listed(listId),
    due,
  })
}

/** In the form of a saved view. */
export function queryOf({ label, assignee, delegatedTo, sessionState, priority, listId, field, ...others }: Filter): ViewQuery {
  const query: ViewQuery = {
    ...others,
    label: label?.slice(),
    assignee: assignee?.slice(),
    delegatedTo: delegatedTo?.slice(),
    sessionState: sessionState?.slice(),
    priority: priority?.slice(),
    listId: listId?.slice(),
    field: field && { ...field },
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** Without conditions that match all cards. */
export function meant(filter: Filter): Filter {
  const entries = Object.entries(filter).filter(([name, value]) => !isEmpty(value) && !(isWish.has(name) && value === false))
  const kept: Filter = Object.fromEntries(entries)
  if ((kept.label?.length ?? 0) > 1) return kept
  const { everyLabel: _, ...others } = kept
  return others
}

/** Flags without effect when off. */
const isWish: ReadonlySet<string> = new Set(['everyLabel', 'archived'])

export const asksNothing = (filter: Filter): boolean => Object.keys(filter).length === 0

export function sameFilter(one: Filter, other: Filter): boolean {
  return textOf(one) === textOf(other)
}

/** The same text for equal filters, whatever the order of their values. */
function textOf(filter: Filter): string {
  const entries = Object.entries(filter).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value] as const)
  return JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const listed = <T extends string>(value: T | T[] | undefined): T[] | undefined => (typeof value === 'string' ? [value] : value)

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
