import { expect, test } from 'vitest'
import { mergeChosen } from '../../src/screens/board/views/merge-chosen.ts'

const began = { name: 'Began', shared: false }
const merge = (mine: Partial<typeof began>, theirs: Partial<typeof began>, from = began) =>
  mergeChosen({ ...from, ...mine }, from, { ...from, ...theirs })

test('of a view each side keeps what it alone changed', () => {
  expect(merge({ name: 'Mine' }, { shared: true })).toEqual({ merged: { name: 'Mine', shared: true }, isOvertaken: false })
  expect(merge({ shared: true }, { name: 'Theirs' })).toEqual({ merged: { name: 'Theirs', shared: true }, isOvertaken: false })
  const shared = { name: 'Began', shared: true }
  expect(merge({ shared: false }, {}, shared)).toEqual({ merged: began, isOvertaken: false })
})

test('two different new names are left to the author, the same new name is not', () => {
  const both = merge({ name: 'Mine' }, { name: 'Theirs', shared: true })
  expect(both).toEqual({ merged: { name: 'Mine', shared: true }, isOvertaken: true })
  expect(merge({ name: 'Both' }, { name: 'Both' })).toEqual({ merged: { name: 'Both', shared: false }, isOvertaken: false })
})
