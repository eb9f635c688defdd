import { expect, test } from 'vitest'
import { oneOf } from '../../src/texts/one-of.ts'
import { pageTexts } from '../../src/texts/pages/pages.ts'

test.each([
  ['en', ['Ana'], 'Ana'],
  ['en', ['Ana', 'Bob', 'Olga'], 'Ana, Bob or Olga'],
  ['de', ['Ana', 'Bob', 'Olga'], 'Ana, Bob oder Olga'],
  ['es', ['Ana', 'Bob'], 'Ana o Bob'],
  ['es', ['Ana', 'Olga'], 'Ana u Olga'],
] as const)('in %s, one of %j is %s', (language, names, text) => {
  expect(oneOf(language, names)).toBe(text)
  expect(pageTexts[language].consent.onlyWith(names)).toContain(text)
  expect(pageTexts[language].consent.askToAdd(names)).toContain(text)
})
