import type { CardPart } from './records/cards/card.ts'
import type { Verb } from './verbs.ts'

/**
 * The kind of a value: its type, how it is validated, compared and read from a file, and its control. `dayStart` and `dayEnd` are times; a
 * day without a time stands for its first or its last minute. A `number` is 0 or more; lists show the sum of it.
 */
export type AttributeKind = 'priority' | 'dayStart' | 'dayEnd' | 'number'

type CardAttribute = {
  kind: AttributeKind
  /** The verb of a change. With `card.updated` the payload has the old value too, under `previous`. */
  verb: Extract<Verb, `card.${string}`>
  /** Whether the tile of a card shows it. */
  onTile: boolean
  /** The part of a card with which a copy includes it; null = always. */
  part: CardPart | null
  /** The column of a CSV file, and its other names: in lower case, without spaces, dashes and underscores. */
  csv: { column: string; aliases: readonly string[] }
  /** The description of the parameter in tools. */
  about: string
  /** The parameter of searches and saved views that asks for its values; null = there is none. */
  search: string | null
}

/**
 * The attributes of a card that hold one value, a row for each. The following derive from a row: the inputs that create and change a card,
 * its record and its tile, the tools, rules, copies, exports, imports and the card in the web. It has no schemas, because the browser loads
 * it without zod: these are in `records/cards/attributes.ts`. How to add one: CONTRIBUTING. Specification: service §2.
 */
export const cardAttributes = {
  priority: {
    kind: 'priority',
    verb: 'card.priority_changed',
    onTile: true,
    part: null,
    csv: { column: 'priority', aliases: ['urgency'] },
    about: 'none, low, medium, high or urgent.',
    search: 'priority',
  },
  startAt: {
    kind: 'dayStart',
    verb: 'card.updated',
    onTile: false,
    part: 'dates',
    csv: { column: 'start', aliases: ['startdate', 'startat'] },
    about: 'An ISO time or none.',
    search: null,
  },
  dueAt: {
    kind: 'dayEnd',
    verb: 'card.updated',
    onTile: true,
    part: 'dates',
    csv: { column: 'due', aliases: ['duedate', 'deadline', 'dueat'] },
    about: 'An ISO time or none.',
    search: 'due',
  },
  estimate: {
    kind: 'number',
    verb: 'card.updated',
    onTile: true,
    part: null,
    csv: { column: 'estimate', aliases: ['points', 'storypoints'] },
    about: 'A number or none.',
    search: null,
  },
} as const satisfies Record<string, CardAttribute>

export type AttributeName = keyof typeof cardAttributes
export const attributeNames = Object.keys(cardAttributes) as AttributeName[]
export const kindOf = (name: AttributeName): AttributeKind => cardAttributes[name].kind

/** The attributes by which cards are searched. */
export type SearchedAttribute = {
  [Name in AttributeName]: (typeof cardAttributes)[Name]['search'] extends null ? never : Name
}[AttributeName]
export type SearchParameterOf<Name extends SearchedAttribute> = (typeof cardAttributes)[Name]['search']
export const searchedAttributes = attributeNames.filter((name): name is SearchedAttribute => cardAttributes[name].search !== null)

export type AttributeColumn = (typeof cardAttributes)[AttributeName]['csv']['column']
/** The attribute by its column. */
export const attributeOfColumn = Object.fromEntries(attributeNames.map((name) => [cardAttributes[name].csv.column, name])) as Record<
  AttributeColumn,
  AttributeName
>
export const isAttributeColumn = (column: string): column is AttributeColumn => Object.hasOwn(attributeOfColumn, column)

export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

/** The unset value of a kind. */
export const emptyOfKind = { priority: 'none', dayStart: null, dayEnd: null, number: null } as const satisfies Record<
  AttributeKind,
  unknown
>

export type ValueOfKind = { priority: Priority; dayStart: string | null; dayEnd: string | null; number: number | null }
/** The values of all attributes of a card. */
export type AttributeValues = { [Name in AttributeName]: ValueOfKind[(typeof cardAttributes)[Name]['kind']] }

/** A value for each attribute. */
export function eachAttribute<Value>(valueOf: (name: AttributeName) => Value): Record<AttributeName, Value> {
  const values: Partial<Record<AttributeName, Value>> = {}
  for (const name of attributeNames) values[name] = valueOf(name)
  return values as Record<AttributeName, Value>
}

export const noAttributes = eachAttribute((name) => emptyOfKind[kindOf(name)]) as AttributeValues

/** The attributes of a card, without the rest of it. */
export const attributesOf = (card: AttributeValues): AttributeValues => eachAttribute((name) => card[name]) as AttributeValues

/** The attributes that a change contains, such as an input; undefined ones are absent. */
export function attributesIn(change: Partial<Record<AttributeName, unknown>>): Partial<AttributeValues> {
  return Object.fromEntries(attributeNames.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]])))
}
