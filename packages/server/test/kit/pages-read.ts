import type pg from 'pg'
import { sessionSettings, type Value } from '../../src/db/database.ts'
import { encodeValue } from '../../src/db/values.ts'
import type { SentStatement } from './sent-statements.ts'

/** A step of an executed plan. Rows are those of one loop. */
export type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** Executes a statement with a generic plan and the settings of the service's connections, and rolls its changes back. */
export async function planOf(client: pg.Client, { text, values }: SentStatement): Promise<PlanNode> {
  for (const setting of sessionSettings) await client.query(`set ${setting.replace('=', ' to ')}`)
  await client.query('begin')
  try {
    await client.query(`prepare heard as ${text}`)
    const given = values.length === 0 ? '' : `(${values.map((value) => literal(client, value)).join(', ')})`
    const { rows } = await client.query(`explain (analyze, buffers, format json) execute heard ${given}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

/** The pages that a statement reads. */
export async function pagesRead(client: pg.Client, statement: SentStatement): Promise<number> {
  const plan = await planOf(client, statement)
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

/** The most rows of a table that one step of the plan reads in all its loops. */
export function mostRowsRead(plan: PlanNode, table: string): number {
  const own = plan['Relation Name'] === table ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0
  return Math.max(own, ...(plan.Plans ?? []).map((step) => mostRowsRead(step, table)))
}

function literal(client: pg.Client, value: Value): string {
  if (value === null) return 'null'
  const encoded = encodeValue(value)
  return client.escapeLiteral(Buffer.isBuffer(encoded) ? `\\x${encoded.toString('hex')}` : String(encoded))
}
