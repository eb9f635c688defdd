import type { BoardTree } from '@tandem/contract'

export type FieldOfBoard = BoardTree['fields'][number]
export type Value = string | number | boolean

/** Parses a text as the value of a field: null clears it, undefined is invalid. */
type Reader = (text: string) => Value | null | undefined

const orNull =
  (read: Reader): Reader =>
  (text) =>
    text.trim() === '' ? null : read(text.trim())

/** The parsers of typed values, by type of field. Numbers take a comma as well as a point. */
export const readers: Record<string, Reader> = {
  text: (text) => (text.trim() === '' ? null : text),
  number: orNull((text) => (/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text.replace(',', '.')) : undefined)),
  url: orNull((text) => (isWebAddress(text) ? text : undefined)),
}

export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}

export const isValue = (value: unknown): value is Value => ['string', 'number', 'boolean'].includes(typeof value)
