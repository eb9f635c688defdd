import { useMemo, useSyncExternalStore } from 'react'
import { accountId, draftPlace } from './draft-place.ts'

/** The draft of a text. It survives a reload, a closed card and a lost network until it has been sent. */
export function useDraft(key: string): [text: string, write: (text: string) => void, putBack: (refused: string) => void] {
  const account = accountId()
  const place = useMemo(() => draftPlace(key, account), [key, account])
  const text = useSyncExternalStore(onDraft, () => draftAt(place))
  return [text, (next) => writeDraft(place, next), (refused) => putBackAt(place, refused)]
}

/** For the account that wrote it: another one may have signed in since. */
export const putBackDraft = (key: string, refused: string, account: string): void => putBackAt(draftPlace(key, account), refused)

/** Puts a refused text in front of the text that was written since. */
function putBackAt(place: string, refused: string): void {
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
