import { sql } from '../../db/database.ts'
import type { TargetMutation } from '../../kernel/mutation.ts'
import { advance, onCard } from './advance.ts'
import { failSession } from './end.ts'

/**
 * A lease that expires gives its session back to the queue, under a new generation: what held it writes nothing more. A card that three
 * leases have expired on is no card for another try. Specification: beyond §3.
 */
type Tx = TargetMutation<'agent_session.log' | 'agent_session.failed', 'session'>

const mostExpiries = 3
const page = 100

/** `$1` now. */
export const expired = {
  due: sql<{ id: string }>(`select id from sessions where lease_expires_at <= $1 order by lease_expires_at limit ${page}`),
  page,
}

/** False when the lease has been extended meanwhile. */
export async function expireLease(tx: Tx): Promise<boolean> {
  const { target: session } = tx
  const { leaseExpiresAt, leaseGeneration, state } = session
  if (state !== 'working' || leaseExpiresAt === null || leaseGeneration === null || leaseExpiresAt > tx.now) return false
  const at = await onCard(tx, session)
  if (session.stopRequestedAt !== null) failSession(tx, at, 'loseForGood', 'stopped')
  else if (leaseGeneration >= mostExpiries) failSession(tx, at, 'loseForGood', 'lease_expired', [at.card.delegatedBy, session.onBehalfOf])
  else giveBack(tx, at, leaseGeneration + 1)
  return true
}

function giveBack(tx: Tx, at: Awaited<ReturnType<typeof onCard>>, generation: number): void {
  const payload = { type: 'lease_expired', generation }
  advance(tx, at, 'loseLease', {
    columns: () => ({ leaseGeneration: generation }),
    body: () => payload,
    payload: () => ({ payload }),
  })
}
