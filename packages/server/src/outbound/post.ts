import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector, Client } from 'undici'
import type { AddressPolicy } from './addresses.ts'
import { BlockedAddress, type ErrorClass, errorClassOf } from './errors.ts'
import { allowedAmong, knownAddresses, type Target } from './target.ts'

/** Asks for the addresses of a name, once per connection. */
export type Resolve = (host: string) => Promise<readonly string[]>

export type PostInput = {
  headers: Record<string, string>
  body: string
  /** For the whole exchange. */
  timeoutMs: number
  connectTimeoutMs: number
  /** The rest of an answer is not waited for: the socket is destroyed. */
  readAtMostBytes: number
  signal?: AbortSignal
}

/** `status` null = no answer came, and `errorClass` says why. `isPublic`: it came from an address on the public internet. */
export type Posted = {
  status: number | null
  errorClass?: ErrorClass
  retryAfter: string | null
  isPublic: boolean
  bodyExcerpt: string
}

const excerptBytes = 1_024

/**
 * One POST on a connection of its own, so that no socket outlives the check of its address. Never throws, follows no redirect, uses no
 * proxy. Specification: reliability W3 and W5.
 */
export async function postTo(target: Target, input: PostInput, by: { policy: AddressPolicy; resolve: Resolve }): Promise<Posted> {
  const deadline = AbortSignal.timeout(input.timeoutMs)
  const signal = input.signal ? AbortSignal.any([deadline, input.signal]) : deadline
  const reached = { isPublic: false }
  const client = new Client(target.url.origin, {
    connect: guardedConnector(target, input.connectTimeoutMs, by, reached),
    headersTimeout: input.timeoutMs,
    bodyTimeout: input.timeoutMs,
    pipelining: 0,
  })
  try {
    const { pathname, search } = target.url
    const answer = await client.request({ method: 'POST', path: pathname + search, headers: input.headers, body: input.body, signal })
    const retryAfter = answer.headers['retry-after']
    const bodyExcerpt = await readExcerpt(answer.body, input.readAtMostBytes)
    return { status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null, ...reached, bodyExcerpt }
  } catch (error) {
    const errorClass = errorClassOf(signal.aborted ? signal.reason : error)
    return { status: null, errorClass, retryAfter: null, ...reached, bodyExcerpt: '' }
  } finally {
    client.destroy().catch(() => {})
  }
}

/** The status alone decides, so whatever becomes of the body is no failure. */
async function readExcerpt(body: AsyncIterable<Buffer> & { on(event: 'error', listener: () => void): unknown }, most: number) {
  const kept: Buffer[] = []
  let length = 0
  body.on('error', () => {})
  try {
    for await (const chunk of body) {
      if (length < excerptBytes) kept.push(chunk)
      length += chunk.length
      if (length >= most) break
    }
  } catch {
    // Cut off: the excerpt is what came.
  }
  return Buffer.concat(kept).subarray(0, excerptBytes).toString('utf8')
}

/** Checks the address three times: a literal (for which Node asks no lookup), what the name resolves to, and what is connected to. */
export function guardedConnector(
  target: Target,
  timeout: number,
  by: { policy: AddressPolicy; resolve: Resolve },
  reached: { isPublic: boolean },
): buildConnector.connector {
  const { policy } = by
  const connect = buildConnector({ lookup: pinnedLookup(target, by), autoSelectFamily: true, timeout, maxCachedSessions: 0 })
  return (options, callback) => {
    if (target.literal !== null && !policy.allows(target.literal, target.host)) return callback(new BlockedAddress(target.host), null)
    connect(options, (...outcome) => {
      const [error, socket] = outcome
      if (error) return callback(error, null)
      const address = socket.remoteAddress ?? ''
      reached.isPublic = policy.isPublic(address)
      if (policy.allows(address, target.host)) return callback(null, socket)
      socket.destroy()
      callback(new BlockedAddress(target.host), null)
    })
  }
}

/** Resolves once and hands Node only what may be reached. Node asks for all addresses because of `autoSelectFamily`. */
function pinnedLookup(target: Target, { policy, resolve }: { policy: AddressPolicy; resolve: Resolve }): LookupFunction {
  return callbackify(async (_hostname: string, _options: LookupOptions): Promise<LookupAddress[]> => {
    const { host } = target
    const kept = allowedAmong(policy, host, knownAddresses(target) ?? (await resolve(host)))
    if (kept.length === 0) throw new BlockedAddress(host)
    return kept.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  })
}
