import type { CardRecord } from '@tandem/contract'
import { OfflineError } from '../api/failure.ts'
import { type CardModel, cardModelOf } from '../live/board-model.ts'
import { showCards, takeCard } from '../live/board-query.ts'
import { placeInOrder, runConcurrently } from './concurrency.ts'

/** A card to be changed. Its id of the mutation goes along with every attempt: what was done, and only the answer lost, is not done again. */
export type Item = { cardId: string; mutationId: string }
export type Failed = { item: Item; failure: unknown }
/** Cards as the service answered with them, and those that stayed as they were. */
export type Outcome = { done: readonly (CardRecord | null)[]; failed: readonly Failed[] }

export type Change = {
  boardId: string
  /** How the cards look with it, from the first moment on. */
  show?: ReadonlyMap<string, Partial<CardModel>>
  /** Changes one at the service; answers with the card where the service does. */
  send: (item: Item, above: Item | null) => Promise<CardRecord | null>
  /** Each card is put below the one before it. */
  inOrder?: boolean
  onStep?: (settled: number) => void
}

export const itemsOf = (cardIds: readonly string[]): Item[] => cardIds.map((cardId) => ({ cardId, mutationId: crypto.randomUUID() }))

/** One change of any number of cards: shown at once, sent for each card by itself, and taken back on those where it was refused. */
export async function changeCards(items: readonly Item[], { boardId, show, send, inOrder, onStep }: Change): Promise<Outcome> {
  if (!navigator.onLine) return { done: [], failed: items.map((item) => ({ item, failure: new OfflineError() })) }
  const takeBack = showCards(boardId, show ?? new Map())
  const [done, failed]: [(CardRecord | null)[], Failed[]] = [[], []]
  const one = async (item: Item, above: Item | null = null): Promise<boolean> => {
    try {
      const card = await send(item, above)
      done.push(card)
      if (card) takeCard(boardId, cardModelOf(card))
      return true
    } catch (failure) {
      failed.push({ item, failure })
      return false
    } finally {
      onStep?.(done.length + failed.length)
    }
  }
  await (inOrder ? placeInOrder(items, one) : runConcurrently(items, one))
  takeBack(failed.map(({ item }) => item.cardId))
  return { done, failed }
}
