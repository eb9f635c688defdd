import type { BoardModel, CardModel } from '../../../live/board-model.ts'
import { priorities } from '../../../ui/priority-mark.tsx'
import { sessionStates } from '../filter/filter.ts'

/** By what the list can be ordered, as the address names it. Those that a search knows too are called as there. */
export const columns = ['created', 'title', 'session', 'people', 'priority', 'due'] as const
export type Column = (typeof columns)[number]
export type Order = { by: Column; reversed: boolean }

/** `due`, or `-due` for the other way; null = as on the board. */
export function orderIn(sort: string | null): Order | null {
  const by = columns.find((column) => column === sort?.replace(/^-/, ''))
  return by ? { by, reversed: sort?.startsWith('-') ?? false } : null
}

/** What another click on a column asks for: its order, then the other way, then the board's again. */
export function nextSort(order: Order | null, column: Column): string | null {
  if (order?.by !== column) return column
  return order.reversed ? null : `-${column}`
}

type Key = string | number | null
type Context = { members: BoardModel['members']; locale: string }

/** The first order of each column is the one that is wanted most: newest, most urgent, due first, waiting for a human. Null comes last. */
const keyOf: Record<Column, (card: CardModel, members: BoardModel['members']) => Key> = {
  created: (card) => -card.number,
  title: (card) => card.title,
  session: (card) => (card.session ? sessionStates.indexOf(card.session.state) : null),
  people: (card, members) => members.find((member) => card.assigneeActorIds.includes(member.actorId))?.name ?? null,
  priority: (card) => (card.priority === 'none' ? null : priorities.indexOf(card.priority)),
  due: (card) => (card.dueAt === null ? null : Date.parse(card.dueAt)),
}

/** Cards that are alike stay as they are on the board. */
export function ordered(cards: readonly CardModel[], order: Order | null, { members, locale }: Context): readonly CardModel[] {
  if (!order) return cards
  const collator = new Intl.Collator(locale, { numeric: true })
  const keys = new Map(cards.map((card) => [card.id, keyOf[order.by](card, members)]))
  const way = order.reversed ? -1 : 1
  return cards.toSorted((one, other) => compareKeys(keys.get(one.id) ?? null, keys.get(other.id) ?? null, way, collator))
}

function compareKeys(one: Key, other: Key, way: number, collator: Intl.Collator): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * way
  return collator.compare(String(one), String(other)) * way
}
