import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Kept } from './save-text.ts'

type Typed = {
  /** The text being typed, or else the saved text. */
  text: string
  type: (text: string) => void
  /** Discards the typed text. */
  leave: () => void
  /** Resolves to whether nothing is left to be saved. */
  keep: () => Promise<boolean>
  /** The text that another user has saved since this edit began. Nothing is saved until the author has chosen. */
  theirs: string | null
  /** Saves the typed text over the other user's. */
  keepMine: () => Promise<boolean>
}

/** Stores the typed text and the text that the edit began from, so that they outlive the field. */
export type TypedMemory = { read: () => Begun | null; write: (begun: Begun | null) => void }
type Begun = { text: string; base: string }
type How = {
  memory?: TypedMemory | undefined
  /** Saved without the spaces around it. */
  isTrimmed?: boolean
}

let unsaved = 0
const listeners = new Set<() => void>()
function countUnsaved(by: number): void {
  unsaved += by
  for (const listener of listeners) listener()
}
function onUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The number of typed texts that would be lost with their fields: not saved yet, and without a memory. */
export const useUnsavedTexts = (): number => useSyncExternalStore(onUnsaved, () => unsaved)

/**
 * The state of a text that is edited in place. Changes of others show until the user types. A text that could not be saved, because it was
 * refused or there is no network, stays in the field.
 */
export function useTyped(
  kept: string,
  save: (text: string, base: string) => Promise<Kept>,
  { memory, isTrimmed = false }: How = {},
): Typed {
  const [begun] = useState(() => memory?.read() ?? null)
  const typed = useRef(begun?.text ?? null)
  const base = useRef(begun?.base ?? kept)
  const saving = useRef<{ text: string; done: Promise<boolean> } | null>(null)
  const [shown, show] = useState(begun?.text ?? null)
  const [theirs, setTheirs] = useState<string | null>(null)
  /** The same as `theirs`, for a save that waited for the one before it. */
  const isOvertaken = useRef(false)
  const overtake = (text: string | null) => {
    isOvertaken.current = text !== null
    setTheirs(text)
  }
  const isForgetful = memory === undefined
  useEffect(() => () => void (isForgetful && typed.current !== null && countUnsaved(-1)), [isForgetful])
  const put = (text: string | null) => {
    if (typed.current === null) base.current = kept
    if (text === null) overtake(null)
    if (!memory && (typed.current === null) !== (text === null)) countUnsaved(text === null ? -1 : 1)
    typed.current = text
    memory?.write(text === null ? null : { text, base: base.current })
    show(text)
  }
  const keep = async (): Promise<boolean> => {
    const text = typed.current
    if (text === null) return true
    const isUnchanged = saving.current === null && (text === base.current || text === kept)
    if (!isUnchanged && !(await savedOnce(text))) return false
    if (typed.current === text) put(null)
    return typed.current === null
  }
  return {
    text: shown ?? kept,
    type: put,
    leave: () => put(null),
    keep: async () => (theirs === null ? keep() : false),
    theirs,
    async keepMine() {
      if (theirs !== null) base.current = theirs
      overtake(null)
      return keep()
    },
  }

  /** Called twice for Enter, whose blur follows before the answer: the same text is saved once. */
  function savedOnce(text: string): Promise<boolean> {
    if (saving.current?.text === text) return saving.current.done
    // After the save before it, because that one's text is what this one replaces.
    const done = (saving.current?.done ?? Promise.resolve())
      .then(() => !isOvertaken.current && saved(text))
      .finally(() => {
        if (saving.current?.done === done) saving.current = null
      })
    saving.current = { text, done }
    return done
  }

  async function saved(text: string): Promise<boolean> {
    const wanted = isTrimmed ? text.trim() : text
    const answer = await save(wanted, base.current)
    if (typeof answer !== 'boolean') overtake(answer.theirs)
    if (answer !== true) return false
    base.current = wanted
    // Typed while it was being saved: the edit goes on from the saved text.
    if (typed.current !== null && typed.current !== text) memory?.write({ text: typed.current, base: wanted })
    return true
  }
}
