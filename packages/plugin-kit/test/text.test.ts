import { expect, test } from 'vitest'
import { quoted } from '../src/text.ts'

test('a text that is cut ends in no half of a character, which Tandem would refuse', () => {
  const cut = quoted(`${'a'.repeat(3_998)}😀😀`)
  expect(cut.isWellFormed()).toBe(true)
  expect(cut).toMatch(/…$/)
})

test('no kind of line end leads out of the quotation', () => {
  expect(quoted('one\r\r# two\r\nthree\nfour')).toBe('> one\n> \n> # two\n> three\n> four')
})

test('its mentions have no effect', () => {
  expect(quoted('ask @ada')).toBe('> ask @\u200bada')
})
