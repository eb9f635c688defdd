import { TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'

/**
 * Failed passwords of one account, known or not: from the fifth on each doubles the wait, 1 s to 15 min, and nobody is locked out
 * for good. A day of quiet forgets them. Kept in the database, so that it holds for every instance. Specification: reliability C4.
 */
const findDelay = sql<{ retry_at: string }>('select retry_at from login_failures where account = $1 and failures >= 5 and retry_at > $2')

const countOne = sql(`insert into login_failures as f (account, failures, retry_at) values ($1, 1, $2)
  on conflict (account) do update set
    failures = case when f.retry_at < $2::timestamptz - interval '1 day' then 1 else f.failures + 1 end,
    retry_at = $2::timestamptz + case
      when f.failures < 4 or f.retry_at < $2::timestamptz - interval '1 day' then interval '0'
      else make_interval(secs => least(900, power(2, least(f.failures - 4, 20)))) end`)

const forgetAll = sql('delete from login_failures where account = $1')

/** Throws rate_limited while the account has to wait; no password is looked at meanwhile. */
export async function refuseWhileDelayed(read: Reader & { now: string }, account: string): Promise<void> {
  const delay = await read.row(findDelay, [account, read.now])
  if (!delay) return
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(delay.retry_at) - Date.parse(read.now)) / 1000))
  throw new TandemError('rate_limited', `Too many wrong passwords for this account. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}

export function countFailure(act: Pick<PrivateAct, 'send' | 'now'>, account: string): void {
  act.send(countOne, [account, act.now])
}

export function forgetFailures(act: Pick<PrivateAct, 'send'>, account: string): void {
  act.send(forgetAll, [account])
}
