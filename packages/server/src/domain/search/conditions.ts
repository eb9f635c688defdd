import type { ParsedInputOf } from '@tandem/contract'
import { isBlocked } from '../relations/is-blocked.ts'
import { type AttributeConditions, attributeConditionsOf } from './attribute-conditions.ts'
import type { Draft } from './draft.ts'
import { nearly, type SearchWord } from './words.ts'

/** A search with all its names resolved: whom `me` means, which labels a name means, what `today` is. Specification: decisions §3. */
export type SearchQuery = Omit<ParsedInputOf<'search.cards'>, 'boardId' | 'limit' | 'cursor'>
export type Resolved = {
  query: SearchQuery
  actorId: string
  boardIds: readonly string[]
  labelIds: readonly string[] | null
  fields: readonly FieldCondition[] | null
  attributes: AttributeConditions
  words: readonly SearchWord[]
}

/** The value of a field that a card must have, as JSON; `absent` = an unticked checkbox, for which most cards have no value. */
export type FieldCondition = { fieldId: string; boardId: string; json: string; absent: boolean } | null

type Condition = (of: Resolved, bind: Draft['bind']) => string | null | undefined

/** `c` is the card. Each answers nothing when the search does not ask for it. */
const conditions: readonly Condition[] = [
  ({ boardIds }, bind) => `c.board_id = any (${bind(boardIds)}::uuid[])`,
  ({ query }) => `c.archived_at is ${query.archived ? 'not null' : 'null'}`,
  ({ query }) => (query.completed === undefined ? null : `c.completed_at is ${query.completed ? 'not null' : 'null'}`),
  ({ query }, bind) => query.listId && `c.list_id = any (${bind(list(query.listId))}::uuid[])`,
  ({ attributes }, bind) => conjunction(attributeConditionsOf(attributes, bind)),
  ({ query, actorId }, bind) => {
    const { ids, none } = among(query.assignee, actorId)
    const unassigned = 'not exists (select from card_assignees a where a.card_id = c.id)'
    return none && (ids.length === 0 ? unassigned : `(${unassigned} or c.id in (${assignedTo(ids, bind)}))`)
  },
  ({ query, actorId }, bind) => {
    const { ids, none } = among(query.delegatedTo, actorId)
    return (
      none && (ids.length === 0 ? 'c.delegate_actor_id is null' : `(c.delegate_actor_id is null or c.id in (${delegatedTo(ids, bind)}))`)
    )
  },
  ({ query }) => (query.blocked === undefined ? null : `${query.blocked ? '' : 'not '}${isBlocked('c.id')}`),
  ({ query, labelIds }, bind) => (query.everyLabel && labelIds ? wearingAll(query, bind) : null),
  ({ fields }, bind) => fields && conjunction(fields.map((field) => without(field, bind))),
]

/** A range of ids, which is a range of creation times. */
export type IdRange = { newest?: string | undefined; oldest?: string | undefined }

/**
 * A condition that names its cards: few as a rule, found by an index of their own. Of a range of cards, only their texts are read: those
 * of one word may be on most pages of the table.
 */
export type CardSet = (bind: Draft['bind'], among?: IdRange) => string

export function cardSetsOf({ query, actorId, boardIds, labelIds, fields, words }: Resolved): CardSet[] {
  const [assignees, agents] = [among(query.assignee, actorId), among(query.delegatedTo, actorId)]
  const { sessionState } = query
  return [
    ...(assignees.ids.length > 0 && !assignees.none ? [(bind: Draft['bind']) => assignedTo(assignees.ids, bind)] : []),
    ...(agents.ids.length > 0 && !agents.none ? [(bind: Draft['bind']) => delegatedTo(agents.ids, bind)] : []),
    ...(labelIds
      ? [(bind: Draft['bind']) => `select l.card_id from card_labels l where l.label_id = any (${bind(labelIds)}::uuid[])`]
      : []),
    ...(sessionState ? [(bind: Draft['bind']) => inSession(list(sessionState), boardIds, bind)] : []),
    ...(fields ?? []).flatMap((field) => (field && !field.absent ? [(bind: Draft['bind']) => holding(field, bind)] : [])),
    ...words.map(withWord),
  ]
}

const withWord = (word: SearchWord) => (bind: Draft['bind'], among?: IdRange) =>
  [`select t.card_id from card_texts t where t.words @@ ${bind(nearly(word))}::tsquery`, ...within('t.card_id', bind, among)].join(' and ')

const within = (id: string, bind: Draft['bind'], { newest, oldest }: IdRange = {}): string[] => [
  ...(newest === undefined ? [] : [`${id} <= ${bind(newest)}::uuid`]),
  ...(oldest === undefined ? [] : [`${id} >= ${bind(oldest)}::uuid`]),
]

/**
 * The `where` of a search. With `few`, the planner must join the sets first and then look up the cards that are in all of them one by one. It
 * still chooses how to join the sets.
 */
export function conditionsOf(
  of: Resolved,
  bind: Draft['bind'],
  sets: readonly CardSet[],
  { few = false, among = {} }: { few?: boolean; among?: IdRange } = {},
): string {
  const inSets = few ? [`c.id = any (array(${inAllOf(sets, bind, among)}))`] : sets.map((set) => `c.id in (${set(bind, among)})`)
  const others = conditions.map((condition) => condition(of, bind)).filter((text) => typeof text === 'string')
  return conjunction([...inSets, ...within('c.id', bind, among), ...others]) ?? 'true'
}

/** The ids of the cards that are in each of the sets, of which there is one at least. */
export function inAllOf([set, ...more]: readonly CardSet[], bind: Draft['bind'], among?: IdRange): string {
  const inMore = more.map((one) => `s.id in (${one(bind, among)})`)
  return `select s.id from (${set?.(bind, among)}) as s (id) where ${conjunction(inMore) ?? 'true'}`
}

const conjunction = (texts: readonly (string | null)[]): string | null => texts.filter((text) => text !== null).join('\n  and ') || null

export const list = <T>(value: T | readonly T[]): T[] => (Array.isArray(value) ? [...value] : [value as T])

/** The actors that a condition names; `none`: cards without one match too. */
function among(wanted: string | readonly string[] | undefined, me: string): { ids: string[]; none: true | null } {
  const all = wanted === undefined ? [] : list(wanted)
  return { ids: all.filter((id) => id !== 'none').map((id) => (id === 'me' ? me : id)), none: all.includes('none') || null }
}

const assignedTo = (ids: readonly string[], bind: Draft['bind']): string =>
  `select a.card_id from card_assignees a where a.actor_id = any (${bind(ids)}::uuid[])`

const delegatedTo = (ids: readonly string[], bind: Draft['bind']): string =>
  `select d.id from cards d where d.delegate_actor_id = any (${bind(ids)}::uuid[])`

const inSession = (states: readonly string[], boardIds: readonly string[], bind: Draft['bind']): string =>
  `select s.card_id from sessions s join cards n on n.id = s.card_id and n.latest_session_id = s.id
    where s.state = any (${bind(states)}::text[]) and s.board_id = any (${bind(boardIds)}::uuid[])`

function wearingAll({ label }: SearchQuery, bind: Draft['bind']): string {
  return conjunction(list(label ?? []).map((one) => wearing(one, bind))) ?? 'true'
}

/** A label by its id or by its name, as `labelsMeant` finds it. */
const wearing = (label: string, bind: Draft['bind']): string => `exists (select from card_labels l join labels n on n.id = l.label_id
    where l.card_id = c.id and lower(${bind(label)}::text) in (n.id::text, lower(n.name)))`

/** The condition uses the index field_values_by_value, which holds the beginnings of values. */
function holding({ fieldId, json }: NonNullable<FieldCondition>, bind: Draft['bind']): string {
  const value = `${bind(json)}::jsonb`
  return `select v.card_id from field_values v where v.field_id = ${bind(fieldId)}
    and left(v.value #>> '{}', 100) = left(${value} #>> '{}', 100) and v.value = ${value}`
}

/** A field that there is not finds nothing; a checkbox is not ticked where it holds nothing. */
function without(field: FieldCondition, bind: Draft['bind']): string | null {
  if (field === null) return 'false'
  return field.absent ? `c.board_id = ${bind(field.boardId)} and c.id not in (${holding(field, bind)})` : null
}
