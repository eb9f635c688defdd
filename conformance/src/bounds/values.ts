import { ownSelectors, verbNames } from '@tandem/contract'
import { entriesOf, type Place } from './in-requests.ts'

/** Texts of a form, of any length; by the end of the place's path. */
const texts: Record<string, (length: number) => string> = {
  locale: (length) => 'abcdefgh-'.repeat(length).slice(0, length),
  due: (length) => `${timeOf(Math.floor((length - 2) / 2))}..${timeOf(Math.ceil((length - 2) / 2))}`,
  cron: (length) => `${'0'.repeat(length - 8)} * * * *`,
  'conditions[].field': (length) => `payload.${'a'.repeat(length - 8)}`,
}
const timeOf = (length: number): string => `${'2026-11-25T10:00:00.'.padEnd(length - 1, '0')}Z`

const formats: Record<string, (length: number) => string> = {
  uri: (length) => 'https://example.com/'.padEnd(length, 'a'),
  email: (length) => `${'a'.repeat(length - 12)}@example.com`,
}

const board = '019f0000-0000-7000-8000-'
const lists: Record<string, (count: number) => unknown[]> = {
  scopes: (count) => Array.from({ length: count }, (_, at) => `board:${board}${at.toString(16).padStart(12, '0')}`),
  events: (count) => Array.from({ length: count }, (_, at) => [...ownSelectors, ...verbNames][at % ownSelectors.length]),
  conditions: (count) => Array.from({ length: count }, () => ({ field: 'title', op: 'is_set' })),
}

/** The value of a property in which that place has this length, this many entries, or is this number. */
export function sized({ path, kind, schema, holding }: Place, size: number): unknown {
  const made = (table: Record<string, (size: number) => unknown>) => Object.entries(table).find(([end]) => endsWith(path, end))?.[1](size)
  if (kind === 'number') return fitting(holding(size))
  if (kind === 'list') return fitting(holding(made(lists) ?? entriesOf(schema, size)))
  const ofFormat = formats[schema.format ?? '']
  return fitting(holding(made(texts) ?? (ofFormat ? ofFormat(size) : 'a'.repeat(size))))
}

const endsWith = (path: string, end: string): boolean => path === end || path.endsWith(`.${end}`)

/** Corrects values that a sample of a schema cannot know: the operator for a value, and the syntax of a schedule. */
function fitting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fitting)
  if (typeof value !== 'object' || value === null) return value
  const made = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fitting(inner)]))
  if (made.cron === 'text') made.cron = '0 9 * * *'
  if ('op' in made) made.op = !('value' in made) ? 'is_set' : Array.isArray(made.value) ? 'in' : 'is'
  if (made.field === 'text') made.field = 'title'
  return made
}
