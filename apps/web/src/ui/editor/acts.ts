import type { EditorState, TransactionSpec } from '@codemirror/state'
import { isApple } from '../is-apple.ts'
import { type Block, blocks, setBlock } from './blocks.ts'
import { type Insert, insertBlock } from './inserts.ts'
import { makeLink, toggleMark } from './marks.ts'

export type KeyedAct = 'bold' | 'italic' | 'inlineCode' | 'link' | Block
export type ActName = KeyedAct | Insert
type Act = (state: EditorState) => TransactionSpec

const blockActs = Object.fromEntries(blocks.map((block) => [block, (state: EditorState) => setBlock(state, block)])) as Record<Block, Act>

/** The editing commands of the buttons, the keys and the list behind `/`. */
export const acts: Readonly<Record<ActName, Act>> = {
  ...blockActs,
  bold: (state) => toggleMark(state, '**'),
  italic: (state) => toggleMark(state, '_'),
  // Inline code cannot contain line breaks.
  inlineCode: (state) =>
    state.sliceDoc(state.selection.main.from, state.selection.main.to).includes('\n') ? setBlock(state, 'code') : toggleMark(state, '`'),
  link: makeLink,
  table: (state) => insertBlock(state, 'table'),
  divider: (state) => insertBlock(state, 'divider'),
}

/** In the syntax of CodeMirror; the keys of GitHub, where it has them. */
export const actKeys: Readonly<Record<KeyedAct, string>> = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  inlineCode: 'Mod-e',
  link: 'Mod-k',
  heading1: 'Mod-Alt-1',
  heading2: 'Mod-Alt-2',
  heading3: 'Mod-Alt-3',
  numbers: 'Mod-Shift-7',
  bullets: 'Mod-Shift-8',
  tasks: 'Mod-Shift-9',
  quote: 'Mod-Shift-.',
  code: 'Mod-Alt-c',
}

const symbols: Readonly<Record<string, string>> = isApple ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' } : { Mod: 'Ctrl', Shift: '⇧' }

/** The keys of a command as text, as hints elsewhere show them: `Ctrl B` or `⌘ B`. `capName` returns the name of a key in the reader's language. */
export const keysOf = (name: KeyedAct, capName: (cap: string) => string): string =>
  actKeys[name]
    .split('-')
    .map((key) => capName(symbols[key] ?? (key.length === 1 ? key.toUpperCase() : key)))
    .join(' ')
