import { refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { registrations } from '../../db/tables/accounts/registrations.ts'
import { pick, returning, write } from '../../db/writes.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
import { countedAddress, isLoopbackAddress } from '../../kernel/identity/client-address.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'

/**
 * How often an address may try to register, and how often people may by invitations of one person, and by one invitation, within a day of
 * the first try. Loopback addresses are not counted: behind a proxy on the same machine without TRUST_PROXY, all clients have one.
 */
const windowHours = 24
/** Of one invitation: a holder of its link must not use up the tries of the inviter. */
const mostTries = 10

const countOne = write(
  { ...pick(registrations, ['address']), now: parameter<string>('timestamptz') },
  ({ address, now }) => `insert into registrations as r (address, registered, ends_at)
  values (${address}, 1, ${now} + interval '${windowHours} hours')
  on conflict (address) do update set
    registered = case when r.ends_at <= ${now} then 1 else r.registered + 1 end,
    ends_at = case when r.ends_at <= ${now} then excluded.ends_at else r.ends_at end
  returning registered, ends_at`,
  returning<{ registered: number; endsAt: string }>(),
)

export type Counting = Pick<PrivateAct<never>, 'address' | 'policy' | 'now' | 'row'>

/** Counts a try without an invitation; its row is the lock. Throws rate_limited. */
export async function countRegistration(act: Counting): Promise<void> {
  const { address, policy } = act
  if (address === null || isLoopbackAddress(address)) return
  await count(act, { of: countedAddress(address), limit: policy.registrationsPerAddress, reason: 'registeredOften' })
}

const readPerson = sql<{ id: string }>('select coalesce(owner_actor_id, id) as id from actors where id = $1')

/**
 * Counts a try with an invitation, or a newcomer of a provider, for the inviter together with their agents: otherwise invitations would
 * bypass every limit. In a transaction nothing was counted once it throws.
 */
export async function countInvited(act: Counting, invitedBy: string): Promise<void> {
  const person = (await act.row(readPerson, [invitedBy]))?.id ?? invitedBy
  // Counted in the same table: no address begins with `inviter` or `invitation`.
  await count(act, { of: `inviter ${person}`, limit: act.policy.registrationsPerInviter, reason: 'invitedOften' })
}

/** Counts a try with this link. */
export async function countOfInvitation(act: Counting, token: string): Promise<void> {
  await count(act, { of: `invitation ${hashOfSecret(token).toString('hex')}`, limit: mostTries, reason: 'invitationTriedOften' })
}

type Counted = { of: string; limit: number | null; reason: 'registeredOften' | 'invitedOften' | 'invitationTriedOften' }

async function count(act: Counting, { of, limit, reason }: Counted): Promise<void> {
  if (limit === null) return
  const { now } = act
  const row = await act.row(countOne({ address: of, now }))
  if (!row || row.registered <= limit) return
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(row.endsAt) - Date.parse(now)) / 1000))
  throw refusal(reason, { count: limit, seconds: retryAfterSeconds }, { retryAfterSeconds, details: { limit } })
}
