import { useMemo, useRef, useState } from 'react'
import { tellOfDraft } from './draft.ts'
import { accountId, draftPlace } from './draft-place.ts'
import { draftIn, type TextDraft } from './kept-draft.ts'

type Kept = { text: string | null; version: number | null }

/**
 * The draft of a text that others can change too. It survives a reload, a closed card and a lost network, together with the text that it
 * began from, so that it never overwrites changes made meanwhile. `base` is null for drafts of an older release, which kept the text alone.
 */
export function useTextDraft(key: string): { draft: TextDraft | null; write: (text: string, kept: Kept) => void; drop: () => void } {
  const account = accountId()
  const place = useMemo(() => draftPlace(key, account), [key, account])
  const [found] = useState(() => localStorage.getItem(place))
  const own = useRef(found)
  const [draft, setDraft] = useState(() => draftIn(found))
  return {
    draft,
    write(text, { text: base, version }) {
      const next = { text, base, version, at: new Date().toISOString() }
      own.current = JSON.stringify(next)
      localStorage.setItem(place, own.current)
      tellOfDraft()
      setDraft(next)
    },
    /** The draft of another tab, or of an editor that was opened since, stays. */
    drop() {
      if (localStorage.getItem(place) === own.current) localStorage.removeItem(place)
      tellOfDraft()
      setDraft(null)
    },
  }
}
