import { refusal, TandemError } from '@tandem/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPublicProfile } from '../../config/derived.ts'
import type { Config } from '../../config.ts'
import type { Attempts } from '../../kernel/identity/authenticate.ts'
import { countedAddress } from '../../kernel/identity/client-address.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import { createConcurrencyLimit } from '../../kernel/limits/concurrency-limit.ts'
import type { Verdict } from '../../kernel/limits/rate-limit.ts'
import type { NewWebSession } from '../../kernel/reply.ts'
import type { HttpDeps } from './deps.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** When its credential was checked. */
    admittedAtMs: number
    /** Its cookie is unknown, as too many from this address were: the refusal where a credential is needed. */
    tooManyUnknown?: Verdict
  }
  interface FastifyContextConfig {
    /** Logins and registrations share a bucket per address. */
    authBucket?: boolean
    /** For health probes: no credential is read, no bucket is charged, and any Host is taken. The answer must tell nothing. */
    anyone?: boolean
  }
}

export const sessionCookie = 'kb_session'
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Checks credential, origin and rate limit before the body is read. */
export function admit(deps: HttpDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.principal = null
    request.admittedAtMs = deps.clock.now()
    if (request.routeOptions.config.anyone) return
    request.principal = await principalOf(deps, request, reply)
    if (!safeMethods.has(request.method) && request.principal?.credential.method !== 'token') refuseForeignOrigin(deps.config, request)
    await limitRate(deps, request, reply)
  }
}

/** An ended credential works no longer than this. */
const admittedForMs = 1_000

/** Checks the credential again after a slow body: it may have ended since the headers. Signing in needs none. */
export async function admitAgain({ authenticator, clock }: HttpDeps, request: FastifyRequest): Promise<void> {
  const { principal, admittedAtMs, method, routeOptions } = request
  if (!principal || safeMethods.has(method) || routeOptions.config.authBucket) return
  if (clock.now() - admittedAtMs <= admittedForMs) return
  if (await authenticator.renewed(principal)) return
  if (principal.credential.method === 'token') throw refusal('tokenEndedMeanwhile')
  throw refusal('signedOutMeanwhile')
}

/** Limits for look-ups after too many unknown credentials from any address. */
const [lookUpsAtOnce, mostWaiting] = [2, 200]
export const limitedLookUp = createConcurrencyLimit(lookUpsAtOnce, mostWaiting)

/** Unknown credentials have a bucket per address; the one over it is refused. */
export function attemptsOf({ limiter }: Pick<HttpDeps, 'limiter'>, request: FastifyRequest, reply: FastifyReply): Attempts {
  // Read now, since a closed connection has no address. The key for counting is computed only when it is needed.
  const { ip } = request
  return {
    async lookUp(question) {
      const verdict = await limiter.peek('authFailure', countedAddress(ip))
      return verdict?.allowed === false ? limitedLookUp(question) : question()
    },
    async failed() {
      const verdict = await limiter.take('authFailure', countedAddress(ip))
      if (verdict?.allowed === false) obey(verdict, reply)
    },
  }
}

/** For an operation that a secret in the path authorises: an unknown secret counts as an unknown credential. */
export async function withSecretInPath<T>(
  deps: Pick<HttpDeps, 'limiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
  act: () => Promise<T>,
): Promise<T> {
  const attempts = attemptsOf(deps, request, reply)
  try {
    return await attempts.lookUp(act)
  } catch (error) {
    if (error instanceof TandemError && error.code === 'not_found') await attempts.failed()
    throw error
  }
}

/** An Authorization header decides alone: a bearer that is invalid never falls back to a cookie. */
async function principalOf(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<Principal | null> {
  const { authorization } = request.headers
  const attempts = attemptsOf(deps, request, reply)
  if (authorization !== undefined) {
    return deps.authenticator.byToken(bearerIn(authorization), attempts)
  }
  const secret = request.cookies[sessionCookie]
  if (!secret) return null
  const session = await deps.authenticator.bySession(secret, { ...attempts, failed: () => noteUnknownCookie(deps, request) })
  if (session?.renewedUntil) setSessionCookie(deps.config, request, reply, { secret, expiresAt: session.renewedUntil })
  return session?.principal ?? null
}

/** Browsers keep a cookie that has ended: it must not keep its owner from the pages and from signing in, which need none. */
async function noteUnknownCookie({ limiter }: HttpDeps, request: FastifyRequest): Promise<void> {
  const verdict = await limiter.take('authFailure', countedAddress(request.ip))
  if (verdict?.allowed === false) request.tooManyUnknown = verdict
}

/** rate_limited in place of a refusal for want of a credential, when the address has sent too many unknown cookies. */
export function refusalOfCookie({ tooManyUnknown }: FastifyRequest, reply: FastifyReply, refusal: TandemError): TandemError {
  if (refusal.code !== 'unauthorized' || !tooManyUnknown) return refusal
  showBucket(tooManyUnknown, reply)
  return tooManyRequests(tooManyUnknown)
}

/** The token in the header Authorization. Throws invalid_token. */
export function bearerIn(authorization: string): string {
  const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  if (token === undefined) throw refusal('authorizationUnfit')
  return token
}

export function setSessionCookie(config: Config, request: FastifyRequest, reply: FastifyReply, session: NewWebSession): void {
  const { secret, expiresAt } = session
  reply.setCookie(sessionCookie, secret, { ...cookieFlags(config, request), expires: new Date(expiresAt) })
}

export function clearSessionCookie(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, cookieFlags(config, request))
}

function cookieFlags(config: Config, request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isPublicProfile(config) || request.protocol === 'https' } as const
}

/** Cross-site request forgery: a browser says where a request comes from, and we believe only ourselves. */
export function refuseForeignOrigin(config: Config, request: FastifyRequest): void {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  const foreignOrigin = origin !== undefined && !ownOrigins(config, host).includes(origin)
  if (foreignSite || foreignOrigin) {
    throw refusal('originForeign')
  }
}

function ownOrigins(config: Config, host: string | undefined): string[] {
  if (config.PUBLIC_URL) return [new URL(config.PUBLIC_URL).origin]
  return host === undefined ? [] : [`http://${host}`, `https://${host}`]
}

export async function limitRate({ limiter }: Pick<HttpDeps, 'limiter'>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { principal } = request
  if (request.routeOptions.config.authBucket) obey(await limiter.take('auth', countedAddress(request.ip)), reply)
  else if (principal?.credential.method === 'token') obey(await limiter.take('token', principal.credential.id), reply)
  else if (principal) obey(await limiter.take('session', principal.actorId), reply)
}

export function obey(verdict: Verdict | null, reply: FastifyReply): void {
  if (!verdict) return
  showBucket(verdict, reply)
  if (!verdict.allowed) throw tooManyRequests(verdict)
}

function showBucket({ limit, remaining, resetSeconds }: Verdict, reply: FastifyReply): void {
  reply.header('ratelimit-limit', limit).header('ratelimit-remaining', remaining).header('ratelimit-reset', resetSeconds)
}

const tooManyRequests = ({ retryAfterSeconds }: Verdict): TandemError =>
  refusal('tooManyRequests', { seconds: retryAfterSeconds }, { retryAfterSeconds })
