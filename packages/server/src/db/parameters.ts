import { Column, type GetColumnData } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Value } from './values.ts'

/** A parameter that is not a column, such as the increment of a counter. `type` is that of PostgreSQL. */
export type Parameter<T extends Value> = { readonly type: string; readonly value?: T }

export const parameter = <T extends Value>(type: string): Parameter<T> => ({ type })

/** The parameters of a statement by name, in their order. */
export type Takes = Readonly<Record<string, PgColumn | Parameter<Value>>>

export type ValuesOf<T extends Takes> = { readonly [Name in keyof T]: ValueOf<T[Name]> }
type ValueOf<P> = P extends PgColumn ? ReadonlyList<GetColumnData<P>> : P extends Parameter<infer T> ? T : never
type ReadonlyList<T> = T extends (infer Item)[] ? readonly Item[] : T

export const typeOf = (taken: Takes[string]): string => (taken instanceof Column ? taken.getSQLType() : taken.type)

export const isListType = (type: string): boolean => type.endsWith(']')

/** A column encodes as it is declared: JSON as text, for example. */
export function encode(taken: Takes[string], value: unknown): Value {
  if (value === null || value === undefined) return null
  return (taken instanceof Column ? taken.mapToDriverValue(value) : value) as Value
}

/** `boardId` → `board_id`. */
export const nameInSql = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
