import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { catalogue as allOperations, auditSteps, type OperationSpec } from '@tandem/contract'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { type Locale, languages, locales } from '../../src/i18n/languages/languages.ts'

const src = fileURLToPath(new URL('../../src/', import.meta.url))

/** The texts that come with the app, and each area's under its name. */
async function catalogue(locale: Locale): Promise<Texts> {
  const { app, areas } = await languages[locale].load()
  const words = Object.entries(areas).map(async ([name, load]): Promise<[string, Texts]> => [name, await load()])
  return { ...app, ...Object.fromEntries(await Promise.all(words)) }
}

type Texts = { readonly [key: string]: string | Texts }
const en = await catalogue('en')
const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}${key}`, text] as [string, string]] : flat(text, `${path}${key}.`),
  )

test.each(locales.filter((locale) => locale !== 'en'))(
  '%s says the same things as English, with the same values in them',
  async (locale) => {
    const [english, other] = [new Map(flat(en)), new Map(flat(await catalogue(locale)))]
    expect([...other.keys()].sort()).toEqual([...english.keys()].sort())
    // What a value selects may begin with a word: `{known, select, yes {the rule {what}} other {a rule}}`.
    const valuesIn = (text = '') =>
      [...new Set([...text.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, value, tag]) => value ?? tag))]
        .filter((name) => name !== 'ungelesen')
        .sort()
    for (const [key, text] of english) expect([key, ...valuesIn(other.get(key))]).toEqual([key, ...valuesIn(text)])
  },
)

test('every act that the audit log tells of has words', () => {
  const said = new Set(flat(en).map(([path]) => path))
  const operations: [string, OperationSpec][] = Object.entries(allOperations)
  const acts = operations.filter(([, { kind, access, unaudited }]) => kind === 'mutation' && !('target' in access) && !unaudited)
  const names = [...acts.map(([name]) => name), ...auditSteps]
  expect(names.filter((name) => !said.has(`settings.acts.${name}`))).toEqual([])
})

test('no text stands in a component: all are in the catalogue', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  expect(files.length).toBeGreaterThan(40)
  const literal = files.flatMap((file) => textsIn(readFileSync(src + file, 'utf8')).map((text) => `${file}: ${text}`))
  expect(literal).toEqual([])
})

test('no text of the catalogue is left unused', () => {
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('i18n'))
    .map((name) => readFileSync(src + name, 'utf8'))
    .join('\n')
  const unused = flat(en)
    .map(([path]) => path)
    .filter((path) => {
      const [last = '', group = ''] = path.split('.').toReversed()
      // `t('group.last')`, `t('last')`, a key of a table, or one of a group that is chosen from: t(`group.${…}`), texts(role).
      return !code.includes(last) && !code.includes(`${group}.\${`)
    })
  expect(unused.filter((path) => !chosen.some((group) => path.startsWith(group)))).toEqual([])
})

/** Groups whose keys are values of the contract. */
const chosen = [
  'automation.verbs.',
  'roles.',
  'priority.',
  'colours.',
  'inbox.reason.',
  'session.steps.',
  'session.states.',
  'failure.',
  'settings.acts.',
  'settings.failedActs.',
  'settings.outcomes.',
  'refusals.',
  'session.ends.',
  'automation.leftOut.',
  'automation.integrations.manifest.',
]

type Node = { type?: string; value?: unknown; name?: { name?: string }; [key: string]: unknown }
const spoken = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'hint'])
const hasWords = (text: unknown): boolean => typeof text === 'string' && /\p{L}{2}/u.test(text)

function textsIn(code: string): string[] {
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type, value, name } = node as Node
    if (type === 'JSXText' && hasWords(value)) found.push(String(value).trim())
    const text = (value as Node | null)?.value
    if (type === 'JSXAttribute' && spoken.has(name?.name ?? '') && hasWords(text)) found.push(`${name?.name}=${String(text)}`)
    Object.values(node).forEach(walk)
  }
  walk(parseAst(code, { lang: 'tsx' }))
  return found
}
