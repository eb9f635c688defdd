import compile from 'icu-minify/compile'
import { _createCache, _createIntlFormatters } from 'use-intl'
import parseAndFormat from 'use-intl/format-message'
import formatCompiled from 'use-intl/format-message/format-only'
import { expect, test } from 'vitest'
import { withCompiled } from '../../build/compiled-messages.ts'
import { languages, locales } from '../../src/i18n/languages/languages.ts'

const cache = _createCache()
const formatters = _createIntlFormatters(cache)

/** Every message of a language, with its path. */
async function messagesOf(locale: (typeof locales)[number]): Promise<[string, string][]> {
  const { app, areas } = await languages[locale].load()
  const words = await Promise.all(Object.entries(areas).map(async ([name, load]) => [name, await load()] as const))
  return [['app', app] as const, ...words].flatMap(([name, texts]) => flat(texts, name))
}

const flat = (texts: object, path: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${path}.${key}`, text]] : flat(text as object, `${path}.${key}`),
  )

/** A value for each name: a number where it is counted, a function where it is a tag. */
const valuesIn = (message: string, count: number) =>
  Object.fromEntries(
    [...message.matchAll(/\{(\w+)|<(\w+)>/g)].map(([, name, tag]) =>
      tag === undefined ? [name ?? '', count] : [tag, (parts: unknown) => `[${String(parts)}]`],
    ),
  )

test.each(locales)('each message in %s says the same compiled as parsed', async (locale) => {
  const messages = await messagesOf(locale)
  expect(messages.length).toBeGreaterThan(1_000)
  const context = { cache, formatters, locale, timeZone: 'UTC' }
  const counts = [0, 1, 2, 1_000_000]
  const saidBy = (format: (path: string, message: string, count: number) => unknown) =>
    messages.map(([path, message]) => [path, ...counts.map((count) => String(format(path, message, count)))])
  expect(saidBy((path, message, count) => formatCompiled(path, compile(message), valuesIn(message, count), context))).toEqual(
    saidBy((path, message, count) => parseAndFormat(path, message, valuesIn(message, count), context)),
  )
})

test('a catalogue keeps its keys and its shape, with each text compiled', () => {
  const code = `import { more } from './more.ts'
    export const en = { plain: "It's here", 'count.ed': '{count, plural, one {# card} other {# cards}}', deep: { bold: 'So <b>it</b>' }, more }`
  expect(withCompiled(code)).toBe(`import { more } from './more.ts'
    export const en = { plain: "It's here", 'count.ed': [["count",2,{"one":[0," card"],"other":[0," cards"]}]], deep: { bold: ["So ",["b","it"]] }, more }`)
})

test('a message that cannot be read fails the build', () => {
  expect(() => withCompiled(`export const en = { broken: '{count, plural, one {# card}' }`)).toThrow()
})
