import { EditorState, type Extension, type Transaction } from '@codemirror/state'

/**
 * Limits a text to `most` UTF-16 code units, as `maxlength` does: typed or pasted text is cut. A text that is too long already can be
 * shortened step by step. Changes with `filter: false` are not limited.
 */
export const limitedTo = (most: number): Extension =>
  EditorState.transactionFilter.of((change) => {
    const excess = change.newDoc.length - Math.max(most, change.startState.doc.length)
    if (!change.docChanged || excess <= 0) return change
    const end = endOfOnlyInsert(change)
    // Half of a mark or of a mention would be wrong Markdown.
    const isWhole = change.isUserEvent('input.format') || change.isUserEvent('input.complete')
    if (end === null || isWhole) return []
    return [change, { changes: { from: startOfCharacter(change, end - excess), to: end }, sequential: true }]
  })

/** In the new text; null if several places change at once. */
function endOfOnlyInsert({ changes }: Transaction): number | null {
  const ends: number[] = []
  changes.iterChanges((_fromA, _toA, _fromB, toB) => ends.push(toB))
  return ends.length === 1 ? (ends[0] ?? null) : null
}

/** One unit earlier when `at` is between the two halves of a character, such as an emoji. */
function startOfCharacter({ newDoc }: Transaction, at: number): number {
  const [before, after] = [newDoc.sliceString(at - 1, at), newDoc.sliceString(at, at + 1)]
  return /[\uD800-\uDBFF]/.test(before) && /[\uDC00-\uDFFF]/.test(after) ? at - 1 : at
}
