import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/**
 * The cards of a board that is drawn in part: the cards of each list, and how a card that is not drawn gets the focus. Kept outside React,
 * like the commands, because there is one board in a tab.
 */
let wanted: string | null = null
const listeners = new Set<() => void>()
const listed = new WeakMap<Element, readonly string[]>()

/**
 * With swimlanes a card may have several tiles, each with an id of its own; otherwise a tile has the id of its card. The same holds for
 * lists.
 */
export const tileIdOf = (cardId: string, lane: string): string => `${cardId}@${lane}`
export function partsOfTile(tileId: string): { cardId: string; lane: string } {
  const [cardId = '', lane = ''] = tileId.split('@')
  return { cardId, lane }
}

const find = (id: string, within: ParentNode): HTMLElement | null =>
  within.querySelector<HTMLElement>(`[data-tile="${id}"]`) ?? within.querySelector<HTMLElement>(`[data-card="${id}"]`)

/** The link of a card that the keyboard reaches. Its counts are links too, for the pointer alone. Null while its title is a field. */
export const cardLinkIn = (card: ParentNode | null | undefined): HTMLElement | null =>
  card?.querySelector<HTMLElement>('a:not([tabindex])') ?? null

export const linkOf = (id: string | null): HTMLElement | null => (id === null ? null : cardLinkIn(find(id, document)))

/**
 * The tile with that id, or one of the card, preferring `within`. A tile that is scrolled away is drawn first. Null if no list shows the
 * card. Not to be called while rendering.
 */
export function tileOf(id: string | null, within: ParentNode = document): HTMLElement | null {
  if (id === null) return null
  const tile = find(id, within) ?? find(id, document)
  if (tile) return tile
  wanted = id
  flushSync(() => {
    for (const listener of listeners) listener()
  })
  return find(id, within) ?? find(id, document)
}

export function focusCard(id: string | null, within: ParentNode = document): boolean {
  const link = cardLinkIn(tileOf(id, within))
  link?.focus()
  return link !== null
}

/** The tile that was requested last, if it is among these. */
export const useWanted = (tileIds: readonly string[]): string | null =>
  useSyncExternalStore(onWanted, () =>
    wanted === null ? null : (tileIds.find((id) => id === wanted || id.startsWith(`${wanted}@`)) ?? null),
  )

function onWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Registers the cards that an element shows, in their order, including those that are not drawn. */
export const tellListed = (element: Element, ids: readonly string[]): unknown => listed.set(element, ids)

/** The ids of the cards within an element, in the order in which they are shown. */
export function cardsWithin(element: ParentNode | null | undefined): readonly string[] {
  const own = element instanceof Element ? listed.get(element) : undefined
  if (own) return own
  const found = [...(element?.querySelectorAll<HTMLElement>('[data-cards], [data-card]') ?? [])]
  return found.flatMap((one) => {
    const told = listed.get(one)
    if (told) return told
    return one.parentElement?.matches('[data-cards]') ? [] : (one.dataset.card ?? [])
  })
}
