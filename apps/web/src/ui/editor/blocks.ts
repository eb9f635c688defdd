import { EditorSelection, type EditorState, type Line, type TransactionSpec } from '@codemirror/state'

export const blocks = ['heading1', 'heading2', 'heading3', 'bullets', 'numbers', 'tasks', 'quote', 'code'] as const
export type Block = (typeof blocks)[number]
type Prefixed = Exclude<Block, 'code'>

const prefixes: Readonly<Record<Prefixed, (at: number) => string>> = {
  heading1: () => '# ',
  heading2: () => '## ',
  heading3: () => '### ',
  bullets: () => '- ',
  numbers: (at) => `${at + 1}. `,
  tasks: () => '- [ ] ',
  quote: () => '> ',
}
const isPrefix: Readonly<Record<Prefixed, RegExp>> = {
  heading1: /^# $/,
  heading2: /^## $/,
  heading3: /^### $/,
  bullets: /^[-*+] $/,
  numbers: /^\d+[.)] $/,
  tasks: /^[-*+] \[[ xX]\] $/,
  quote: /^> $/,
}
const beginning = /^(\s*)(#{1,6} |[-*+] \[[ xX]\] |[-*+] |\d+[.)] |> )?/

/** Turns the selected lines into a block of that kind, or a block of that kind back into plain lines. */
export const setBlock = (state: EditorState, block: Block): TransactionSpec => (block === 'code' ? fence(state) : prefix(state, block))

function prefix(state: EditorState, block: Prefixed): TransactionSpec {
  const lines = selectedLines(state)
  const written = lines.length === 1 ? lines : lines.filter((line) => line.text.trim() !== '')
  const begun = written.map((line) => beginning.exec(line.text) ?? [])
  const isAlready = begun.every(([, , found = '']) => isPrefix[block].test(found))
  const changes = written.map((line, at) => {
    const [, indent = '', found = ''] = begun[at] ?? []
    const from = line.from + indent.length
    return { from, to: from + found.length, insert: isAlready ? '' : prefixes[block](at) }
  })
  const changed = state.changes(changes)
  // The caret stays behind the inserted mark.
  const range = ({ anchor, head }: { anchor: number; head: number }) =>
    EditorSelection.range(changed.mapPos(anchor, 1), changed.mapPos(head, 1))
  return { changes: changed, selection: EditorSelection.create(state.selection.ranges.map(range), state.selection.mainIndex) }
}

/** Around the selected lines; within a line, inline marks are enough. */
function fence(state: EditorState): TransactionSpec {
  const lines = selectedLines(state)
  const [from, to] = [lines[0]?.from ?? 0, lines.at(-1)?.to ?? 0]
  const text = state.sliceDoc(from, to)
  return {
    changes: { from, to, insert: `\`\`\`\n${text}\n\`\`\`` },
    selection: EditorSelection.range(from + 4, from + 4 + text.length),
  }
}

function selectedLines(state: EditorState): Line[] {
  const { from, to } = state.selection.main
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number]
  return Array.from({ length: last - first + 1 }, (_, at) => state.doc.line(first + at))
}
