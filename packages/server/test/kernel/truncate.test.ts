import { expect, test } from 'vitest'
import { truncate } from '../../src/kernel/common/truncate.ts'

test('the beginning of a text is no longer than asked for, and ends in no half of a character', () => {
  expect(truncate('short', 5)).toBe('short')
  expect(truncate('longer', 5)).toBe('longe')
  expect(truncate('abc🛠', 5)).toBe('abc🛠')
  for (const [most, begins] of [
    [5, 'abc🛠'],
    [4, 'abc'],
    [3, 'abc'],
    [0, ''],
  ] as const)
    expect(truncate('abc🛠def', most)).toBe(begins)
  // A lone low surrogate stays as it is.
  expect(truncate('ab\udc00cd', 3)).toBe('ab\udc00')
})
