import type { EditorState, TransactionSpec } from '@codemirror/state'

export const inserts = ['table', 'divider'] as const
export type Insert = (typeof inserts)[number]

const table = ['|     |     |', '| --- | --- |', '|     |     |', '|     |     |'].join('\n')

const written: Readonly<Record<Insert, { text: string; caret: number }>> = {
  // In the first cell of the header.
  table: { text: table, caret: 2 },
  // On the line below.
  divider: { text: '---\n', caret: 4 },
}

/** Inserts a block that stands between blank lines, at the caret. */
export function insertBlock(state: EditorState, name: Insert): TransactionSpec {
  const { from, to } = state.selection.main
  const { text, caret } = written[name]
  const line = state.doc.lineAt(from)
  const [indent = ''] = /^[ \t]*/.exec(line.text.slice(0, from - line.from)) ?? []
  const before = beforeBlock(state, from)
  // All rows of a table in an item of a list are indented as its first one.
  const indented = (lines: string) => lines.replaceAll('\n', `\n${indent}`)
  return {
    changes: { from, to, insert: indented(before) + indented(text) + afterBlock(state, to, name) },
    selection: { anchor: from + indented(before).length + indented(text.slice(0, caret)).length },
  }
}

/** Right below a text, Markdown reads `---` as the mark of a heading, and the first row of a table as a part of the text. */
function beforeBlock(state: EditorState, from: number): string {
  const line = state.doc.lineAt(from)
  if (line.text.slice(0, from - line.from).trim() !== '') return '\n\n'
  return line.number > 1 && state.doc.line(line.number - 1).text.trim() !== '' ? '\n' : ''
}

/** Markdown reads a text right below a table as another row. */
function afterBlock(state: EditorState, to: number, name: Insert): string {
  if (name === 'divider') return ''
  const line = state.doc.lineAt(to)
  if (line.text.slice(to - line.from).trim() !== '') return '\n\n'
  return line.number < state.doc.lines && state.doc.line(line.number + 1).text.trim() !== '' ? '\n' : ''
}
