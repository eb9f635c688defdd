import type { CardRecord } from '@tandem/contract'
import { type CardModel, cardModelOf } from '../live/board-model.ts'
import { showCards, takeCard } from '../live/board-query.ts'
import { placeInOrder, runConcurrently } from './concurrency.ts'
import { type Call, dropCalls, keepCalls, sendCall, withIds } from './kept-changes.ts'
import { mustWait, sendInOrder, Withdrawn } from './outbox.ts'

/**
 * A card to be changed. The same mutation id is sent with every attempt: a change that was done, with only its answer lost, is not done
 * again.
 */
export type Item = { cardId: string; mutationId: string }
export type Failed = { item: Item; failure: unknown }
/** The cards that the service has answered with, and those that did not change: refused, or withdrawn before they were sent. */
export type Outcome = { done: readonly (CardRecord | null)[]; failed: readonly Failed[]; withdrawn: readonly Item[] }

/**
 * The requests of one card: calls in sequence, which survive a reload while they wait, or a function for the cases that calls cannot
 * express.
 */
export type Sends =
  | { calls: (item: Item, above: Item | null) => readonly Call[]; send?: never }
  /** Returns the card, or null if the service does not return one. */
  | { send: (item: Item, above: Item | null) => Promise<CardRecord | null>; calls?: never }

export type Change = Sends & {
  boardId: string
  /** The optimistic state of the cards. */
  show?: ReadonlyMap<string, Partial<CardModel>>
  /** Each card is put below the one before it. */
  inOrder?: boolean
  onStep?: (settled: number) => void
}

export const itemsOf = (cardIds: readonly string[]): Item[] => cardIds.map((cardId) => ({ cardId, mutationId: crypto.randomUUID() }))

/**
 * A change of any number of cards: shown at once, sent for each card by itself, and reverted on those where it was refused. Without a
 * network it waits.
 */
export async function changeCards(items: readonly Item[], change: Change): Promise<Outcome> {
  const { boardId, show, inOrder, onStep } = change
  const takeBack = showCards(boardId, show ?? new Map())
  const [done, failed, withdrawn]: [(CardRecord | null)[], Failed[], Item[]] = [[], [], []]
  if (mustWait()) keepCalls(items.flatMap((item, at) => callsOf(change, item, inOrder ? (items[at - 1] ?? null) : null)))
  const one = async (item: Item, above: Item | null = null): Promise<boolean> => {
    const calls = callsOf(change, item, above)
    // The card above may have changed by now.
    if (mustWait()) keepCalls(calls)
    try {
      const card = await sendInOrder(() => (change.send ? change.send(item, above) : sendAll(calls)), item)
      done.push(card)
      if (card) takeCard(boardId, cardModelOf(card))
      return true
    } catch (failure) {
      if (failure instanceof Withdrawn) withdrawn.push(item)
      else failed.push({ item, failure })
      return false
    } finally {
      dropCalls(calls)
      onStep?.(done.length + failed.length + withdrawn.length)
    }
  }
  // All of those that wait do so in the order of the acts, before those of a later act.
  const isLater = mustWait()
  if (inOrder) await placeInOrder(items, one)
  else if (isLater) await Promise.all(items.map((item) => one(item)))
  else await runConcurrently(items, one)
  takeBack([...failed.map(({ item }) => item.cardId), ...withdrawn.map(({ cardId }) => cardId)])
  return { done, failed, withdrawn }
}

const callsOf = ({ calls }: Sends, item: Item, above: Item | null): Call[] => (calls ? withIds(calls(item, above), item.mutationId) : [])

async function sendAll(calls: readonly Call[]): Promise<CardRecord | null> {
  let card: CardRecord | null = null
  for (const call of calls) {
    if (call.name === 'card.update') card = await sendCall(call)
    else await sendCall(call)
  }
  return card
}
