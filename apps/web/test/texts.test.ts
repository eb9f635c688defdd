import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { catalogue as allOperations, type OperationSpec } from '@tandem/contract'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { de as germanCore } from '../src/i18n/de.ts'
import { en as englishCore } from '../src/i18n/en.ts'

const src = fileURLToPath(new URL('../src/', import.meta.url))

/** What comes with the app, and each area under its name. */
async function catalogue(language: 'en' | 'de', core: Texts): Promise<Texts> {
  const areas = readdirSync(`${src}i18n`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const words = areas.map(async ({ name }) => [name, (await import(`${src}i18n/${name}/${language}.ts`))[language]] as const)
  return { ...core, ...Object.fromEntries(await Promise.all(words)) }
}

type Texts = { readonly [key: string]: string | Texts }
const [en, de] = await Promise.all([catalogue('en', englishCore), catalogue('de', germanCore)])
const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}${key}`, text] as [string, string]] : flat(text, `${path}${key}.`),
  )

test('every language says the same things with the same values in them', () => {
  const [english, german] = [new Map(flat(en)), new Map(flat(de))]
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort())
  const valuesIn = (text = '') =>
    [...new Set([...text.matchAll(/\{(\w+)|<(\w+)>/g)].map(([, value, tag]) => value ?? tag))].filter((name) => name !== 'ungelesen').sort()
  for (const [key, text] of english) expect([key, ...valuesIn(german.get(key))]).toEqual([key, ...valuesIn(text)])
})

test('every act that the audit log tells of has words', () => {
  const said = new Set(flat(en).map(([path]) => path))
  const steps = ['auth.oidc', 'me.identities.link', 'oauth.consent', 'oauth.client.register', 'oauth.token.exchange', 'oauth.token.refresh']
  const operations: [string, OperationSpec][] = Object.entries(allOperations)
  const acts = operations.filter(([, { kind, access, unaudited }]) => kind === 'mutation' && !('target' in access) && !unaudited)
  const names = [...acts.map(([name]) => name), ...steps, 'oauth.token.revoke', 'metrics.read']
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
