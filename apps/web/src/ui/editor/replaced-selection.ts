import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const replacing: ReadonlySet<string> = new Set(['insertText', 'insertReplacementText', 'deleteContentBackward', 'deleteContentForward'])

/**
 * The editor itself replaces selected text. A browser would copy the style of the old text to the new one, in style attributes, which the
 * policy of the page refuses; and the editor would read the text off the page afterwards.
 */
export const replacedSelection: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const range = event.getTargetRanges()[0] ?? selected(view)
    if (!range || range.collapsed || event.isComposing || view.composing || !replacing.has(event.inputType)) return false
    const from = view.posAtDOM(range.startContainer, range.startOffset)
    const to = view.posAtDOM(range.endContainer, range.endOffset)
    const insert = view.state.toText(event.data ?? event.dataTransfer?.getData('text/plain') ?? '')
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: event.inputType.startsWith('delete') ? 'delete.selection' : 'input.type',
    })
    return true
  },
})

/** The selection on the page: the editor learns of it a moment later, and Chrome does not always name the range. */
function selected(view: EditorView): Range | undefined {
  const selection = getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  return range && view.contentDOM.contains(range.commonAncestorContainer) ? range : undefined
}
