import type { LookupAddress, LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector, Client } from 'undici'
import type { AddressPolicy } from './addresses.ts'
import { BlockedAddress, type ErrorClass } from './errors.ts'
import { exchange, textOf } from './exchange.ts'
import { allowedAmong, knownAddresses, type Target } from './target.ts'

/** Asks for the addresses of a name, once per connection. */
export type Resolve = (host: string) => Promise<readonly string[]>

export type PostInput = {
  headers: Record<string, string>
  body: string | Buffer
  /** The limit for the whole exchange. */
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
/** A POST on a connection that the receiver had closed before is reset within this time; a later reset is its answer to the POST. */
const closedWithinMs = 1_000

/** POSTs to one URL, one after the other, on a connection that is theirs alone. */
export type Connection = {
  /** Never throws. */
  post(input: PostInput): Promise<Posted>
  close(): void
}

type Opened = { client: Client; reached: { isPublic: boolean } }

/**
 * One POST on a connection of its own, so that no socket outlives the check of its address. Never throws, follows no redirect, uses no
 * proxy. Specification: reliability W3 and W5.
 */
export function postTo(target: Target, input: PostInput, by: { policy: AddressPolicy; resolve: Resolve }): Promise<Posted> {
  return postBy(open(target, input, by, 0), target, input)
}

/** For a few POSTs in a row: connecting takes more CPU than a small POST. Each new connection checks its address anew. */
export function connectionTo(target: Target, by: { policy: AddressPolicy; resolve: Resolve }): Connection {
  let opened: Opened | null = null
  return {
    async post(input) {
      const isUsed = opened !== null
      const startMs = performance.now()
      const posted = await postOnce(input)
      const tookMs = Math.ceil(performance.now() - startMs)
      // A receiver may close a connection after an answer without saying so. What it does twice it knows by the delivery id.
      const wasClosed = isUsed && posted.errorClass === 'reset' && tookMs < closedWithinMs
      return wasClosed ? postOnce({ ...input, timeoutMs: input.timeoutMs - tookMs }) : posted
    },
    close() {
      opened?.client.destroy(null, () => {})
      opened = null
    },
  }

  async function postOnce(input: PostInput): Promise<Posted> {
    opened ??= open(target, input, by, 1)
    const { client } = opened
    const posted = await postBy(opened, target, input, true)
    if (client.destroyed) opened = null
    return posted
  }
}

function open(target: Target, input: PostInput, by: { policy: AddressPolicy; resolve: Resolve }, pipelining: 0 | 1): Opened {
  const { timeoutMs } = input
  const reached = { isPublic: false }
  const connect = guardedConnector(target, input.connectTimeoutMs, by, reached)
  return { reached, client: new Client(target.url.origin, { connect, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, pipelining }) }
}

async function postBy({ client, reached }: Opened, { url }: Target, input: PostInput, keepOpen = false): Promise<Posted> {
  const { timeoutMs, readAtMostBytes: atMostBytes, headers, body, signal } = input
  const request = { method: 'POST' as const, path: url.pathname + url.search, headers, body }
  const answer = await exchange(client, request, { timeoutMs, atMostBytes, signal, keepOpen })
  if ('problem' in answer) return { status: null, errorClass: answer.problem, retryAfter: null, ...reached, bodyExcerpt: '' }
  const retryAfter = textOf(answer.headers['retry-after'])
  // The status alone decides, so an error in the body is no failure.
  return { status: answer.status, retryAfter, ...reached, bodyExcerpt: answer.body.subarray(0, excerptBytes).toString('utf8') }
}

/** Checks the address three times: a literal (for which Node makes no lookup), the resolved addresses, and the connected one. */
export function guardedConnector(
  target: Target,
  timeout: number,
  by: { policy: AddressPolicy; resolve: Resolve },
  reached: { isPublic: boolean },
): buildConnector.connector {
  const { policy } = by
  const lookup = target.literal === null ? { lookup: pinnedLookup(target, by) } : {}
  const connect = buildConnector({ ...lookup, autoSelectFamily: true, timeout, maxCachedSessions: 0 })
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

/** Resolves once and gives Node only permitted addresses. Node asks for all addresses because of `autoSelectFamily`. */
function pinnedLookup(target: Target, { policy, resolve }: { policy: AddressPolicy; resolve: Resolve }): LookupFunction {
  return callbackify(async (_hostname: string, _options: LookupOptions): Promise<LookupAddress[]> => {
    const { host } = target
    const kept = allowedAmong(policy, host, knownAddresses(target) ?? (await resolve(host)))
    if (kept.length === 0) throw new BlockedAddress(host)
    return kept.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  })
}
