import type pg from 'pg'
import { brokenInvariants } from '../../src/administration/invariants.ts'

/** The broken invariants of a database; on a connection of its own, because it is one snapshot. */
export async function brokenIn({ pool }: { pool: pg.Pool }): Promise<string[]> {
  const client = await pool.connect()
  return await brokenInvariants(client).finally(() => client.release())
}
