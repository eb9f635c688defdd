import type { CardRecord } from '@tandem/contract'
import { type CardModel, cardModelOf } from '../live/board-model.ts'
import { showCards, takeCard } from '../live/board-query.ts'
import { placeInOrder, runConcurrently } from './concurrency.ts'
import { type Call, keepCalls, sendCall, withIds } from './kept-changes.ts'
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
 * express. `before` runs ahead of the calls, and not after a reload.
 */
export type Sends =
  | { calls: (item: Item, above: Item | null) => readonly Call[]; before?: (item: Item) => Promise<void>; send?: never }
  /** Returns the card, or null if the service does not return one. */
  | { send: (item: Item, above: Item | null) => Promise<CardRecord | null>; calls?: never; before?: never }

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
 * network it waits; if the network is lost meanwhile, the rest waits.
 */
export async function changeCards(items: readonly Item[], change: Change): Promise<Outcome> {
  const { boardId, show, inOrder, onStep } = change
  const takeBack = showCards(boardId, show ?? new Map())
  const [done, failed, withdrawn]: [(CardRecord | null)[], Failed[], Item[]] = [[], [], []]
  /** Of the cards that are settled: whether they changed. */
  const settled = new Map<Item, boolean>()
  const sendOne = async (item: Item): Promise<boolean> => {
    const isLater = mustWait()
    const before = inOrder ? items.slice(0, items.indexOf(item)) : []
    const above = () => before.findLast((one) => settled.get(one)) ?? null
    // Those that wait are settled one after the other, so each is expected to be below the one before it.
    let calls = callsOf(change, item, isLater ? (before.findLast((one) => settled.get(one) !== false) ?? null) : above())
    const send = async () => {
      if (isLater && inOrder) {
        calls = callsOf(change, item, above())
        keepCalls(calls)
      }
      await change.before?.(item)
      const card = await (change.send ? change.send(item, above()) : sendAll(calls))
      // Before the next one is sent, which is when that looks for the card above it.
      settled.set(item, true)
      return card
    }
    try {
      const card = await sendInOrder(send, calls, item)
      done.push(card)
      if (card) takeCard(boardId, cardModelOf(card))
      return true
    } catch (failure) {
      settled.set(item, false)
      if (failure instanceof Withdrawn) withdrawn.push(item)
      else failed.push({ item, failure })
      return false
    } finally {
      onStep?.(settled.size)
    }
  }
  const sending = new Map<Item, Promise<boolean>>()
  const begin = (item: Item): Promise<boolean> => {
    const sent = sending.get(item) ?? sendOne(item)
    sending.set(item, sent)
    return sent
  }
  // Without a network, all of those that are left wait in the order of the acts, before those of a later act.
  const beginAll = () => void items.map(begin)
  if (mustWait()) beginAll()
  addEventListener('offline', beginAll)
  await (inOrder ? placeInOrder : runConcurrently)(items, begin)
  removeEventListener('offline', beginAll)
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
