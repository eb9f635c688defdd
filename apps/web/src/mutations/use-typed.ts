import { useRef, useState } from 'react'

type Typed = {
  /** What is being typed, or else what is kept. */
  text: string
  type: (text: string) => void
  /** Takes what was typed back. */
  leave: () => void
  /** Answers whether nothing is left to be kept. */
  keep: () => Promise<boolean>
}

/**
 * A text that is written where it stands. What others change meanwhile shows through until somebody types; what could not be kept,
 * because it was refused or there is no network, stays in the field.
 */
export function useTyped(kept: string, save: (text: string) => Promise<boolean>): Typed {
  const typed = useRef<string | null>(null)
  const saving = useRef<{ text: string; done: Promise<boolean> } | null>(null)
  const [shown, show] = useState<string | null>(null)
  const put = (text: string | null) => {
    typed.current = text
    show(text)
  }
  return {
    text: shown ?? kept,
    type: put,
    leave: () => put(null),
    async keep() {
      const text = typed.current
      if (text === null) return true
      const isKept = text === kept || (await savedOnce(text))
      if (isKept && typed.current === text) put(null)
      return isKept
    },
  }

  /** Enter keeps it, and so does leaving the field, which comes before the answer. */
  function savedOnce(text: string): Promise<boolean> {
    if (saving.current?.text === text) return saving.current.done
    const done = save(text).finally(() => {
      if (saving.current?.done === done) saving.current = null
    })
    saving.current = { text, done }
    return done
  }
}
