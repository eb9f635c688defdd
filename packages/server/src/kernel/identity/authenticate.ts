import { createHash } from 'node:crypto'
import { refusal, type TandemError } from '@tandem/contract'
import { type Database, sql } from '../../db/database.ts'
import { meaningOf } from '../../db/failures.ts'
import { parameter } from '../../db/parameters.ts'
import { oauthGrants } from '../../db/tables/accounts/oauth-grants.ts'
import { socketTickets } from '../../db/tables/accounts/socket-tickets.ts'
import { tokens } from '../../db/tables/accounts/tokens.ts'
import { webSessions } from '../../db/tables/accounts/web-sessions.ts'
import { pick, returning, update, write } from '../../db/writes.ts'
import { type Clock, iso } from '../common/clock.ts'
import { kindOfToken } from '../common/secrets.ts'
import { grantedPrincipal, type Principal, sessionPrincipal, tokenPrincipal } from './principal.ts'

/**
 * The unknown credentials of one address. However many there were, a valid one from there is accepted: behind a proxy, all clients may have
 * the address of the one who guesses.
 */
export type Attempts = {
  /** Looks up a credential that may be unknown: a few at a time when too many of the address were, so that they take no connection from others. */
  lookUp<T>(question: () => Promise<T>): Promise<T>
  /** Counts one that is unknown. May throw rate_limited when too many were. */
  failed(): void | Promise<void>
}

/** Resolves credentials to principals. Specification: service §5, decisions §2. */
export type Authenticator = {
  /**
   * Throws invalid_token. An OAuth access token is accepted only when the surface gives the `resource` that it is, the audience of such
   * tokens, and the token was issued for that one.
   */
  byToken(token: string, attempts: Attempts, resource?: string): Promise<Principal>
  /** Null when the session is unknown, ended or expired. `renewedUntil` is set when the cookie should be sent again. */
  bySession(secret: string, attempts: Attempts): Promise<{ principal: Principal; renewedUntil?: string } | null>
  /** Uses up a ticket and answers the principal of its credential. Throws unauthorized. */
  byTicket(ticket: string, attempts: Attempts): Promise<Principal>
  /**
   * The principal of the same credential, read anew: its boards and scopes may have changed. Null once the credential has ended. Bypasses
   * the cache.
   */
  renewed(principal: Principal): Promise<Principal | null>
  /** Of these credential ids, those that are still valid. Bypasses the cache. */
  active(credentialIds: readonly string[]): Promise<Set<string>>
  /** Clears the cache, after an act that may have changed a credential. */
  forget(): void
}

export const sessionDays = 30
/** How long a credential may be remembered: the bound on how late another instance learns of a revocation. */
const rememberMs = 1_000
const rememberedCredentials = 10_000
const renewAfterMs = 3_600_000
const lastUsedEveryMs = 60_000

type Remembered = { principal: Principal; untilMs: number }
/** When a look-up began: its answer is not remembered if a credential ended meanwhile. */
type LookUpStart = { atMs: number; forgotten: number }

type TokenRow = Parameters<typeof tokenPrincipal>[0] & { lastUsedAt: string | null }
type GrantedRow = Parameters<typeof grantedPrincipal>[0] & { lastUsedAt: string | null; grantId: string }
type SessionRow = Parameters<typeof sessionPrincipal>[0] & { lastSeenAt: string }

/** `$2` = now. */
const activeTokens = `from tokens t
  left join oauth_grants g on g.id = t.oauth_grant_id
  join actors a on a.id = t.actor_id
  join actors minter on minter.id = t.minted_by_actor_id
  left join actors owner on owner.id = a.owner_actor_id
  left join integrations i on i.id = t.integration_id and i.actor_id = t.actor_id
  where t.revoked_at is null and (t.expires_at is null or t.expires_at > $2)
    and a.deactivated_at is null and minter.deactivated_at is null and owner.deactivated_at is null`
const activeSessions = `from web_sessions s join actors a on a.id = s.actor_id where s.expires_at > $2 and a.deactivated_at is null`

const tokenColumns =
  't.id, t.actor_id, a.owner_actor_id, a.kind, a.is_instance_admin, t.scopes, t.expires_at, t.last_used_at, i.id as integration_id'
const tokenThat = (is: string) => sql<TokenRow>(`select ${tokenColumns} ${activeTokens} and t.oauth_grant_id is null and ${is}`)
const mostBoards = 10_000
/** A board that the person who granted it has left is out of reach. On the others the agent has at most the role of that person. */
const reachedBoards = `array(select m.board_id::text from members m
    join members h on h.board_id = m.board_id and h.actor_id = g.human_actor_id
    where m.actor_id = g.agent_actor_id and (g.board_ids is null or m.board_id = any (g.board_ids))
    limit ${mostBoards})`
const grantedThat = (is: string) =>
  sql<GrantedRow>(`select ${tokenColumns}, g.id as grant_id, g.client_id, ${reachedBoards} as board_ids
  ${activeTokens} and g.expires_at > $2 and ${is}`)
const findGranted = grantedThat('t.hash = $1 and g.resource = $3')
const grantedById = grantedThat('t.id = $1')
const sessionThat = (is: string) =>
  sql<SessionRow>(`select s.id, s.actor_id, a.is_instance_admin, s.expires_at, s.last_seen_at ${activeSessions} and ${is}`)
const findToken = tokenThat('t.hash = $1')
const findSession = sessionThat('s.hash = $1')
const tokenById = tokenThat('t.id = $1')
const sessionById = sessionThat('s.id = $1')
const findActive = sql<{ id: string }>(
  `select t.id ${activeTokens} and t.id = any ($1::uuid[]) union all select s.id ${activeSessions} and s.id = any ($1::uuid[])`,
)

/** Deletes the ticket, so that of two sockets that send it at once one opens. */
const useTicket = write(
  { ...pick(socketTickets, ['hash']), now: parameter<string>('timestamptz') },
  ({ hash, now }) => `delete from socket_tickets where hash = ${hash} and expires_at > ${now} returning method, credential_id`,
  returning<{ method: 'session' | 'token'; credentialId: string }>(),
)

const touchToken = update(tokens, { key: ['id'], set: ['lastUsedAt'] })
const touchGrant = update(oauthGrants, { key: ['id'], set: ['lastUsedAt'] })

const renewSession = update(webSessions, { key: ['id'], set: ['lastSeenAt', 'expiresAt'] })

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export function createAuthenticator(database: Database, clock: Clock): Authenticator {
  const remembered = new Map<string, Remembered>()
  /** Counts how often the cache was cleared: the result of a look-up that began before is not cached. */
  let forgotten = 0
  /** Credentials that were valid at the last look-up: guesses from the same address do not slow them down. */
  const proven = new Set<string>()

  return {
    async byToken(token, attempts, resource) {
      const kind = kindOfToken(token)
      if (kind === 'kbo') return byGrant(token, attempts, resource)
      if (kind !== 'kbt') throw invalidToken()
      const known = recall(token)
      if (known) return known
      const begun = lookUpStart()
      const row = await lookUp(token, attempts, () => database.row(findToken, [hashOfSecret(token), iso(clock.now())]))
      if (!row) throw invalidToken()
      if (isOlderThan(row.lastUsedAt, lastUsedEveryMs))
        await ask(() => database.rows(touchToken({ id: row.id, lastUsedAt: iso(clock.now()) })))
      return remember(token, tokenPrincipal(row), begun)
    },
    async bySession(secret, attempts) {
      // A name of its own: a token that is remembered must not count as a cookie.
      const name = `cookie ${secret}`
      const known = recall(name)
      if (known) return { principal: known }
      const begun = lookUpStart()
      const row = await lookUp(name, attempts, () => database.row(findSession, [hashOfSecret(secret), iso(clock.now())]))
      if (!row) return null
      const principal = remember(name, sessionPrincipal(row), begun)
      if (!isOlderThan(row.lastSeenAt, renewAfterMs)) return { principal }
      const renewedUntil = iso(clock.now() + sessionDays * 86_400_000)
      const renewed = { id: row.id, lastSeenAt: iso(clock.now()), expiresAt: renewedUntil }
      await ask(() => database.rows(renewSession(renewed)))
      return { principal, renewedUntil }
    },
    async byTicket(ticket, attempts) {
      const now = iso(clock.now())
      const used = await attempts.lookUp(() => ask(() => database.row(useTicket({ hash: hashOfSecret(ticket), now }))))
      if (!used) await attempts.failed()
      const principal = used && (await principalOf(used.method, used.credentialId, now))
      if (!principal) throw refusal('ticketUnknown')
      return principal
    },
    async renewed({ credential: { method, id }, oauthClientId }) {
      const now = iso(clock.now())
      if (method === 'system' || method === 'mail') return null
      if (oauthClientId === undefined) return (await principalOf(method, id, now)) ?? null
      const row = await ask(() => database.row(grantedById, [id, now]))
      return row ? grantedPrincipal(row) : null
    },
    async active(credentialIds) {
      const rows = await ask(() => database.rows(findActive, [credentialIds, iso(clock.now())]))
      return new Set(rows.map((row) => row.id))
    },
    forget() {
      forgotten += 1
      remembered.clear()
    },
  }

  async function byGrant(token: string, attempts: Attempts, resource: string | undefined): Promise<Principal> {
    if (resource === undefined) throw refusal('accessTokenElsewhere')
    const name = `${token} for ${resource}`
    const known = recall(name)
    if (known) return known
    const begun = lookUpStart()
    const now = iso(clock.now())
    const row = await lookUp(name, attempts, () => database.row(findGranted, [hashOfSecret(token), now, resource]))
    if (!row) throw refusal('accessTokenUnknown')
    if (isOlderThan(row.lastUsedAt, lastUsedEveryMs)) {
      await ask(() => database.rows(touchToken({ id: row.id, lastUsedAt: now })))
      await ask(() => database.rows(touchGrant({ id: row.grantId, lastUsedAt: now })))
    }
    return remember(name, grantedPrincipal(row), begun)
  }

  async function principalOf(method: 'session' | 'token', id: string, now: string): Promise<Principal | undefined> {
    if (method === 'token') {
      const row = await ask(() => database.row(tokenById, [id, now]))
      return row && tokenPrincipal(row)
    }
    const row = await ask(() => database.row(sessionById, [id, now]))
    return row && sessionPrincipal(row)
  }

  async function lookUp<Row>(name: string, attempts: Attempts, question: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const row = await (proven.has(name) ? ask(question) : attempts.lookUp(() => ask(question)))
    if (row) return prove(name, row)
    proven.delete(name)
    await attempts.failed()
    return undefined
  }

  function prove<Row>(name: string, row: Row): Row {
    if (proven.size >= rememberedCredentials) proven.clear()
    proven.add(name)
    return row
  }

  function recall(secret: string): Principal | undefined {
    const known = remembered.get(secret)
    if (!known) return undefined
    const nowMs = clock.now()
    const { expiresAt } = known.principal.credential
    if (nowMs < known.untilMs && known.untilMs - nowMs <= rememberMs && (expiresAt === null || Date.parse(expiresAt) > nowMs))
      return known.principal
    remembered.delete(secret)
    return undefined
  }

  function lookUpStart(): LookUpStart {
    return { atMs: clock.now(), forgotten }
  }

  /** The cache time counts from the beginning of the look-up: a credential that has ended during it is not cached longer for that. */
  function remember(secret: string, principal: Principal, begun: LookUpStart): Principal {
    if (begun.forgotten !== forgotten) return principal
    if (remembered.size >= rememberedCredentials) remembered.clear()
    remembered.set(secret, { principal, untilMs: begun.atMs + rememberMs })
    return principal
  }

  function isOlderThan(at: string | null, ms: number): boolean {
    return at === null || clock.now() - Date.parse(at) > ms
  }
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    throw meaningOf(error).error
  }
}

function invalidToken(): TandemError {
  return refusal('tokenUnknown')
}
