import { useRef, useState } from 'react'
import type { Kept } from './save-text.ts'

type Typed = {
  /** What is being typed, or else what is kept. */
  text: string
  type: (text: string) => void
  /** Takes what was typed back. */
  leave: () => void
  /** Answers whether nothing is left to be kept. */
  keep: () => Promise<boolean>
  /** What somebody else has put there since this was begun: nothing is kept until the author has chosen. */
  theirs: string | null
  /** Keeps what was typed in the place of theirs. */
  keepMine: () => Promise<boolean>
}

/** Keeps what was typed into a field, with the text that it was begun from, where it outlives the field. */
export type TypedMemory = { read: () => Begun | null; write: (begun: Begun | null) => void }
type Begun = { text: string; base: string }

/**
 * A text that is written where it stands. What others change meanwhile shows through until somebody types; what could not be kept,
 * because it was refused or there is no network, stays in the field.
 */
export function useTyped(kept: string, save: (text: string, base: string) => Promise<Kept>, memory?: TypedMemory): Typed {
  const [begun] = useState(() => memory?.read() ?? null)
  const typed = useRef(begun?.text ?? null)
  const base = useRef(begun?.base ?? kept)
  const saving = useRef<{ text: string; done: Promise<boolean> } | null>(null)
  const [shown, show] = useState(begun?.text ?? null)
  const [theirs, setTheirs] = useState<string | null>(null)
  const put = (text: string | null) => {
    if (typed.current === null) base.current = kept
    if (text === null) setTheirs(null)
    typed.current = text
    memory?.write(text === null ? null : { text, base: base.current })
    show(text)
  }
  const keep = async (): Promise<boolean> => {
    const text = typed.current
    if (text === null) return true
    const isKept = text === base.current || text === kept || (await savedOnce(text))
    if (isKept && typed.current === text) put(null)
    return isKept
  }
  return {
    text: shown ?? kept,
    type: put,
    leave: () => put(null),
    keep: async () => (theirs === null ? keep() : false),
    theirs,
    async keepMine() {
      if (theirs !== null) base.current = theirs
      setTheirs(null)
      return keep()
    },
  }

  /** Enter keeps it, and so does leaving the field, which comes before the answer. */
  function savedOnce(text: string): Promise<boolean> {
    if (saving.current?.text === text) return saving.current.done
    const done = save(text, base.current)
      .then(keptOrTheirs)
      .finally(() => {
        if (saving.current?.done === done) saving.current = null
      })
    saving.current = { text, done }
    return done
  }

  function keptOrTheirs(answer: Kept): boolean {
    if (typeof answer === 'boolean') return answer
    setTheirs(answer.theirs)
    return false
  }
}
