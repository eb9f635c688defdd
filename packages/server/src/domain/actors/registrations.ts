import { refusal } from '@tandem/contract'
import { parameter } from '../../db/parameters.ts'
import { registrations } from '../../db/tables/registrations.ts'
import { pick, returning, write } from '../../db/writes.ts'
import { countedAddress, isLoopbackAddress } from '../../kernel/identity/client-address.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'

/**
 * How many accounts an address may register within a day of the first. Loopback addresses are not counted: behind a proxy on the same
 * machine without TRUST_PROXY, everybody has one.
 */
const windowHours = 24

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

/** Counts a registration; its row is the lock. Throws rate_limited, and then nothing was counted. */
export async function countRegistration(act: PrivateAct<never>): Promise<void> {
  const { address, policy, now } = act
  const limit = policy.registrationsPerAddress
  if (limit === null || address === null || isLoopbackAddress(address)) return
  const row = await act.row(countOne({ address: countedAddress(address), now }))
  if (!row || row.registered <= limit) return
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(row.endsAt) - Date.parse(now)) / 1000))
  throw refusal('registeredOften', { count: limit, seconds: retryAfterSeconds }, { retryAfterSeconds, details: { limit } })
}
