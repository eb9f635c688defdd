import pg from 'pg'

/** An element of an array parameter. */
export type Element = string | number | boolean | null

/** A parameter of a statement. */
export type Value = Element | Buffer | readonly Element[]

/** A value as PostgreSQL reads it. */
export function encodeValue(value: Value | undefined): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return String(value)
  return Buffer.isBuffer(value) ? value : `{${value.map(elementOf).join()}}`
}

const special = /["\\]/
const escaped = /["\\]/g

function elementOf(item: Element): string {
  if (item === null) return 'NULL'
  if (typeof item !== 'string') return String(item)
  return special.test(item) ? `"${item.replace(escaped, '\\$&')}"` : `"${item}"`
}

const [int8, timestamptz] = [20, 1184]

/** How a column of a type is read: bigint as a number (sequence numbers stay far below 2^53), timestamptz as the wire's ISO string. */
export function parserOf(oid: number): (text: string) => unknown {
  if (oid === int8) return Number
  if (oid === timestamptz) return isoOf
  return pg.types.getTypeParser(oid, 'text')
}

/** `2026-11-21 05:12:41.1234+00` → `2026-11-21T05:12:41.123Z`. */
function isoOf(text: string): string {
  const fraction = text.slice(20, -3).padEnd(3, '0').slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}
