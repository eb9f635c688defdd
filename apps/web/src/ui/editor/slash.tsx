import type { EditorView } from '@codemirror/view'
import { Code, Heading1, Heading2, Heading3, List, ListChecks, ListOrdered, Minus, Paperclip, Table, TextQuote } from 'lucide-react'
import type { ReactElement } from 'react'
import { acts, keysOf } from './acts.ts'
import { type Block, blocks } from './blocks.ts'
import type { Choice, Completing } from './completions.ts'
import { chooseFiles } from './files.ts'
import { type Insert, inserts } from './inserts.ts'

type Line = Block | Insert | 'file'

const icons: Readonly<Record<Line, ReactElement>> = {
  heading1: <Heading1 size={16} />,
  heading2: <Heading2 size={16} />,
  heading3: <Heading3 size={16} />,
  bullets: <List size={16} />,
  numbers: <ListOrdered size={16} />,
  tasks: <ListChecks size={16} />,
  quote: <TextQuote size={16} />,
  code: <Code size={16} />,
  table: <Table size={16} />,
  divider: <Minus size={16} />,
  file: <Paperclip size={16} />,
}

/** A touch screen has no keys to press. */
const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches

type Options = {
  nameOf: (line: Line) => string
  capName: (cap: string) => string
  takesFiles: boolean
}

/** `/` at the beginning of a line offers the kinds of blocks, and files. */
export function slashMenu({ nameOf, capName, takesFiles }: Options): Completing {
  const run = (name: Block | Insert) => (view: EditorView) => view.dispatch({ ...acts[name](view.state), userEvent: 'input.format' })
  const line = (name: Line, insert: Choice['insert']): Choice => ({ name: nameOf(name), icon: icons[name], insert })
  const keys = (block: Block) => (isTouched() ? {} : { detail: keysOf(block, capName) })
  return {
    begun: /(?<=^\s*)\/([\p{L}\d]*)$/u,
    choices: (query) =>
      [
        ...blocks.map((block) => ({ ...line(block, run(block)), ...keys(block) })),
        ...inserts.map((name) => line(name, run(name))),
        ...(takesFiles ? [line('file', chooseFiles)] : []),
      ].filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())),
  }
}
