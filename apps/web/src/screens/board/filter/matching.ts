import { dueBounds } from '@tandem/contract'
import type { BoardModel, CardModel } from '../../../live/board-model.ts'
import type { Filter } from './filter.ts'

/** The context in which a filter is evaluated: the reader, the board's labels, and the current time. */
export type Meaning = {
  meId: string
  labels: BoardModel['labels']
  timeZone: string
  now: Date
  /** The cards that the service finds by data that the tree lacks: descriptions, comments and fields. Null until it has answered. */
  said: Said | null
}
/** `settled` = the result is up to date; otherwise titles are matched for changes since. */
export type Said = { ids: ReadonlySet<string>; settled: boolean }

export type Match = (card: CardModel) => boolean
type Condition = (filter: Filter, meaning: Meaning) => Match | null | undefined | false

/** All conditions have to hold, as in the search operation. Null = every card. */
export function matcherOf(filter: Filter, meaning: Meaning): Match | null {
  const matches = conditions.map((condition) => condition(filter, meaning)).filter((match) => typeof match === 'function')
  return matches.length === 0 ? null : (card) => matches.every((match) => match(card))
}

const conditions: readonly Condition[] = [
  ({ listId }) => listId && ((card) => listId.includes(card.listId)),
  ({ label, everyLabel }, { labels }) =>
    label &&
    wearing(
      label.map((one) => idsNamed(one, labels)),
      everyLabel ?? false,
    ),
  ({ assignee }, { meId }) => assignee && among(assignee, meId, (card) => card.assigneeActorIds),
  ({ delegatedTo }, { meId }) => delegatedTo && among(delegatedTo, meId, (card) => (card.delegation ? [card.delegation.agentActorId] : [])),
  ({ sessionState }) => sessionState && ((card) => card.session !== null && sessionState.includes(card.session.state)),
  ({ priority }) => priority && ((card) => priority.includes(card.priority)),
  ({ due }, meaning) => due !== undefined && dueWithin(due, meaning),
  ({ blocked }) => blocked !== undefined && ((card) => card.blocked === blocked),
  ({ completed }) => completed !== undefined && ((card) => (card.completedAt !== null) === completed),
  ({ archived }) => archived && ((card) => card.archivedAt !== null),
  ({ q, field }, { said }) => (q !== undefined || field !== undefined) && amongSaid(q, field !== undefined, said),
]

/** A label matches by its id or by its name, in any case. */
function idsNamed(label: string, labels: BoardModel['labels']): string[] {
  const name = label.toLowerCase()
  return labels.filter((one) => one.id === name || one.name.toLowerCase() === name).map((one) => one.id)
}

function wearing(wanted: readonly string[][], every: boolean): Match {
  return ({ labelIds }) => {
    const wears = (ids: readonly string[]) => ids.some((id) => labelIds.includes(id))
    return every ? wanted.every(wears) : wanted.some(wears)
  }
}

function among(wanted: readonly string[], meId: string, actorsOf: (card: CardModel) => readonly string[]): Match {
  const ids = new Set(wanted.map((one) => (one === 'me' ? meId : one)))
  return (card) => {
    const actors = actorsOf(card)
    return actors.length === 0 ? ids.has('none') : actors.some((actorId) => ids.has(actorId))
  }
}

function dueWithin(due: string, { timeZone, now }: Meaning): Match {
  if (due === 'none') return (card) => card.dueAt === null
  const { from, before, openOnly } = dueBounds(due, { now: now.toISOString(), timeZone })
  // Both have the same UTC format, so their texts sort like their times.
  return ({ dueAt, completedAt }) =>
    dueAt !== null && (from === null || dueAt >= from) && (before === null || dueAt < before) && !(openOnly && completedAt !== null)
}

function amongSaid(q: string | undefined, byField: boolean, said: Said | null): Match {
  const inTitle = saysWords(q ?? '')
  const isLikely: Match = (card) => !byField && inTitle(card)
  if (said === null) return isLikely
  return said.settled ? (card) => said.ids.has(card.id) : (card) => said.ids.has(card.id) || isLikely(card)
}

type Named = { title: string; key: string }

/** Whether a card's title contains all words of a query, the last one perhaps unfinished, or the query is its key. */
function saysWords(q: string): (card: Named) => boolean {
  const [wanted, key] = [wordsIn(q), q.trim().toUpperCase()]
  const [last, ...whole] = wanted.toReversed()
  return (card) => {
    if (card.key === key) return true
    const said = wordsIn(card.title)
    return last !== undefined && said.some((word) => word.startsWith(last)) && whole.every((word) => said.includes(word))
  }
}

/** Without accents and in small letters. */
function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
