import type { Activity, BoardTree } from '@tandem/contract'

/**
 * The time of the last change of each card, kept beside the boards: the model leaves it out, because a board kept up to date by frames must
 * equal one that was just fetched, and no frame carries it.
 */
const touchedMs = new Map<string, number>()
const listeners = new Set<() => void>()

/** Stores the time of the last change of each card in a tree. */
export function learnTouched(tree: BoardTree): void {
  for (const list of tree.lists) for (const card of list.cards) touchedMs.set(card.id, Date.parse(card.updatedAt))
  tell()
}

/** For frames. Session activities do not count as changes of the card, as in the tree. */
export function touchAll(activities: readonly Activity[]): void {
  let some = false
  for (const { verb, cardId, createdAt } of activities) {
    if (cardId === null || verb.startsWith('agent_session.')) continue
    touchedMs.set(cardId, Math.max(touchedMs.get(cardId) ?? 0, Date.parse(createdAt)))
    some = true
  }
  if (some) tell()
}

export const lastTouchedMs = (cardId: string): number | null => touchedMs.get(cardId) ?? null

export function onTouched(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
