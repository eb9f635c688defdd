import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { insertBlock } from '../../src/ui/editor/inserts.ts'

const inserted = (text: string, name: 'table' | 'divider') => {
  const at = text.indexOf('^')
  const state = EditorState.create({ doc: text.replace('^', ''), selection: { anchor: at } })
  const next = state.update(insertBlock(state, name)).state
  const { head } = next.selection.main
  return `${next.sliceDoc(0, head)}^${next.sliceDoc(head)}`
}

test('a table in an item of a list is indented as its first row', () => {
  expect(inserted('- item\n  ^', 'table')).toBe(
    ['- item', '  ', '  | ^    |     |', '  | --- | --- |', '  |     |     |', '  |     |     |'].join('\n'),
  )
})

test('a divider stands apart from the text above it, and the caret is on the line below', () => {
  expect(inserted('Above\n^', 'divider')).toBe('Above\n\n---\n^')
  expect(inserted('^', 'divider')).toBe('---\n^')
})
