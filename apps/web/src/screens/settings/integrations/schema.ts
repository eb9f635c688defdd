import type { Locale } from '../../../i18n/languages/languages.ts'

/** The part of JSON Schema that the form supports. Values outside it are kept unchanged. */
export type Schema = {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  title?: string
  description?: string
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
}
export type Path = readonly (string | number)[]
export type Problem = {
  path: Path
  kind: 'required' | 'pattern' | 'uuid' | 'url' | 'choice' | 'number' | 'tooFew' | 'tooMany' | 'tooLow' | 'tooHigh'
  bound?: number
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema of a map: any key, with values of this schema. */
export const valuesOf = ({ additionalProperties }: Schema): Schema | null => (isRecord(additionalProperties) ? additionalProperties : null)

/** `inProgressListId` → `In progress list`. */
export function nameOf(key: string, { title }: Schema): string {
  if (title !== undefined) return title
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  const short = words.replace(/\blist id$/, 'list')
  return short.charAt(0).toUpperCase() + short.slice(1)
}

/** The name of one entry of a list: its own title, or the name of the list in the singular where that comes from an English key. */
export function entryNameOf(name: string, { title, items }: Schema): string {
  if (items?.title !== undefined) return items.title
  return title === undefined ? name.replace(/ies$/, 'y').replace(/(?<![su])s$/, '') : name
}

/** A name inside a sentence. German keeps the capital of a noun; an acronym keeps its own. */
export const inSentence = (name: string, locale: Locale): string =>
  locale === 'de' ? name : name.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())

const emptyOf: Record<string, unknown> = { object: {}, array: [], boolean: false }
export const emptyFor = ({ type = 'string' }: Schema): unknown => emptyOf[type] ?? ''

/** The value without its empty parts. */
export function tidied(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => tidied(schema.items ?? {}, each)).filter((each) => each !== undefined && each !== '')
  if (!isRecord(value)) return value === '' ? undefined : value
  const entries = Object.entries(value).map(
    ([key, each]) => [key, tidied(schema.properties?.[key] ?? valuesOf(schema) ?? {}, each)] as const,
  )
  return Object.fromEntries(
    entries.filter(([key, each]) => each !== undefined && !(Array.isArray(each) && each.length === 0 && !schema.required?.includes(key))),
  )
}

/** All problems, each with its path. */
export function problemsIn(schema: Schema, value: unknown, path: Path = []): Problem[] {
  if (Array.isArray(value))
    return [...ofLength(schema, value, path), ...value.flatMap((each, at) => problemsIn(schema.items ?? {}, each, [...path, at]))]
  if (isRecord(value)) return ofRecord(schema, value, path)
  const kind = ofScalar(schema, value)
  return kind ? [{ path, ...kind }] : []
}

function ofRecord(schema: Schema, value: Record<string, unknown>, path: Path): Problem[] {
  const missing = (schema.required ?? []).filter((key) => value[key] === undefined || value[key] === '')
  const within = Object.entries(value).filter(([key, each]) => each !== undefined && !missing.includes(key))
  return [
    ...missing.map((key): Problem => ({ path: [...path, key], kind: 'required' })),
    ...within.flatMap(([key, each]) => problemsIn(schema.properties?.[key] ?? valuesOf(schema) ?? {}, each, [...path, key])),
  ]
}

function ofLength({ minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema, { length }: readonly unknown[], path: Path): Problem[] {
  if (length < minItems) return [{ path, kind: 'tooFew', bound: minItems }]
  return length > maxItems ? [{ path, kind: 'tooMany', bound: maxItems }] : []
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function ofScalar(schema: Schema, value: unknown): Omit<Problem, 'path'> | null {
  if (value === undefined || value === '') return null
  if (schema.enum && !schema.enum.includes(value)) return { kind: 'choice' }
  if (schema.type === 'number' || schema.type === 'integer') return ofNumber(schema, value)
  const text = String(value)
  if (schema.format === 'uuid' && !uuid.test(text)) return { kind: 'uuid' }
  if ((schema.format === 'uri' || schema.format === 'url') && !URL.canParse(text)) return { kind: 'url' }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(text)) return { kind: 'pattern' }
  if (schema.minLength !== undefined && text.length < schema.minLength) return { kind: 'tooFew', bound: schema.minLength }
  return schema.maxLength !== undefined && text.length > schema.maxLength ? { kind: 'tooMany', bound: schema.maxLength } : null
}

function ofNumber({ type, minimum, maximum }: Schema, value: unknown): Omit<Problem, 'path'> | null {
  if (typeof value !== 'number' || Number.isNaN(value) || (type === 'integer' && !Number.isInteger(value))) return { kind: 'number' }
  if (minimum !== undefined && value < minimum) return { kind: 'tooLow', bound: minimum }
  return maximum !== undefined && value > maximum ? { kind: 'tooHigh', bound: maximum } : null
}

export const isAt = (one: Path, other: Path): boolean => one.length === other.length && one.every((key, at) => key === other[at])
