import { Code, Heading1, Heading2, Heading3, List, ListChecks, ListOrdered, TextQuote } from 'lucide-react'
import type { ReactElement } from 'react'
import { actKeys, acts, keysOf } from './acts.ts'
import { type Block, blocks } from './blocks.ts'
import type { Completing } from './completions.ts'

const icons: Readonly<Record<Block, ReactElement>> = {
  heading1: <Heading1 size={16} />,
  heading2: <Heading2 size={16} />,
  heading3: <Heading3 size={16} />,
  bullets: <List size={16} />,
  numbers: <ListOrdered size={16} />,
  tasks: <ListChecks size={16} />,
  quote: <TextQuote size={16} />,
  code: <Code size={16} />,
}

/** A touch screen has no keys to press. */
const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches

/** `/` at the beginning of a line offers the kinds of blocks. */
export const slashMenu = (nameOf: (block: Block) => string, capName: (cap: string) => string): Completing => ({
  begun: /(?<=^\s*)\/([\p{L}\d]*)$/u,
  choices: (query) =>
    blocks
      .map((block) => ({ block, name: nameOf(block) }))
      .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
      .map(({ block, name }) => ({
        name,
        icon: icons[block],
        ...(actKeys[block] && !isTouched() && { detail: keysOf(block, capName) }),
        insert: (view) => view.dispatch({ ...acts[block](view.state), userEvent: 'input.format' }),
      })),
})
