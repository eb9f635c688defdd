import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { charactersIn, rangesIn } from '../scripts/unicode-range.ts'
import { en } from '../src/i18n/en.ts'
import { languages } from '../src/i18n/languages/languages.ts'

const fonts = fileURLToPath(new URL('../src/fonts/', import.meta.url))
const source = createRequire(import.meta.url).resolve('@fontsource-variable/inter/wght.css')
const made = readFileSync(join(fonts, 'inter.css'), 'utf8')
const ours = rangesIn(made)
const theirs = rangesIn(readFileSync(source, 'utf8'))

test('the fonts are made of the version of the package that is installed, with its licence', () => {
  const { version } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8')) as { version: string }
  expect(made).toContain(`@fontsource-variable/inter ${version} `)
  expect(readFileSync(join(fonts, 'LICENSE'), 'utf8')).toContain('SIL OPEN FONT LICENSE')
})

test('each character has the font that the package gives it, and none of Latin is in two files', () => {
  const { latin = '', 'latin-more': more = '', ...others } = Object.fromEntries(ours)
  const both = [...charactersIn(latin), ...charactersIn(more)]
  expect(new Set(both).size).toBe(both.length)
  expect(both.sort((a, b) => a - b)).toEqual(charactersIn(theirs.get('latin') ?? ''))
  expect({ ...others, latin: theirs.get('latin') }).toEqual(Object.fromEntries(theirs))
})

test('the English texts of the app and the names of its languages need the first file alone', () => {
  const first = new Set(charactersIn(ours.get('latin') ?? ''))
  expect([...new Set(JSON.stringify([en, languages]))].filter((character) => !first.has(character.codePointAt(0) ?? 0))).toEqual([])
})
