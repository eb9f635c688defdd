import { type ChangeSpec, EditorSelection, type EditorState, type SelectionRange, type TransactionSpec } from '@codemirror/state'

type Marked = { changes: ChangeSpec; range: SelectionRange }

/** Puts marks such as `**` around the selection, or the word at the caret; removes them if they are there. */
export function toggleMark(state: EditorState, mark: string): TransactionSpec {
  return state.changeByRange((range): Marked => {
    const at = range.empty ? (state.wordAt(range.head) ?? range) : range
    const { from, to } = at
    const size = mark.length
    const text = state.sliceDoc(from, to)
    if (text.length >= 2 * size && text.startsWith(mark) && text.endsWith(mark))
      return {
        changes: { from, to, insert: text.slice(size, -size) },
        range: EditorSelection.range(from, to - 2 * size),
      }
    if (isAround(state, mark, from, to))
      return {
        changes: [
          { from: from - size, to: from },
          { from: to, to: to + size },
        ],
        range: EditorSelection.range(range.anchor - size, range.head - size),
      }
    return {
      changes: [
        { from, insert: mark },
        { from: to, insert: mark },
      ],
      range: EditorSelection.range(range.anchor + size, range.head + size),
    }
  })
}

/** The mark itself and no longer one of the same characters: `*` does not match around `**`. */
function isAround(state: EditorState, mark: string, from: number, to: number): boolean {
  const size = mark.length
  if (state.sliceDoc(from - size, from) !== mark || state.sliceDoc(to, to + size) !== mark) return false
  return state.sliceDoc(from - size - 1, from - size) !== mark[0] || state.sliceDoc(to + size, to + size + 1) !== mark[0]
}

const address = /^(https?:\/\/|mailto:)\S+$/i

/** Makes a link of the selection, and selects the missing part: its address, or its text if the selection is the address. */
export function makeLink(state: EditorState): TransactionSpec {
  return state.changeByRange(({ from, to }): Marked => {
    const text = state.sliceDoc(from, to)
    const isAddress = address.test(text)
    const insert = isAddress ? `[](${text})` : `[${text}](https://)`
    const caret = isAddress || text === '' ? from + 1 : from + insert.length - 1
    return { changes: { from, to, insert }, range: EditorSelection.cursor(caret) }
  })
}
