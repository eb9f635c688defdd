import { useMemo, useSyncExternalStore } from 'react'
import { accountId, draftPlace } from './draft-place.ts'

/** The draft of a text. It survives a reload, a closed card and a lost network until it has been sent. A field of one line has `lineGap`. */
export function useDraft(
  key: string,
  gap = paragraphGap,
): [text: string, write: (text: string) => void, putBack: (refused: string) => void] {
  const account = accountId()
  const place = useMemo(() => draftPlace(key, account), [key, account])
  const text = useSyncExternalStore(onDraft, () => draftAt(place))
  return [text, (next) => writeDraft(place, next), (refused) => putBackAt(place, refused, gap)]
}

/** Whether there is a draft. It changes with the first letter and the last one only. */
export function useHasDraft(key: string): boolean {
  const account = accountId()
  const place = useMemo(() => draftPlace(key, account), [key, account])
  return useSyncExternalStore(onDraft, () => draftAt(place) !== '')
}

/** For the account that wrote it: another one may have signed in since. */
export const putBackDraft = (key: string, refused: string, account: string, gap = paragraphGap): void =>
  putBackAt(draftPlace(key, account), refused, gap)

/** The refused texts at the start of each draft. */
const refusedAt = new Map<string, string>()

/** Puts a refused text in front of the text that was written since, below those that were refused before it. */
function putBackAt(place: string, refused: string, gap: string): void {
  if (refused === '') return
  const draft = draftAt(place)
  const before = refusedAt.get(place) ?? ''
  const hasBefore = before !== '' && (draft === before || draft.startsWith(before + gap))
  const all = hasBefore ? before + gap + refused : refused
  refusedAt.set(place, all)
  writeDraft(place, [all, hasBefore ? draft.slice(before.length + gap.length) : draft].filter(Boolean).join(gap))
}

/** Between the texts of a draft, as its field shows it: the draft still begins with the refused texts when more was typed below them. */
const paragraphGap = '\n\n'
export const lineGap = ' '

const draftAt = (place: string): string => localStorage.getItem(place) ?? ''

function writeDraft(place: string, next: string): void {
  if (next === '') {
    localStorage.removeItem(place)
    refusedAt.delete(place)
  } else localStorage.setItem(place, next)
  tellOfDraft()
}

const listeners = new Set<() => void>()
export function tellOfDraft(): void {
  for (const listener of listeners) listener()
}
function onDraft(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
