import { Annotation, type EditorState, type Extension, StateField, type TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const isCompleted = Annotation.define<true>()

/** The position behind the space of a completion, until the text or the selection changes. */
const behindSpace = StateField.define<number | null>({
  create: () => null,
  update(at, change) {
    if (change.annotation(isCompleted)) return change.newSelection.main.head
    return change.docChanged || change.selection ? null : at
  },
})

/** A space that is typed right after a completion takes the place of the completion's own. */
export const completedSpace: Extension = [
  behindSpace,
  EditorView.inputHandler.of((view, from, to, text) => {
    if (text !== ' ' || from !== to || view.state.field(behindSpace) !== from) return false
    view.dispatch({ selection: { anchor: from } })
    return true
  }),
]

/** Replaces the typed text by that of a choice. Its space at the end is not inserted where one follows already. */
export function complete(state: EditorState, from: number, to: number, text: string): TransactionSpec {
  const change = { selection: { anchor: from + text.length }, userEvent: 'input.complete' }
  if (!text.endsWith(' ')) return { ...change, changes: { from, to, insert: text } }
  const insert = state.sliceDoc(to, to + 1) === ' ' ? text.slice(0, -1) : text
  return { ...change, changes: { from, to, insert }, annotations: isCompleted.of(true) }
}
