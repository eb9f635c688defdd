import { type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow, RuleRow } from '../../db/rows.ts'
import { readFace } from '../faces.ts'
import { type FieldValueRow, valuesOfCard } from '../fields/on-cards.ts'
import { needsCard } from './actions.ts'
import { asksOfCard, conditionMismatch, type Facts, triggerMismatch } from './match.ts'
import { reasons } from './reasons.ts'

/** Looking at what a rule is about. */
export type ActivityFacts = {
  id: string
  seq: number
  verb: string
  payload: Record<string, unknown>
  card_id: string | null
  actor_kind: 'human' | 'agent'
  actor_name: string
}
type Judged = Pick<RuleRow, 'trigger' | 'conditions' | 'actions'>

const valuesOfCards = sql<FieldValueRow & { card_id: string }>(
  'select card_id, field_id, value from field_values where board_id = $1 and card_id = any ($2::uuid[]) limit 20000',
)

/** As the card is now: that is what the actions will find. */
export async function factsOf(
  reader: Reader,
  board: { id: string; key_prefix: string },
  activity: ActivityFacts | null,
  cardId: string | null,
): Promise<Facts> {
  const [card, values] = await Promise.all([
    cardId === null ? undefined : reader.row(readFace, [board.id, cardId]),
    cardId === null ? [] : reader.rows(valuesOfCard, [board.id, cardId]),
  ])
  return {
    ...{ activity, actorKind: activity?.actor_kind ?? null, keyPrefix: board.key_prefix, card: card ?? null },
    values: new Map(values.map((row) => [row.field_id, row.value])),
  }
}

/** The same of many cards, by the clock. */
export async function factsOfCards(
  reader: Reader,
  board: { id: string; key_prefix: string },
  cards: readonly CardFaceRow[],
): Promise<(Facts & { card: CardFaceRow })[]> {
  const rows = await reader.rows(valuesOfCards, [board.id, cards.map((card) => card.id)])
  const values = Map.groupBy(rows, (row) => row.card_id)
  return cards.map((card) => ({
    ...{ activity: null, actorKind: null, keyPrefix: board.key_prefix, card },
    values: new Map(values.get(card.id)?.map((row) => [row.field_id, row.value])),
  }))
}

/** Why a rule does nothing about an activity; null when it runs. */
export function reasonToSkip(rule: Judged, facts: Facts): string | null {
  return triggerMismatch(rule.trigger, facts) ?? cardMismatch(rule, facts) ?? conditionMismatch(rule.conditions, facts)
}

export function cardMismatch(rule: Judged, { card }: Facts): string | null {
  if (card && card.archived_at !== null && 'schedule' in rule.trigger) return reasons.archived()
  if (card || !(rule.conditions.some(asksOfCard) || rule.actions.some(needsCard))) return null
  return reasons.noCard()
}
