import { type Reader, sql } from '../../db/database.ts'

const readTimeZone = sql<{ timezone: string }>('select timezone from actors where id = $1')

/** The time zone in which an actor's days begin. Specification: decisions §2. */
export async function timeZoneOf(reader: Reader, actorId: string): Promise<string> {
  return (await reader.row(readTimeZone, [actorId]))?.timezone ?? 'UTC'
}
