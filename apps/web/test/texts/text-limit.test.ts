import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { limitedTo } from '../../src/ui/editor/limit.ts'

describe('a text within its limit', () => {
  const open = (doc: string, most = 5) => EditorState.create({ doc, extensions: limitedTo(most), selection: { anchor: doc.length } })
  const add = (state: EditorState, text: string, userEvent = 'input.paste') =>
    state.update({ ...state.replaceSelection(text), userEvent }).state

  test('what is pasted is cut, with the caret behind it, and never in the middle of a character', () => {
    const pasted = add(open('abc'), 'defg')
    expect([pasted.doc.toString(), pasted.selection.main.head]).toEqual(['abcde', 5])
    expect(add(open('abcd'), '🎨').doc.toString()).toBe('abcd')
    expect(add(open('abc'), '🎨🎨').doc.toString()).toBe('abc🎨')
    expect(add(open('abcde'), 'f').doc.toString()).toBe('abcde')
    expect(add(open('a'), 'b\nc\nd').doc.toString()).toBe('ab\nc\n')
  })

  test('a text that is too long already can be shortened and reworded, and becomes no longer', () => {
    const state = open('abcdefgh')
    expect(state.update({ changes: { from: 7, to: 8 } }).state.doc.toString()).toBe('abcdefg')
    expect(state.update({ changes: { from: 0, to: 2, insert: 'XY' } }).state.doc.toString()).toBe('XYcdefgh')
    expect(add(state, 'i').doc.toString()).toBe('abcdefgh')
  })

  test('marks and completions are set whole or not at all', () => {
    const state = open('abcd')
    const bold = {
      changes: [
        { from: 0, insert: '**' },
        { from: 4, insert: '**' },
      ],
    }
    expect(state.update({ ...bold, userEvent: 'input.format' }).state.doc.toString()).toBe('abcd')
    expect(add(state, '@mia', 'input.complete').doc.toString()).toBe('abcd')
  })

  test('a text that comes from outside is not cut', () => {
    expect(
      open('abc')
        .update({ changes: { from: 0, to: 3, insert: 'abcdefgh' }, filter: false })
        .state.doc.toString(),
    ).toBe('abcdefgh')
  })
})
