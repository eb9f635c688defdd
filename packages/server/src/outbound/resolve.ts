import { lookup, Resolver } from 'node:dns/promises'
import type { Resolve } from './post.ts'

/** Limits for the look-up of one name, below the time that a connection may take. */
const [lookUpMs, tryMs, tries] = [3_000, 1_200, 2]

/**
 * Asks the name servers without getaddrinfo, which holds one of the four threads that files and passwords share for as long as the name
 * server of a caller's choice says nothing.
 */
export const askNameServers: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: tryMs, tries })
  const late = setTimeout(() => resolver.cancel(), lookUpMs)
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason
    return addresses
  } finally {
    clearTimeout(late)
  }
}

const silence = new Set(['ETIMEOUT', 'ECANCELLED'])

/** For names that the operator permits: only the system knows those of the hosts file and of search domains. */
export const askSystemToo: Resolve = async (host) => {
  try {
    return await askNameServers(host)
  } catch (error) {
    if (silence.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    return (await lookup(host, { all: true })).map(({ address }) => address)
  }
}

/** Fails at once when too many look-ups are under way: a waiting one would take the capacity that the next one needs. */
export function atMost(atOnce: number, resolve: Resolve): Resolve {
  let underWay = 0
  return async (host) => {
    if (underWay >= atOnce) throw new Error('too many names are being resolved')
    underWay += 1
    try {
      return await resolve(host)
    } finally {
      underWay -= 1
    }
  }
}
