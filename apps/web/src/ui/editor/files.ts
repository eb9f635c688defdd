import { type Extension, Facet } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { onOwnLine } from './own-line.ts'
import type { SentFile } from './pasted-files.ts'

/** Uploads a file, and resolves to its Markdown, or null if it was refused. */
export type TakeFile = (file: File) => SentFile

/** Inserts the Markdown of a file after its upload. */
type Insert = (view: EditorView, sent: SentFile, at: number) => Promise<void>

/** Returns whether the files are accepted. */
type Send = (view: EditorView, files: Iterable<File>, at: number) => boolean

const sending = Facet.define<Send>()

/** Pasted files, and files dropped on the text, are inserted where they were dropped. */
export function takingFiles(take: () => TakeFile | undefined): { extension: Extension; insert: Insert } {
  /** The positions where the texts for files will be inserted: they move with edits while the files are uploaded. */
  const waiting = new Set<{ at: number }>()
  const send: Send = (view, files, at) => {
    const taken = take()
    if (!taken) return false
    for (const file of files) void insert(view, taken(file), at)
    return true
  }
  const insert: Insert = async (view, sent, at) => {
    const place = { at }
    waiting.add(place)
    const text = await sent
    waiting.delete(place)
    if (text === null) return
    // Not limited: half of a link to an uploaded file would be useless.
    const insert = onOwnLine(text, view.state.doc.toString(), place.at)
    view.dispatch({ changes: { from: place.at, insert }, userEvent: 'input.paste', filter: false })
  }
  const extension = [
    sending.of(send),
    EditorView.updateListener.of(({ changes }) => {
      for (const place of waiting) place.at = changes.mapPos(place.at, 1)
    }),
    EditorView.domEventHandlers({
      paste({ clipboardData }, view) {
        // Copied parts of a table or text come as a picture too: the text is used.
        if (!clipboardData || clipboardData.files.length === 0 || clipboardData.types.includes('text/plain')) return false
        return send(view, clipboardData.files, view.state.selection.main.head)
      },
      drop({ dataTransfer, clientX, clientY }, view) {
        if (!dataTransfer || dataTransfer.files.length === 0) return false
        return send(view, dataTransfer.files, view.posAtCoords({ x: clientX, y: clientY }) ?? view.state.doc.length)
      },
    }),
  ]
  return { extension, insert }
}

/** Asks for files, and inserts them at the caret. */
export function chooseFiles(view: EditorView): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.hidden = true
  input.addEventListener('change', () => {
    for (const send of view.state.facet(sending)) send(view, input.files ?? [], view.state.selection.main.head)
    input.remove()
    view.focus()
  })
  input.addEventListener('cancel', () => input.remove())
  // Safari opens no dialog for an input outside of the page.
  view.dom.append(input)
  input.click()
}
