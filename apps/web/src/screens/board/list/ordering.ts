import {
  type AttributeColumn,
  type AttributeKind,
  attributeNames,
  attributeOfColumn,
  cardAttributes,
  isAttributeColumn,
  kindOf,
  noAttributes,
} from '@tandem/contract'
import type { BoardModel, CardModel } from '../../../live/board-model.ts'
import { urgentFirst } from '../../../ui/priority-mark.tsx'
import type { Value } from '../../card/fields/values.ts'
import { sessionStates } from '../filter/filter.ts'

const otherColumns = ['created', 'title', 'session', 'people'] as const
type OtherColumn = (typeof otherColumns)[number]
type CardColumn = OtherColumn | AttributeColumn
type FieldColumn = `field:${string}`
/** The names of the list's orders in the address: an attribute by its column in a CSV file, a field by its id. */
export type Column = CardColumn | FieldColumn
export type Order = { by: Column; reversed: boolean }
type Field = BoardModel['fields'][number]

const cardColumns: readonly CardColumn[] = [...otherColumns, ...attributeNames.map((name) => cardAttributes[name].csv.column)]
export const columnOfField = ({ id }: Pick<Field, 'id'>): FieldColumn => `field:${id}`
export const columnsOf = (fields: readonly Pick<Field, 'id'>[]): Column[] => [...cardColumns, ...fields.map(columnOfField)]

/** `due`, or `-due` for descending; null = the order of the board, also if the field was deleted. */
export function orderIn(sort: string | null, fields: readonly Pick<Field, 'id'>[]): Order | null {
  const by = columnsOf(fields).find((column) => column === sort?.replace(/^-/, ''))
  return by ? { by, reversed: sort?.startsWith('-') ?? false } : null
}

export const fieldIn = (order: Order | null, fields: readonly Field[]): Field | null =>
  fields.find((field) => columnOfField(field) === order?.by) ?? null

/** The order after another click on a column: ascending, then descending, then the board's own. */
export function nextSort(order: Order | null, column: Column): string | null {
  if (order?.by !== column) return column
  return order.reversed ? null : `-${column}`
}

type Key = string | number | null
type Context = {
  members: BoardModel['members']
  locale: string
  /** The field that the cards are ordered by, with their values. */
  field: Field | null
  values: ReadonlyMap<string, Value>
}

const keyOfOther: Record<OtherColumn, (card: CardModel, members: BoardModel['members']) => Key> = {
  created: (card) => -card.number,
  title: (card) => card.title,
  session: (card) => (card.session ? sessionStates.indexOf(card.session.state) : null),
  people: (card, members) => members.find((member) => card.assigneeActorIds.includes(member.actorId))?.name ?? null,
}

const keyOfKind: Record<AttributeKind, (value: unknown) => Key> = {
  priority: (value) => urgentFirst.findIndex((priority) => priority === value),
  dayStart: (value) => Date.parse(String(value)),
  dayEnd: (value) => Date.parse(String(value)),
  number: (value) => -Number(value),
}

/** The first order of each column is the most useful one: newest, most urgent, due first, waiting for a human. Null comes last. */
function keyOf(card: CardModel, column: CardColumn, members: BoardModel['members']): Key {
  if (!isAttributeColumn(column)) return keyOfOther[column](card, members)
  const name = attributeOfColumn[column]
  return card[name] === noAttributes[name] ? null : keyOfKind[kindOf(name)](card[name])
}

/**
 * By type of field; types without an entry are compared as texts. As with attributes, the largest number comes first, and checked boxes.
 */
const keyOfType: Readonly<Record<string, (value: Value, options: readonly string[]) => Key>> = {
  number: (value) => -Number(value),
  date: (value) => Date.parse(String(value)),
  checkbox: (value) => (value === true ? 0 : 1),
  // A deleted choice comes after the existing ones.
  select: (value, options) => (options.includes(String(value)) ? options.indexOf(String(value)) : options.length),
}

function keyOfValue(value: Value | undefined, { type, options }: Field): Key {
  if (value === undefined || value === '') return null
  return keyOfType[type]?.(value, options ?? []) ?? String(value)
}

export const isFieldColumn = (column: Column): column is FieldColumn => column.startsWith('field:')

/** Equal cards keep the order of the board. */
export function ordered(
  cards: readonly CardModel[],
  order: Order | null,
  { members, locale, field, values }: Context,
): readonly CardModel[] {
  if (!order) return cards
  const { by } = order
  const collator = new Intl.Collator(locale, { numeric: true })
  const key = isFieldColumn(by)
    ? ({ id }: CardModel) => field && keyOfValue(values.get(id), field)
    : (card: CardModel) => keyOf(card, by, members)
  const keys = new Map(cards.map((card) => [card.id, key(card)]))
  const way = order.reversed ? -1 : 1
  return cards.toSorted((one, other) => compareKeys(keys.get(one.id) ?? null, keys.get(other.id) ?? null, way, collator))
}

function compareKeys(one: Key, other: Key, way: number, collator: Intl.Collator): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * way
  return collator.compare(String(one), String(other)) * way
}
