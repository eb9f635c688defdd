import { replaceEqualDeep } from '@tanstack/react-query'
import type { BoardModel, ListModel } from './board-model.ts'

/** A board that was read again, with the equal parts of the one before: identical objects do not render again. */
export function sharing(before: BoardModel, read: BoardModel): BoardModel {
  const cards = new Map(before.lists.flatMap((list) => list.cards.map((card) => [card.id, card] as const)))
  const lists = new Map(before.lists.map((list) => [list.id, list]))
  const shared = (list: ListModel): ListModel => {
    const known = lists.get(list.id)
    const next = { ...list, cards: list.cards.map((card) => replaceEqualDeep(cards.get(card.id), card)) }
    // Compares by index, which costs nothing if all cards are the same objects, but copies those below a new one.
    const isSame = known?.cards.length === next.cards.length && known.cards.every((card, at) => card === next.cards[at])
    return isSame ? replaceEqualDeep(known, next) : next
  }
  const { labels, fields, members } = read
  return {
    ...read,
    lists: read.lists.map(shared),
    labels: replaceEqualDeep(before.labels, labels),
    fields: replaceEqualDeep(before.fields, fields),
    members: replaceEqualDeep(before.members, members),
  }
}
