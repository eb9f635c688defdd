import { setTimeout as elapsed } from 'node:timers/promises'
import { fieldRefusal, TandemError } from '@tandem/contract'
import { addressPolicy } from './addresses.ts'
import { type GetInput, type Got, getFrom } from './get.ts'
import { type Connection, connectionTo, type Posted, type PostInput, postTo, type Resolve } from './post.ts'
import { askNameServers, askSystemToo, atMost } from './resolve.ts'
import { allowedAmong, knownAddresses, type Target, targetOf } from './target.ts'

/** The only way for outgoing calls to addresses that users give. Specification: decisions §5, reliability W2–W5. */
export type Outbound = {
  /** At registration. Throws validation for an address that is never permitted; a name that does not resolve now may do so later. */
  checkUrl(url: string, field?: string): Promise<void>
  /** Never throws. A blocked address never opens a connection. */
  post(url: string, input: PostInput): Promise<Posted>
  /** The same for several POSTs to a URL, one after the other, on one connection. */
  connect(url: string): Connection
  /**
   * Never throws. Blocked addresses are refused as for `post`; `onlyPublic` also refuses those that the operator permits, because the
   * caller shows the result.
   */
  get(url: string, input: GetInput & { onlyPublic?: boolean }): Promise<Got>
}

/** A name that takes longer to resolve, or comes while so many are, is let through: delivery checks it again, within its own limits. */
const [registrationWaitMs, registrationsAtOnce] = [2_000, 32]

const blocked: Posted = { status: null, errorClass: 'blocked', retryAfter: null, isPublic: false, bodyExcerpt: '' }

export function createOutbound(settings: { allowPrivate: boolean; allowed: string; resolve?: Resolve }): Outbound {
  const policy = addressPolicy(settings)
  const publicPolicy = addressPolicy({ allowPrivate: false, allowed: '' })
  const resolve = settings.resolve ?? ((host) => (settings.allowPrivate || policy.names(host) ? askSystemToo(host) : askNameServers(host)))
  const resolveNow = atMost(registrationsAtOnce, resolve)
  return {
    async checkUrl(url, field = 'url') {
      const target = targetOf(url)
      if ('problem' in target) throw fieldRefusal(field, target.problem)
      const addresses = knownAddresses(target) ?? (await addressesNow(target, resolveNow))
      if (addresses.length > 0 && allowedAmong(policy, target.host, addresses).length === 0) throw fieldRefusal(field, 'addressInner')
    },
    async post(url, input) {
      const target = targetOf(url)
      if ('problem' in target) return blocked
      return postTo(target, input, { policy, resolve })
    },
    connect(url) {
      const target = targetOf(url)
      if ('problem' in target) return { post: async () => blocked, close() {} }
      return connectionTo(target, { policy, resolve })
    },
    async get(url, { onlyPublic = false, ...input }) {
      const target = targetOf(url)
      if ('problem' in target) return { problem: 'blocked' }
      return getFrom(target, input, { policy: onlyPublic ? publicPolicy : policy, resolve: resolveNow })
    },
  }
}

/**
 * Whether an address may be stored for later calls: checked before a transaction, because names are resolved. The handler throws the
 * returned refusal once it knows that the caller may ask.
 */
export async function refusalOf(outbound: Outbound, url: string | null | undefined, field = 'url'): Promise<TandemError | null> {
  if (url === undefined || url === null) return null
  try {
    await outbound.checkUrl(url, field)
    return null
  } catch (error) {
    if (error instanceof TandemError) return error
    throw error
  }
}

async function addressesNow({ host }: Target, resolve: Resolve): Promise<readonly string[]> {
  const late = new AbortController()
  try {
    return await Promise.race([resolve(host), elapsed(registrationWaitMs, [], { signal: late.signal, ref: false })])
  } catch {
    return []
  } finally {
    late.abort()
  }
}
