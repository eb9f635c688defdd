import { customType, timestamp } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A timestamptz whose values are ISO strings, as on the wire. */
export const instant = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true, mode: 'string' })
