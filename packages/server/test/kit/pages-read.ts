import type pg from 'pg'
import type { Value } from '../../src/db/database.ts'
import { encodeValue } from '../../src/db/values.ts'
import type { SentStatement } from './sent-statements.ts'

/** Counts the pages that a statement reads with a generic plan, as in the service. Rolls its changes back. */
export async function pagesRead(client: pg.Client, { text, values }: SentStatement): Promise<number> {
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query('begin')
  try {
    await client.query(`prepare heard as ${text}`)
    const given = values.length === 0 ? '' : `(${values.map((value) => literal(client, value)).join(', ')})`
    const { rows } = await client.query(`explain (analyze, buffers, format json) execute heard ${given}`)
    const { Plan: plan } = rows[0]['QUERY PLAN'][0]
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

function literal(client: pg.Client, value: Value): string {
  if (value === null) return 'null'
  const encoded = encodeValue(value)
  return client.escapeLiteral(Buffer.isBuffer(encoded) ? `\\x${encoded.toString('hex')}` : String(encoded))
}
