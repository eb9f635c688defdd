import { diff3Merge, diffComm } from 'node-diff3'

/** A part of a text that two people began from one base: agreed, or written differently by both. */
export type MergedPart = { text: string } | { mine: string; theirs: string }

/** Between paragraphs, and in front of the items of a list: who ticks one task does not stand in the way of who ticks another. */
const boundary = /(\n[ \t]*\n\s*|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t]))/

/** The paragraphs and what stands between them; together they are the text, byte for byte. */
const paragraphsOf = (text: string): string[] => text.split(boundary).filter((part) => part !== '')

/**
 * Three ways, by paragraph: what one side alone has changed is taken. With a base that is not known (null), what both have in common is the
 * base, so that nothing that either side says is left out.
 */
export function mergeTexts(base: string | null, mine: string, theirs: string): MergedPart[] {
  const [ours, others] = [paragraphsOf(mine), paragraphsOf(theirs)]
  const began = base === null ? commonOf(ours, others) : paragraphsOf(base)
  return diff3Merge(ours, began, others, { excludeFalseConflicts: true }).flatMap(({ ok, conflict }): MergedPart[] => {
    if (conflict) return [{ mine: conflict.a.join(''), theirs: conflict.b.join('') }]
    return ok && ok.length > 0 ? [{ text: ok.join('') }] : []
  })
}

/** The merged text where nothing is left to be decided, or null. */
export function mergedWithoutAsking(parts: readonly MergedPart[]): string | null {
  return parts.every((part) => 'text' in part) ? parts.map((part) => ('text' in part ? part.text : '')).join('') : null
}

/** Of a part that both have written: the one text below the other, each in a paragraph of its own. */
export function bothOf({ mine, theirs }: { mine: string; theirs: string }): string {
  if (mine === '' || theirs === '' || /\n\s*$/.test(theirs) || /^\s*\n/.test(mine)) return theirs + mine
  return `${theirs}\n\n${mine}`
}

const commonOf = (ours: string[], others: string[]): string[] => diffComm(ours, others).flatMap((part) => part.common ?? [])
