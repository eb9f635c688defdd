import {
  type AttributeKind,
  cardAttributes,
  type DueBounds,
  dueBounds,
  kindOf,
  type SearchedAttribute,
  searchedAttributes,
} from '@tandem/contract'
import type { Reader } from '../../db/database.ts'
import { cards } from '../../db/tables/cards/cards.ts'
import { timeZoneOf } from '../actors/time-zone.ts'
import type { SearchQuery } from './conditions.ts'
import type { Draft } from './draft.ts'

/** A condition on an attribute: one of these values, a time within these bounds, or no value at all. */
export type AttributeCondition = { values: readonly string[] } | { within: DueBounds } | { without: true }
export type AttributeConditions = ReadonlyMap<SearchedAttribute, AttributeCondition>

type Clock = { now: string; timeZone: string }

const meanings: Record<AttributeKind, ((asked: string | readonly string[], clock: Clock) => AttributeCondition) | null> = {
  priority: (asked) => ({ values: [asked].flat() }),
  dayStart: null,
  dayEnd: (asked, clock) => (asked === 'none' ? { without: true } : { within: dueBounds(String(asked), clock) }),
  number: null,
}

/** Only days depend on where the caller is: the time zone is read when a search asks for one. */
const isOfDays = (name: SearchedAttribute): boolean => kindOf(name) === 'dayEnd'

/** The conditions of a search on attributes, as they are meant by this caller now. Specification: decisions §3. */
export async function attributesMeant(reader: Reader, actorId: string, now: string, query: SearchQuery): Promise<AttributeConditions> {
  const asked = searchedAttributes.filter((name) => query[cardAttributes[name].search] !== undefined)
  const timeZone = asked.some(isOfDays) ? await timeZoneOf(reader, actorId) : ''
  const meant = new Map<SearchedAttribute, AttributeCondition>()
  for (const name of asked) {
    const condition = meanings[kindOf(name)]?.(query[cardAttributes[name].search] ?? [], { now, timeZone })
    if (condition) meant.set(name, condition)
  }
  return meant
}

/** The conditions as SQL; `c` is the card. */
export const attributeConditionsOf = (attributes: AttributeConditions, bind: Draft['bind']): string[] =>
  [...attributes].map(([name, condition]) => conditionOn(`c.${cards[name].name}`, condition, bind))

function conditionOn(column: string, condition: AttributeCondition, bind: Draft['bind']): string {
  if ('values' in condition) return `${column} = any (${bind(condition.values)}::text[])`
  if ('without' in condition) return `${column} is null`
  return within(column, condition.within, bind)
}

function within(column: string, { from, before, openOnly }: DueBounds, bind: Draft['bind']): string {
  const bounds = [
    `${column} is not null`,
    ...(from === null ? [] : [`${column} >= ${bind(from)}::timestamptz`]),
    ...(before === null ? [] : [`${column} < ${bind(before)}::timestamptz`]),
    ...(openOnly ? ['c.completed_at is null'] : []),
  ]
  return bounds.join(' and ')
}

/** Whether each card that the search finds has a value other than the empty one. */
export function onlyWith(name: SearchedAttribute, attributes: AttributeConditions): boolean {
  const condition = attributes.get(name)
  if (!condition || 'without' in condition) return false
  return 'within' in condition || !condition.values.includes('none')
}
