import type { Database } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { deliveries } from '../../db/tables/agents/deliveries.ts'
import { returning, write } from '../../db/writes.ts'
import { type Clock, iso } from '../../kernel/common/clock.ts'
import { renewEveryMs } from '../leases.ts'
import { type Claim, leaseMs } from './claim.ts'

/** Extends the leases of claimed deliveries until their attempts have ended. */
export type DeliveryLeases = {
  enter(claim: Claim): void
  leave(claim: Claim): void
  /** Renews the leases of attempts that have been under way for a while. */
  renew(): Promise<void>
  /** Renews leases before a claim: after a pause of the process they may have expired. */
  renewLate(): Promise<void>
}

/**
 * Only while the end of the lease is the one we know: after that the delivery is settled, or another instance has it. Locked rows are
 * skipped: they are just being settled or paused, by statements that lock in other orders. 'pending' is a parameter for the reason that
 * outcomes.ts gives.
 */
const renewLeases = write(
  {
    ids: parameter<readonly string[]>('uuid[]'),
    attempts: parameter<readonly number[]>('int[]'),
    leaseEnds: parameter<readonly string[]>('timestamptz[]'),
    until: deliveries.nextAttemptAt,
    state: deliveries.state,
  },
  ({ ids, attempts, leaseEnds, until, state }) => `with held as (
    select d.id from deliveries d join unnest(${ids}, ${attempts}, ${leaseEnds}) as h(id, attempt, lease_end) on h.id = d.id
    where d.id = any (${ids}) and d.attempts = h.attempt and d.next_attempt_at = h.lease_end and d.state = ${state}
    for no key update of d skip locked
  )
  update deliveries d set next_attempt_at = ${until} from held where d.id = held.id returning d.id`,
  returning<{ id: string }>(),
)

export function createDeliveryLeases({ database, clock }: { database: Database; clock: Clock }): DeliveryLeases {
  const held = new Set<Claim>()
  let renewing: Promise<void> | null = null

  return {
    enter: (claim) => void held.add(claim),
    leave: (claim) => void held.delete(claim),
    renew: () => renewOlderThan(renewEveryMs),
    renewLate: () => renewOlderThan(2 * renewEveryMs),
  }

  /** One at a time: two would not know of each other's end of a lease. */
  function renewOlderThan(ageMs: number): Promise<void> {
    renewing ??= renewAll(ageMs).finally(() => {
      renewing = null
    })
    return renewing
  }

  async function renewAll(ageMs: number): Promise<void> {
    const leaseEndMs = clock.now() + leaseMs
    const old = [...held].filter((claim) => claim.leaseEndMs <= leaseEndMs - ageMs)
    if (old.length === 0) return
    const rows = await database.rows(
      renewLeases({
        ids: old.map(({ deliveryId }) => deliveryId),
        attempts: old.map(({ attempt }) => attempt),
        leaseEnds: old.map((claim) => iso(claim.leaseEndMs)),
        until: iso(leaseEndMs),
        state: 'pending',
      }),
    )
    const renewed = new Set(rows.map(({ id }) => id))
    for (const claim of old) if (renewed.has(claim.deliveryId)) claim.leaseEndMs = leaseEndMs
  }
}
