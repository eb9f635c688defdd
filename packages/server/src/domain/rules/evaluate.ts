import { type Explained, explained, type ListCategory } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { RuleRow } from '../../db/tables/boards/rules.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { type FieldValueRow, valuesOfCard } from '../fields/on-cards.ts'
import { readSummaryRow } from '../summary-rows.ts'
import { needsCard } from './actions.ts'
import { asksOfCard, conditionMismatch, type Facts, triggerMismatch } from './match.ts'

/** The activity that may trigger a rule. */
export type ActivityFacts = {
  id: string
  seq: number
  verb: string
  payload: Record<string, unknown>
  cardId: string | null
  actorKind: 'human' | 'agent'
  actorName: string
}
type Judged = Pick<RuleRow, 'trigger' | 'conditions' | 'actions'>

const valuesOfCards = sql<Omit<FieldValueRow, 'author'> & { cardId: string }>(
  'select card_id, field_id, value from field_values where board_id = $1 and card_id = any ($2::uuid[]) limit 20000',
)

const categoryOfCard = sql<{ category: ListCategory }>(
  'select l.category from cards c join lists l on l.board_id = c.board_id and l.id = c.list_id where c.board_id = $1 and c.id = $2',
)
const categoriesOfLists = sql<{ id: string; category: ListCategory }>(
  'select id, category from lists where board_id = $1 and id = any ($2::uuid[])',
)

/**
 * Pull requests are links with these states. `$3`: the one that an activity is about, which has no part in it: its link is changed after
 * the activity. Links of one pull request to several cards have the key of the card behind its id.
 */
type PullRequests = { open: number; merged: number }
const byState = `(count(*) filter (where state in ('open', 'draft')))::int as open, (count(*) filter (where state = 'merged'))::int as merged`
const pullRequestsOf = sql<PullRequests>(`select ${byState} from links where board_id = $1 and card_id = $2
  and ($3::text is null or external_id <> $3 and not starts_with(external_id, $3 || ':'))`)
const pullRequestsOfCards = sql<PullRequests & { cardId: string }>(`select card_id, ${byState} from links
  where board_id = $1 and card_id = any ($2::uuid[]) group by card_id`)

/** The facts of the card as it is now, which the actions will find. */
export async function factsOf(
  reader: Reader,
  board: { id: string; keyPrefix: string },
  activity: ActivityFacts | null,
  cardId: string | null,
): Promise<Facts> {
  const { externalId } = activity?.payload ?? {}
  const about = typeof externalId === 'string' ? externalId : null
  const [card, list, values, pulls] = await Promise.all([
    cardId === null ? undefined : reader.row(readSummaryRow, [board.id, cardId]),
    cardId === null ? undefined : reader.row(categoryOfCard, [board.id, cardId]),
    cardId === null ? [] : reader.rows(valuesOfCard, [board.id, cardId]),
    cardId === null ? undefined : reader.row(pullRequestsOf, [board.id, cardId, about]),
  ])
  return {
    activity,
    actorKind: activity?.actorKind ?? null,
    keyPrefix: board.keyPrefix,
    card: card ?? null,
    listCategory: list?.category ?? null,
    openPullRequests: pulls?.open ?? 0,
    mergedPullRequests: pulls?.merged ?? 0,
    values: new Map(values.map((row) => [row.fieldId, row.value])),
  }
}

/** The same of many cards, by the clock. */
export async function factsOfCards(
  reader: Reader,
  board: { id: string; keyPrefix: string },
  cards: readonly CardFaceRow[],
): Promise<(Facts & { card: CardFaceRow })[]> {
  const [rows, lists, pulls] = await Promise.all([
    reader.rows(valuesOfCards, [board.id, cards.map((card) => card.id)]),
    reader.rows(categoriesOfLists, [board.id, [...new Set(cards.map((card) => card.listId))]]),
    reader.rows(pullRequestsOfCards, [board.id, cards.map((card) => card.id)]),
  ])
  const values = Map.groupBy(rows, (row) => row.cardId)
  const pullsOf = new Map(pulls.map((row) => [row.cardId, row]))
  const categories = new Map(lists.map((list) => [list.id, list.category]))
  return cards.map((card) => ({
    activity: null,
    actorKind: null,
    keyPrefix: board.keyPrefix,
    card,
    listCategory: categories.get(card.listId) ?? null,
    openPullRequests: pullsOf.get(card.id)?.open ?? 0,
    mergedPullRequests: pullsOf.get(card.id)?.merged ?? 0,
    values: new Map(values.get(card.id)?.map((row) => [row.fieldId, row.value])),
  }))
}

/** Why a rule does nothing about an activity; null when it runs. */
export function reasonToSkip(rule: Judged, facts: Facts): Explained | null {
  return triggerMismatch(rule.trigger, facts) ?? cardMismatch(rule, facts) ?? conditionMismatch(rule.conditions, facts)
}

export function cardMismatch(rule: Judged, { card }: Facts): Explained | null {
  if (card && card.archivedAt !== null && 'schedule' in rule.trigger) return explained('ruleArchivedCard')
  if (card || !(rule.conditions.some(asksOfCard) || rule.actions.some(needsCard))) return null
  return explained('ruleWithoutCard')
}
