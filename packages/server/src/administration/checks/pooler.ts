import { type Pooling, poolingOf } from '../../db/servers/pooler.ts'
import { perTransaction, remedyPerTransaction } from '../../storage.ts'
import { type Check, fail, ok } from './check.ts'

/** Whether DATABASE_URL leads to PostgreSQL itself. */
export const pooler: Check = {
  name: 'pooler',
  async run({ client, config }) {
    if (!client || config.DATABASE_URL === undefined) return []
    return findings[await poolingOf(client, { connectionString: config.DATABASE_URL })]
  },
}

const findings: Record<Pooling, Awaited<ReturnType<Check['run']>>> = {
  none: [],
  session: [ok('DATABASE_URL points to a pooler that gives each session its own connection')],
  transaction: [fail(perTransaction, remedyPerTransaction)],
}
