import type { BoardModel, CardModel } from '../../../live/board-model.ts'
import { dayOf } from './days.ts'

/** Cards by the day on which they are due, earliest first; those without one apart, what is done last. */
export type ByDay = { dated: ReadonlyMap<string, readonly CardModel[]>; undated: readonly CardModel[] }

/** `held` is shown where it is carried. */
export function byDay(lists: BoardModel['lists'], timeZone: string, held: { cardId: string; day: string } | null): ByDay {
  const cards = lists.flatMap((list) => list.cards)
  const placed = cards.map((card) => ({ card, day: dayShown(card, timeZone, held) }))
  const dated = Map.groupBy(
    placed.filter(({ day }) => day !== null).sort((one, other) => timeOf(one.card) - timeOf(other.card)),
    ({ day }) => day ?? '',
  )
  return {
    dated: new Map([...dated].map(([day, ofDay]) => [day, ofDay.map(({ card }) => card)])),
    undated: placed
      .filter(({ day }) => day === null)
      .map(({ card }) => card)
      .sort((one, other) => Number(one.completedAt !== null) - Number(other.completedAt !== null)),
  }
}

function dayShown(card: CardModel, timeZone: string, held: { cardId: string; day: string } | null): string | null {
  if (held?.cardId === card.id) return held.day
  return card.dueAt === null ? null : dayOf(card.dueAt, timeZone)
}

const timeOf = (card: CardModel): number => (card.dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(card.dueAt))
