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
/** Of one row each are not bounds, but the nearest. */
const rowsOfStatement = /\b(?:order by|where|values|from)\b[^;]{0,200}?\blimit (\d{2,})\b/g

/** The bounds in the sources of packages and plugins. The test kit is left out: it bounds tests. */
export function boundsInSources(): Bound[] {
  const files = globSync('{packages,plugins}/*/src/**/*.ts', { cwd: root }).filter((file) => !file.startsWith('packages/plugin-test-kit/'))
  return files.toSorted().flatMap((file) => boundsIn(file, readFileSync(root + file, 'utf8')))
}

export function boundsIn(file: string, code: string): Bound[] {
  const constants = [...code.matchAll(constant)].flatMap(([, names = '', value = '']) => ofConstant(names, value))
  const numbers = [...code.matchAll(rowsOfStatement)].map(([, rows]) => ({ name: `limit ${rows}`, value: Number(rows) }))
  const seen = new Map<string, number>()
  return [...constants, ...numbers].map(({ name, value }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { of: `${file} ${name}${count > 1 ? ` (${count})` : ''}`, value }
  })
}

function ofConstant(names: string, value: string): { name: string; value: number | null }[] {
  // Functions and statements bound nothing by themselves.
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
