import { describe, expect, test } from 'vitest'
import { handlesIn } from '../../src/domain/mentions.ts'

describe('a mention is @handle at a word start, outside code', () => {
  test.each([
    ['hello @ada', ['ada']],
    ['@Ada, @bob-2: (@carl)', ['ada', 'bob-2', 'carl']],
    ['@ada and @ada again', ['ada']],
    ['me@ada and me.@ada and a/@ada', []],
    ['grün@ada and ж@ada and @adaé', []],
    ['请@ada看, @adaさん, ❤️@bob', ['ada', 'bob']],
    ['`@ada` and ``x `@ada` y``', []],
    ['```\n@ada\n```\n@bob', ['bob']],
    ['~~~sh\n@ada\n~~~\n@bob', ['bob']],
    ['```\n@ada never closed', []],
    ['@ada.', ['ada']],
    ['@ada- @-ada', ['ada']],
    ['an unclosed ` and @ada', ['ada']],
  ])('%j → %j', (text, handles) => expect(handlesIn(text)).toEqual(handles))

  test('at most 50, and a hostile text takes no time', () => {
    expect(handlesIn(Array.from({ length: 80 }, (_, n) => `@h${n}`).join(' '))).toHaveLength(50)
    expect(handlesIn('`'.repeat(50_000))).toEqual([])
    expect(handlesIn('@'.repeat(100_000))).toEqual([])
    expect(handlesIn('`a'.repeat(50_000))).toEqual([])
  })
})
