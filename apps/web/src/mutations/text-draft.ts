import { useState } from 'react'

/** A text that somebody has begun to change: what it was then, at which version of its record, and when it was last written on. */
export type TextDraft = { text: string; base: string | null; version: number | null; at: string | null }

type Kept = { text: string | null; version: number | null }

/**
 * A change of a text that others can change too: it outlives a reload, a closed card and a lost network, with the text it began from, so that
 * it never takes the place of what was written meanwhile. `base` is null for what an older release kept, which was the text alone.
 */
export function useTextDraft(key: string): { draft: TextDraft | null; write: (text: string, kept: Kept) => void; drop: () => void } {
  const place = `tandem.draft.${key}`
  const [draft, setDraft] = useState(() => draftIn(localStorage.getItem(place)))
  return {
    draft,
    write(text, { text: base, version }) {
      const next = { text, base, version, at: new Date().toISOString() }
      localStorage.setItem(place, JSON.stringify(next))
      setDraft(next)
    },
    drop() {
      localStorage.removeItem(place)
      setDraft(null)
    },
  }
}

export function draftIn(kept: string | null): TextDraft | null {
  if (kept === null || kept === '') return null
  try {
    const found: unknown = JSON.parse(kept)
    if (isDraft(found)) return found
  } catch {
    // The text alone, as it was kept once.
  }
  return { text: kept, base: null, version: null, at: null }
}

const isDraft = (found: unknown): found is TextDraft =>
  typeof found === 'object' && found !== null && 'base' in found && 'at' in found && 'text' in found && typeof found.text === 'string'
