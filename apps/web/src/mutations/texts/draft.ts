import { useMemo, useSyncExternalStore } from 'react'
import { draftPlace } from './draft-place.ts'

/** The draft of a text. It survives a reload, a closed card and a lost network until it has been sent. */
export function useDraft(key: string): [text: string, write: (text: string) => void, putBack: (refused: string) => void] {
  const place = useMemo(() => draftPlace(key), [key])
  const text = useSyncExternalStore(onDraft, () => draftAt(place))
  return [text, (next) => writeDraft(place, next), (refused) => putBackDraft(key, refused)]
}

/** Puts a refused text in front of the text that was written since. */
export function putBackDraft(key: string, refused: string): void {
  const place = draftPlace(key)
  writeDraft(place, [refused, draftAt(place)].filter(Boolean).join('\n\n'))
}

const draftAt = (place: string): string => localStorage.getItem(place) ?? ''

function writeDraft(place: string, next: string): void {
  if (next === '') localStorage.removeItem(place)
  else localStorage.setItem(place, next)
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()
function onDraft(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
