import { systemActorId } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import type { TargetMutation } from '../../../kernel/mutation.ts'
import { advance, onCard } from '../advance.ts'
import { failSession } from '../end.ts'

/**
 * A lease that expires gives its session back to the queue, under a new generation: what held it writes nothing more. A card that three
 * leases have expired on since a person did anything there is no card for another try, in another session neither. Specification: beyond §3.
 */
type Tx = TargetMutation<'agent_session.log' | 'agent_session.failed', 'session'>

const mostExpiries = 3
const page = 100

/** `$1` board, `$2` card, `$3` the service: how many leases it has taken back since the last act of a person. */
const expiredOnCard = sql<{ count: number }>(`select count(*)::int as count from (
    select from activities a where a.board_id = $1 and a.card_id = $2 and a.verb = 'agent_session.log' and a.actor_id = $3
      and a.payload->'payload'->>'type' = 'lease_expired'
      and a.id > coalesce((select p.id from activities p join actors h on h.id = p.actor_id and h.kind = 'human' and h.id <> $3
        where p.board_id = $1 and p.card_id = $2 order by p.id desc limit 1), '00000000-0000-0000-0000-000000000000')
    limit ${mostExpiries}) expired`)

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
  const before = (await tx.row(expiredOnCard, [session.boardId, session.cardId, systemActorId]))?.count ?? 0
  if (session.stopRequestedAt !== null) failSession(tx, at, 'loseForGood', 'stopped')
  else if (before + 1 >= mostExpiries) failSession(tx, at, 'loseForGood', 'lease_expired', [at.card.delegatedBy, session.onBehalfOf])
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
