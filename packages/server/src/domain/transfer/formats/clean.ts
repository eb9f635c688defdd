import { truncate } from '../../../kernel/common/truncate.ts'

/** Makes a text of a file storable: without NUL and lone surrogates, which the database refuses, and cut to `most` UTF-16 code units. */
export function textOf(value: unknown, most: number): string {
  if (typeof value !== 'string') return ''
  const text = value.replaceAll('\0', '').toWellFormed()
  return text.length <= most ? text : copyOf(truncate(text, most))
}

/** Copies a slice: V8 would keep the whole text, which may be megabytes, in memory with it. */
const copyOf = (text: string): string => Buffer.from(text).toString()

/** A name in one line; empty when the value has none. */
export const nameOf = (value: unknown, most: number): string =>
  truncate(
    textOf(value, most * 4)
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  ).trim()

/** The handle by which a person is mentioned, or null. */
export const handleOf = (value: unknown): string | null => (typeof value === 'string' ? nameOf(value, 200).toLowerCase() : null)

/** A time as the database stores it, or null when the value is not a time. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return null
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return null
  const time = new Date(ms).toISOString()
  return /^(?!0000)\d{4}-/.test(time) ? time : null
}

/** An http or https address, or null. */
export function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_048) return null
  const url = URL.parse(value)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && !/[\0\s]/.test(value) ? value.toWellFormed() : null
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export type Loose = Record<string, unknown>

export const objectOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}

export const objectsOf = (value: unknown): Loose[] =>
  listOf(value)
    .filter((each) => typeof each === 'object' && each !== null)
    .map(objectOf)

/** The reference by which the file names an object. */
export function refOf(value: unknown): string {
  const ref = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return ref.length <= longestRef ? ref : copyOf(truncate(ref, longestRef))
}

const longestRef = 200

export const refsOf = (value: unknown): string[] => [
  ...new Set(
    listOf(value)
      .map(refOf)
      .filter((ref) => ref !== ''),
  ),
]

const deepest = 16

/**
 * Any value as it can be stored in a json column: texts cleaned, and without parts that nest too deep. Undefined for a value that is itself
 * too deep.
 */
export function cleanJson(value: unknown, depth = 1): unknown {
  if (typeof value === 'string') return textOf(value, value.length)
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return undefined
  if (Array.isArray(value)) return value.map((each) => cleanJson(each, depth + 1) ?? null)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [textOf(key, key.length), cleanJson(each, depth + 1)]))
}
