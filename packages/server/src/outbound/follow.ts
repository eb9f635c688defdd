import type { GetInput, Got } from './get.ts'
import type { Outbound } from './outbound.ts'

type Input = GetInput & { onlyPublic?: boolean }

const mostRedirects = 3

/** An answer without an address, such as 304, leads nowhere. */
const leads = (location: string, from: string): boolean => location !== '' && URL.canParse(location, from)

/** A GET that follows redirects. Each step passes the guard anew. Null = too many redirects. */
export async function getThrough(outbound: Pick<Outbound, 'get'>, url: string, input: Input): Promise<Got | null> {
  let at = url
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const got = await outbound.get(at, input)
    if ('problem' in got || got.status < 300 || got.status >= 400 || !leads(got.location, at)) return got
    at = new URL(got.location, at).href
  }
  return null
}
