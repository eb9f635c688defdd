/** A text that is being changed: the text and version that the edit began from, and the time of its last keystroke. */
export type TextDraft = { text: string; base: string | null; version: number | null; at: string | null }

export function draftIn(kept: string | null): TextDraft | null {
  if (kept === null || kept === '') return null
  try {
    const found: unknown = JSON.parse(kept)
    if (isDraft(found)) return found
  } catch {
    // The text alone, in the format of an older release.
  }
  return { text: kept, base: null, version: null, at: null }
}

const isDraft = (found: unknown): found is TextDraft =>
  typeof found === 'object' && found !== null && 'base' in found && 'at' in found && 'text' in found && typeof found.text === 'string'
