import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { SentFile } from './pasted-files.ts'

/** Takes a file, and answers the Markdown that stands for it, or null when it was not taken. */
export type TakeFile = (file: File) => SentFile

/** Inserts what stands for a file once it is sent. */
type Insert = (view: EditorView, sent: SentFile, at: number) => Promise<void>

/** Files that are pasted, or dropped on the text, go into it where they were let go. */
export function takingFiles(take: () => TakeFile | undefined): { extension: Extension; insert: Insert } {
  /** Where what stands for a file goes: it moves with the text while the file is sent. */
  const waiting = new Set<{ at: number }>()
  /** Answers whether the files are taken. */
  const send = (view: EditorView, files: Iterable<File>, at: number): boolean => {
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
    // Not filtered: half a link to a file that was sent is of no use.
    if (text !== null) view.dispatch({ changes: { from: place.at, insert: text }, userEvent: 'input.paste', filter: false })
  }
  const extension = [
    EditorView.updateListener.of(({ changes }) => {
      for (const place of waiting) place.at = changes.mapPos(place.at, 1)
    }),
    EditorView.domEventHandlers({
      paste({ clipboardData }, view) {
        // A part of a table or a text is copied as a picture too: the text is meant.
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
