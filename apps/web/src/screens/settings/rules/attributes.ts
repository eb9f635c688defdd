import {
  type AttributeKind,
  type AttributeName,
  type BoardOutline,
  cardAttributes,
  eachAttribute,
  kindOf as kindOfAttribute,
} from '@tandem/contract'
import { useTranslations } from 'use-intl'
import type { Condition } from './draft.ts'

/** The kind of a value: it determines the control and the operators of comparison. */
export type Kind =
  | 'text'
  | 'number'
  | 'date'
  | 'list'
  | 'label'
  | 'member'
  | 'agent'
  | 'person'
  | 'priority'
  | 'listCategory'
  | 'actorKind'
  | 'flag'
  | 'checkbox'
  | 'option'

const kinds = { priority: 'priority', dayStart: 'date', dayEnd: 'date', number: 'number' } as const satisfies Record<AttributeKind, Kind>

/** The attributes that a condition may test, in the order in which they are offered. */
export const attributes = {
  title: 'text',
  description: 'text',
  listId: 'list',
  listCategory: 'listCategory',
  blocked: 'flag',
  openPullRequests: 'number',
  label: 'label',
  assignee: 'person',
  delegatedTo: 'agent',
  ...eachAttribute((name): Kind => kinds[kindOfAttribute(name)]),
  completedAt: 'date',
  archivedAt: 'date',
  createdBy: 'member',
  createdAt: 'date',
  updatedAt: 'date',
  key: 'text',
  number: 'number',
  actorKind: 'actorKind',
} as const satisfies Record<string, Kind>
export type Attribute = keyof typeof attributes
export const isAttribute = (field: string): field is Attribute => Object.hasOwn(attributes, field)

type BoardField = BoardOutline['fields'][number]
const ofFields: Partial<Record<BoardField['type'], Kind>> = { number: 'number', date: 'date', checkbox: 'checkbox', select: 'option' }

export const fieldPrefix = 'field.'
export const payloadPrefix = 'payload.'

export const fieldNamed = (field: string, fields: readonly BoardField[]): BoardField | undefined =>
  field.startsWith(fieldPrefix) ? fields.find(({ id }) => id === field.slice(fieldPrefix.length)) : undefined

export function kindOf(field: string, fields: readonly BoardField[]): Kind {
  if (isAttribute(field)) return attributes[field]
  const named = fieldNamed(field, fields)
  return named ? kindOfField(named) : 'text'
}
export const kindOfField = ({ type }: BoardField): Kind => ofFields[type] ?? 'text'

type Op = Condition['op']
const presence: readonly Op[] = ['is_set', 'is_not_set']
const ofChoices: readonly Op[] = ['is', 'is_not', 'in', 'not_in', ...presence]
const ofAmounts: readonly Op[] = ['is', 'is_not', 'gt', 'lt', ...presence]

export const opsOf: Record<Kind, readonly Op[]> = {
  text: ['is', 'is_not', 'contains', 'in', 'not_in', 'gt', 'lt', ...presence],
  number: ofAmounts,
  date: ['gt', 'lt', 'is', 'is_not', ...presence],
  list: ofChoices,
  label: ofChoices,
  member: ofChoices,
  agent: ofChoices,
  person: ofChoices,
  priority: [...ofChoices, 'gt', 'lt'],
  listCategory: ['is', 'is_not', 'in', 'not_in'],
  actorKind: ['is', 'is_not'],
  flag: ['is'],
  checkbox: ['is', ...presence],
  option: ofChoices,
}

const takesNone: ReadonlySet<Op> = new Set(presence)
const takesSeveral: ReadonlySet<Op> = new Set<Op>(['in', 'not_in'])
export type Arity = 'none' | 'one' | 'several'
export const arityOf = (op: Op): Arity => (takesNone.has(op) ? 'none' : takesSeveral.has(op) ? 'several' : 'one')

const firstValues: Partial<Record<Kind, string | number | boolean>> = { number: 0, checkbox: true, flag: true }

/** The condition with another field or operator, keeping the parts that still apply. */
export function conditionOn(field: string, op: Op, kind: Kind, before?: Condition): Condition {
  const wanted = opsOf[kind].includes(op) ? op : (opsOf[kind][0] ?? 'is')
  const arity = arityOf(wanted)
  if (arity === 'none') return { field, op: wanted }
  const kept = before?.field === field && before.value !== undefined ? [before.value].flat() : []
  if (arity === 'several') return { field, op: wanted, value: kept.filter((value) => value !== '') }
  return { field, op: wanted, value: kept[0] ?? firstValues[kind] ?? '' }
}

const isOfTable = (attribute: Attribute): attribute is AttributeName => Object.hasOwn(cardAttributes, attribute)

/** The name of an attribute within a rule. */
export function useAttributeName(): (attribute: Attribute) => string {
  const t = useTranslations('automation.attributes')
  const ofTable = useTranslations('attributes')
  return (attribute) => (isOfTable(attribute) ? ofTable(`${attribute}.inRules`) : t(attribute))
}
