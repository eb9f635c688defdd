import { type Reader, sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { oauthGrants } from '../../db/tables/accounts/oauth-grants.ts'
import { oauthRefreshTokens } from '../../db/tables/accounts/oauth-refresh-tokens.ts'
import { tokens } from '../../db/tables/accounts/tokens.ts'
import { insertInto, pick, write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import { newToken } from '../../kernel/common/secrets.ts'
import { hashOfSecret } from '../../kernel/identity/authenticate.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import type { Tokens } from '../../kernel/oauth.ts'

/**
 * The grant of a person to an OAuth client; its access and refresh tokens belong to it. Specification: design/mcp.md §4, reliability O1.
 */
export type GrantRow = {
  id: string
  clientId: string
  clientName: string
  humanActorId: string
  agentActorId: string
  scopes: string[]
  resource: string
  codeChallenge: string
  redirectUri: string
  connectedAt: string | null
  expiresAt: string
  revokedAt: string | null
  /** Neither the person nor the agent is deactivated. */
  active: boolean
}

const accessMs = 3_600_000
const refreshMs = 90 * 86_400_000

const grantThat = (is: string) =>
  sql<GrantRow>(`select g.*, c.name as client_name, h.deactivated_at is null and a.deactivated_at is null and a.owner_actor_id = h.id as active
  from oauth_grants g join oauth_clients c on c.id = g.client_id
  join actors h on h.id = g.human_actor_id join actors a on a.id = g.agent_actor_id
  where ${is} for no key update of g`)
const lockGrant = grantThat('g.id = $1')
const lockGrantOfCode = grantThat('g.code_hash = $1')

const insertAccess = insertInto(tokens, [
  'id',
  'hash',
  'lastFour',
  'label',
  'actorId',
  'mintedByActorId',
  'scopes',
  'createdAt',
  'expiresAt',
  'oauthGrantId',
])
const insertRefresh = insertInto(oauthRefreshTokens, ['hash', 'grantId', 'createdAt', 'expiresAt'])
const prolong = write(
  pick(oauthGrants, ['id', 'expiresAt', 'connectedAt']),
  ({ id, expiresAt, connectedAt }) => `update oauth_grants
  set expires_at = ${expiresAt}, connected_at = coalesce(connected_at, ${connectedAt}) where id = ${id}`,
)

/** Finds the grants by their person, who has few: there is no index on the agent. */
const lockGrantsOfAgent = sql<{ id: string }>(`select g.id from oauth_grants g join actors a on a.owner_actor_id = g.human_actor_id
  where a.id = $1 and g.agent_actor_id = $1 and g.revoked_at is null and g.expires_at > $2 order by g.id for no key update of g`)
const ending = { grantIds: parameter<readonly string[]>('uuid[]'), now: parameter<string>('timestamptz') }
const endGrants = write(
  ending,
  ({ grantIds, now }) => `update oauth_grants set revoked_at = ${now}, expires_at = least(expires_at, ${now})
  where id = any (${grantIds}) and revoked_at is null`,
)
const endAccess = write(
  ending,
  ({ grantIds, now }) => `update tokens set revoked_at = ${now} where oauth_grant_id = any (${grantIds}) and revoked_at is null`,
)
const endRefresh = write(
  ending,
  ({ grantIds, now }) => `update oauth_refresh_tokens set expires_at = least(expires_at, ${now}) where grant_id = any (${grantIds})`,
)

/** Locks the grant, which orders the use of its codes and tokens: of two requests with the same code or token, one comes first. */
export const lockById = (act: Reader, id: string): Promise<GrantRow | undefined> => act.row(lockGrant, [id])
export const lockByCode = (act: Reader, code: string): Promise<GrantRow | undefined> => act.row(lockGrantOfCode, [hashOfSecret(code)])

export const isAlive = ({ active, revokedAt, expiresAt }: GrantRow, now: string): boolean => active && revokedAt === null && expiresAt > now

/** A pair of new tokens; the grant lives on from here. `scopes` = those of the access token, a part of the grant's. */
export function drawTokens(act: PrivateAct<never>, grant: GrantRow, scopes: readonly string[] = grant.scopes): Tokens {
  const [id, accessToken, refreshToken] = [act.newId(), newToken('kbo'), newToken('kbr')]
  const nowMs = Date.parse(act.now)
  const expiresAt = iso(nowMs + refreshMs)
  act.send(
    insertAccess({
      id,
      hash: hashOfSecret(accessToken),
      lastFour: accessToken.slice(-4),
      label: grant.clientName,
      actorId: grant.agentActorId,
      mintedByActorId: grant.humanActorId,
      scopes,
      createdAt: act.now,
      expiresAt: iso(nowMs + accessMs),
      oauthGrantId: grant.id,
    }),
  )
  act.send(insertRefresh({ hash: hashOfSecret(refreshToken), grantId: grant.id, createdAt: act.now, expiresAt }))
  act.send(prolong({ id: grant.id, expiresAt, connectedAt: act.now }))
  act.audit({ actorId: grant.humanActorId, detail: { grantId: grant.id, clientId: grant.clientId, tokenId: id } })
  return { accessToken, refreshToken, expiresInSeconds: accessMs / 1_000, scopes }
}

/** Ends them with every token that was drawn from them. The grants come first: issuing a token holds the lock of its grant. */
export function endGrantsOf(act: Pick<PrivateAct, 'send' | 'now'>, grantIds: readonly string[]): void {
  for (const end of [endGrants, endAccess, endRefresh]) act.send(end({ grantIds, now: act.now }))
}

/** For an agent that is deactivated already: it gets no new grants, and reactivating it does not restore the old ones. */
export async function endGrantsOfAgent(act: Pick<PrivateAct, 'rows' | 'send' | 'now'>, agentActorId: string): Promise<void> {
  const grants = await act.rows(lockGrantsOfAgent, [agentActorId, act.now])
  endGrantsOf(
    act,
    grants.map((grant) => grant.id),
  )
}
