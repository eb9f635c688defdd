import { diff3Merge, diffComm } from 'node-diff3'

/** A part of a text that two people changed from one base: merged, or in conflict. */
export type MergedPart = { text: string } | { mine: string; theirs: string }

/** Between paragraphs, and before the items of a list: ticking one task does not conflict with ticking another. */
const boundary = /(\n[ \t]*\n\s*|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t]))/

/** The paragraphs and their separators; together they are the text, byte for byte. */
const paragraphsOf = (text: string): string[] => text.split(boundary).filter((part) => part !== '')

/**
 * A three-way merge by paragraph: a paragraph that only one side has changed is taken. With an unknown base (null), the paragraphs that
 * both sides share are the base, so that no text of either side is lost.
 */
export function mergeTexts(base: string | null, mine: string, theirs: string): MergedPart[] {
  const [ours, others] = [paragraphsOf(mine), paragraphsOf(theirs)]
  const began = base === null ? commonOf(ours, others) : paragraphsOf(base)
  return diff3Merge(ours, began, others, { excludeFalseConflicts: true }).flatMap(({ ok, conflict }): MergedPart[] => {
    if (conflict) return [{ mine: conflict.a.join(''), theirs: conflict.b.join('') }]
    return ok && ok.length > 0 ? [{ text: ok.join('') }] : []
  })
}

/** The merged text if there is no conflict, or null. */
export function mergedWithoutAsking(parts: readonly MergedPart[]): string | null {
  return parts.every((part) => 'text' in part) ? parts.map((part) => ('text' in part ? part.text : '')).join('') : null
}

/** Both texts of a conflict, one below the other, each in a paragraph of its own. */
export function bothOf({ mine, theirs }: { mine: string; theirs: string }): string {
  if (mine === '' || theirs === '' || /\n\s*$/.test(theirs) || /^\s*\n/.test(mine)) return theirs + mine
  return `${theirs}\n\n${mine}`
}

const commonOf = (ours: string[], others: string[]): string[] => diffComm(ours, others).flatMap((part) => part.common ?? [])
