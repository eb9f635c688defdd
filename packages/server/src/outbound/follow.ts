import type { Clock } from '../kernel/common/clock.ts'
import type { GetInput, Got } from './get.ts'
import type { Outbound } from './outbound.ts'

/** `timeoutMs`: the limit for all steps together. */
type Input = GetInput & { onlyPublic?: boolean }
type By = { outbound: Pick<Outbound, 'get'>; clock: Pick<Clock, 'now'> }

const mostRedirects = 3

/** An answer without an address, such as 304, leads nowhere. */
const leads = (location: string, from: string): boolean => location !== '' && URL.canParse(location, from)

/** A GET that follows redirects. Each step passes the guard anew. Null = too many redirects. */
export async function getThrough({ outbound, clock }: By, url: string, input: Input): Promise<Got | null> {
  const endsAtMs = clock.now() + input.timeoutMs
  let at = url
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const leftMs = Math.min(endsAtMs - clock.now(), input.timeoutMs)
    if (leftMs <= 0) return { problem: 'timeout' }
    const got = await outbound.get(at, { ...input, timeoutMs: leftMs })
    if ('problem' in got || got.status < 300 || got.status >= 400 || !leads(got.location, at)) return got
    at = new URL(got.location, at).href
  }
  return null
}
