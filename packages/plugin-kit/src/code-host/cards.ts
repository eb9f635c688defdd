import { TandemError } from '@tandem/contract'
import type { Context } from '../plugin.ts'

/** A card of the board, as referred to by a code host. */
export type NamedCard = { id: string; key: string }

/** Those of the keys under which the board has a card; a key that only looks like one is passed over. */
export async function cardsWithKeys(keys: readonly string[], context: Context): Promise<NamedCard[]> {
  const cards: NamedCard[] = []
  for (const key of keys) {
    const card = await unlessRefused(context, key, async () => (await context.tandem.call('card.getByKey', { key })).card)
    if (card && card.boardId === context.install.boardId) cards.push({ id: card.id, key: card.key })
  }
  return cards
}

const passedOver: readonly string[] = ['not_found', 'forbidden', 'conflict', 'validation']

/** One card that refuses, being gone or full, holds up none of the others. */
export async function unlessRefused<T>({ log }: Context, key: string, act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (failure) {
    const isRefused = failure instanceof TandemError && passedOver.includes(failure.code) && failure.retryAfterSeconds === undefined
    if (!isRefused) throw failure
    log.info({ key, code: failure.code }, 'a card was skipped')
    return null
  }
}
