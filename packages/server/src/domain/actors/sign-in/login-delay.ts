import { refusal } from '@tandem/contract'
import { type Reader, sql } from '../../../db/database.ts'
import { parameter } from '../../../db/parameters.ts'
import { loginAddresses } from '../../../db/tables/accounts/login-addresses.ts'
import { loginFailures } from '../../../db/tables/accounts/login-failures.ts'
import { deleteFrom, pick, write } from '../../../db/writes.ts'
import { countedAddress } from '../../../kernel/identity/client-address.ts'
import type { PrivateAct } from '../../../kernel/mutation.ts'

/**
 * Delays after wrong passwords; no account is ever locked for good, and accounts that do not exist are delayed alike. Specification:
 * reliability C4.
 *
 * - Per account and address, from the fifth failure on: 1 s, doubling up to 15 min. Others, at other addresses, are not delayed.
 * - Per account from all addresses together, from the 30th failure on: 1 s, doubling up to 1 min, because a guesser may have many
 *   addresses. Addresses from which the account signed in within 30 days are exempt, so that this does not lock out its owner.
 *
 * A day without failures forgets them. Kept in the database, so that the delays hold for every instance.
 */
export type LoginPlace = { account: string; address: string }

/** The keys under which failed logins are counted. `email` as typed, in lower case, whether or not an account has it. */
export const placeOfLogin = (email: string, address: string | null): LoginPlace => ({
  account: email,
  address: address === null ? 'unknown' : countedAddress(address),
})

/** The keys for a change of password by a signed-in person: its failures delay this web session only, and failed logins do not delay it. */
export const placeOfSession = (actorId: string, webSessionId: string): LoginPlace => ({
  account: actorId,
  address: `session ${webSessionId}`,
})

const freeFailures = { here: 4, everywhere: 29 }
const longestDelaySeconds = { here: 900, everywhere: 60 }

const findDelay = sql<{ retryAt: string | null }>(`select max(retry_at) as retry_at from (
    select retry_at from login_addresses where account = $1 and address = $2 and failures > ${freeFailures.here}
    union all
    select retry_at from login_failures where account = $1 and failures > ${freeFailures.everywhere}
      and not exists (select from login_addresses where account = $1 and address = $2 and signed_in_at > $3::timestamptz - interval '30 days')
  ) delays where retry_at > $3`)

const isForgotten = (now: string) => `f.retry_at < ${now} - interval '1 day'`
/** The values of a row that has one failure more. */
const oneMore = (now: string, free: number, longest: number) => ({
  failures: `case when ${isForgotten(now)} then 1 else f.failures + 1 end`,
  retryAt: `${now} + case when f.failures < ${free} or ${isForgotten(now)} then interval '0'
    else make_interval(secs => least(${longest}, power(2, least(f.failures - ${free}, 20)))) end`,
})

const place = { ...pick(loginAddresses, ['account', 'address']), now: parameter<string>('timestamptz') }
const countHere = write(place, ({ account, address, now }) => {
  const { failures, retryAt } = oneMore(now, freeFailures.here, longestDelaySeconds.here)
  return `insert into login_addresses as f (account, address, failures, retry_at, expires_at)
  values (${account}, ${address}, 1, ${now}, ${now} + interval '1 day')
  on conflict (account, address) do update set failures = ${failures}, retry_at = ${retryAt},
    expires_at = greatest(f.expires_at, ${retryAt} + interval '1 day')`
})
const countEverywhere = write({ ...pick(loginFailures, ['account']), now: parameter<string>('timestamptz') }, ({ account, now }) => {
  const { failures, retryAt } = oneMore(now, freeFailures.everywhere, longestDelaySeconds.everywhere)
  return `insert into login_failures as f (account, failures, retry_at) values (${account}, 1, ${now})
  on conflict (account) do update set failures = ${failures}, retry_at = ${retryAt}`
})

const forgetHere = deleteFrom(loginAddresses, { key: ['account', 'address'] })
const rememberHere = write(
  place,
  ({ account, address, now }) => `insert into login_addresses (account, address, failures, retry_at, signed_in_at, expires_at)
  values (${account}, ${address}, 0, ${now}, ${now}, ${now} + interval '30 days')
  on conflict (account, address) do update set failures = 0, retry_at = ${now}, signed_in_at = ${now}, expires_at = excluded.expires_at`,
)
const forgetEverywhere = deleteFrom(loginFailures, { key: ['account'] })
const forgetPlaces = write(
  { accounts: parameter<readonly string[]>('text[]') },
  ({ accounts }) => `delete from login_addresses where account = any (${accounts})`,
)

/** Throws rate_limited while a delay lasts; no password is checked meanwhile. */
export async function refuseWhileDelayed(read: Reader & { now: string }, { account, address }: LoginPlace): Promise<void> {
  const { retryAt = null } = (await read.row(findDelay, [account, address, read.now])) ?? {}
  if (retryAt === null) return
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(retryAt) - Date.parse(read.now)) / 1000))
  throw refusal('tooManyPasswords', { count: retryAfterSeconds }, { retryAfterSeconds })
}

type Writer = Pick<PrivateAct, 'send' | 'now'>

export function countFailedLogin(act: Writer, { account, address }: LoginPlace): void {
  // The account's row first: of two who fail at once from one address, both take the two locks in this order.
  act.send(countEverywhere({ account, now: act.now }))
  act.send(countHere({ account, address, now: act.now }))
}

/** A login that succeeded: its failures are forgotten, and its address is known from now on. */
export function rememberLogin(act: Writer, { account, address }: LoginPlace): void {
  act.send(forgetEverywhere({ account }))
  act.send(rememberHere({ account, address, now: act.now }))
}

export function countFailedChange(act: Writer, { account, address }: LoginPlace): void {
  act.send(countHere({ account, address, now: act.now }))
}

export function forgetFailedChanges(act: Pick<PrivateAct, 'send'>, { account, address }: LoginPlace): void {
  act.send(forgetHere({ account, address }))
}

/** Forgets the failed logins and the addresses of a person whose password was reset, or who was erased. */
export function forgetFailures(act: Pick<PrivateAct, 'send'>, person: { id: string; email: string | null }): void {
  const accounts = person.email === null ? [person.id] : [person.id, person.email]
  if (person.email !== null) act.send(forgetEverywhere({ account: person.email }))
  act.send(forgetPlaces({ accounts }))
}
