import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * A bound that stands in the code: a constant whose name says so, or a number in a statement. `of` is its file and name; of several equal
 * numbers in one file the second is `limit 50 (2)`. `value` is null where it is no plain number.
 */
export type Bound = { of: string; value: number | null }

const root = fileURLToPath(new URL('../../../', import.meta.url))
const boundName = /^(most|largest|longest|deepest|latest|shown|tries|atOnce|atMost)|(AtOnce|Attempts)$|Limit|Max/
const constant = /^(?:export )?const (\w+|\[[\w, ]+\]) = (.*)$/gm
/** Constants within a function, if their value is a number or a call of Math: other values are results. */
const constantWithin = /^ +const (\w+) = ((?:Math\.|[\d_* ]+$).*)$/gm
/** `{ longestDelayMs: 5_000 }`, and the rows of a table of limits. */
const property =
  /\b(limit|overall|late|per(?:Owner|Host|Webhook|Address)|\w*[aA]tMost\w*|max[A-Z]\w*|(?:most|largest|longest|deepest)(?:[A-Z]\w*)?): (\d[\d_]*)\b/g
/** `most = 4_000` of a function. */
const parameter = /[(,{] ?((?:most|longest|limit|max[A-Z])\w*)(?:: \w+)? = ([\d_]{2,})[,)]/g
/** `maxLength={200}` of a component. */
const typed = /\s(maxLength|longest)=\{(\d[\d_]+)\}/g
/** A limit of two digits or more: `limit 1` chooses the nearest row and is no bound. */
const rowsOfStatement = /\b(?:order by|where|values|from)\b[^;]{0,200}?\blimit (\d{2,})\b/g
/** Bounds of schemas. Those of the contract are tested by conformance/test/service/request-bounds.heavy.test.ts. */
const ofSchema = /(?<!Math)\.(?:max|lte|lt)\(([\d_]+)[,)]/g
/** A cut of a text. Cuts shorter than `shortestCut` take parts of times, ids and hashes. */
const cut = /\.slice\((?:0, |-)(\d[\d_]+)\)/g
const lowered = /Math\.min\((?:[^()]|\([^()]*\))*?\b([\d_]{2,})\)/g
/** Comparisons. Those with statuses of HTTP (`isStatus`) are no bounds. */
const compared = /([\w)\]]+) (?:>=?|<=?) (\d[\d_]+)\b/g
const isStatus = /^(?:status(?:Code)?|code|0\))$/
const shortestCut = 20

/** The bounds in the sources of packages, plugins and the web app. The test kit is left out: it bounds tests. */
export function boundsInSources(): Bound[] {
  const files = globSync(['{packages,plugins}/*/src/**/*.ts', 'apps/web/src/**/*.{ts,tsx}'], { cwd: root, exclude: leftOut })
  return files.toSorted().flatMap((file) => boundsIn(file, readFileSync(root + file, 'utf8')))
}

/** Examples and samples contain values but no bounds. */
const leftOut = ['packages/plugin-test-kit/**', 'packages/contract/src/examples/**', '**/i18n/**']

export function boundsIn(file: string, code: string): Bound[] {
  const text = withoutComments(code)
  const numbered = (pattern: RegExp, name: string) =>
    [...text.matchAll(pattern)].map(([, number = '']) => ({ name: `${name} ${digits(number)}`, value: digits(number) }))
  const found = [
    ...[...text.matchAll(constant)].flatMap(([, names = '', value = '']) => ofConstant(names, value)),
    ...[...text.matchAll(constantWithin)].flatMap(([, name = '', value = '']) => ofConstant(name, value)),
    ...[...text.matchAll(property)]
      .map(([, name = '', number = '']) => ({ name, value: digits(number) }))
      // 0 and 1 are no bounds: they ask for no row, or for a single one.
      .filter(({ value }) => value > 1),
    ...[...text.matchAll(parameter)].map(([, name = '', number = '']) => ({ name, value: digits(number) })),
    ...[...text.matchAll(typed)].map(([, name = '', number = '']) => ({ name, value: digits(number) })),
    ...numbered(rowsOfStatement, 'limit'),
    ...(file.startsWith('packages/contract/') ? [] : numbered(ofSchema, 'max')),
    ...numbered(cut, 'slice').filter(({ value }) => value >= shortestCut),
    ...numbered(lowered, 'min'),
    ...[...text.matchAll(compared)].flatMap(([, left = '', number = '']) =>
      isStatus.test(left) ? [] : [{ name: `compared ${digits(number)}`, value: digits(number) }],
    ),
  ]
  const seen = new Map<string, number>()
  return found.map(({ name, value }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { of: `${file} ${name}${count > 1 ? ` (${count})` : ''}`, value }
  })
}

const withoutComments = (code: string): string => code.replace(/^\s*(?:\/\*\*?[\s\S]*?\*\/|\/\/.*)$/gm, '')
const digits = (number: string): number => Number(number.replaceAll('_', ''))

function ofConstant(names: string, value: string): { name: string; value: number | null }[] {
  // Functions and statements are no bounds themselves.
  if (!/\d/.test(value) || /=>|sql|\bz\./.test(value)) return []
  const values = names.startsWith('[') ? value.slice(1, value.lastIndexOf(']')).split(',') : [value]
  return (names.match(/\w+/g) ?? [])
    .map((name, at) => ({ name, value: numberIn(values[at] ?? '') }))
    .filter(({ name }) => boundName.test(name))
}

/** `4 * 1_048_576`; null for anything else than numbers and products of them. */
function numberIn(text: string): number | null {
  if (!/^[\d_.* ]+$/.test(text.trim())) return null
  return text.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '').trim()), 1)
}
