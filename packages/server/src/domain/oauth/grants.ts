import { type Reader, sql } from '../../db/database.ts'
import { hashOfSecret } from '../../kernel/authenticate.ts'
import { iso } from '../../kernel/clock.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import type { Tokens } from '../../kernel/oauth.ts'
import { newToken } from '../../kernel/secrets.ts'

/** What a person granted, and the tokens that a program draws from it. Specification: design/mcp.md §4, reliability O1. */
export type GrantRow = {
  id: string
  client_id: string
  client_name: string
  human_actor_id: string
  agent_actor_id: string
  scopes: string[]
  resource: string
  code_challenge: string
  redirect_uri: string
  connected_at: string | null
  expires_at: string
  revoked_at: string | null
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

const insertAccess = sql(`insert into tokens (id, hash, last_four, label, actor_id, minted_by_actor_id, scopes, created_at, expires_at,
    oauth_grant_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
const insertRefresh = sql('insert into oauth_refresh_tokens (hash, grant_id, created_at, expires_at) values ($1, $2, $3, $4)')
const prolong = sql('update oauth_grants set expires_at = $2, connected_at = coalesce(connected_at, $3) where id = $1')

/** By the person, whose grants are few: an agent has no index of its own. */
const lockGrantsOfAgent = sql<{ id: string }>(`select g.id from oauth_grants g join actors a on a.owner_actor_id = g.human_actor_id
  where a.id = $1 and g.agent_actor_id = $1 and g.revoked_at is null and g.expires_at > $2 order by g.id for no key update of g`)
const endGrants = sql(`update oauth_grants set revoked_at = $2, expires_at = least(expires_at, $2)
  where id = any ($1::uuid[]) and revoked_at is null`)
const endAccess = sql('update tokens set revoked_at = $2 where oauth_grant_id = any ($1::uuid[]) and revoked_at is null')
const endRefresh = sql('update oauth_refresh_tokens set expires_at = least(expires_at, $2) where grant_id = any ($1::uuid[])')

/** The lock of a grant orders all that is drawn from it: of two who come with one code or token, one is the first. */
export const lockById = (act: Reader, id: string): Promise<GrantRow | undefined> => act.row(lockGrant, [id])
export const lockByCode = (act: Reader, code: string): Promise<GrantRow | undefined> => act.row(lockGrantOfCode, [hashOfSecret(code)])

export const isAlive = ({ active, revoked_at, expires_at }: GrantRow, now: string): boolean =>
  active && revoked_at === null && expires_at > now

/** A pair of new tokens; the grant lives on from here. `scopes` = those of the access token, a part of the grant's. */
export function drawTokens(act: PrivateAct<never>, grant: GrantRow, scopes: readonly string[] = grant.scopes): Tokens {
  const [id, accessToken, refreshToken] = [act.newId(), newToken('kbo'), newToken('kbr')]
  const nowMs = Date.parse(act.now)
  const until = iso(nowMs + refreshMs)
  act.send(insertAccess, [
    ...[id, hashOfSecret(accessToken), accessToken.slice(-4), grant.client_name, grant.agent_actor_id, grant.human_actor_id, scopes],
    ...[act.now, iso(nowMs + accessMs), grant.id],
  ])
  act.send(insertRefresh, [hashOfSecret(refreshToken), grant.id, act.now, until])
  act.send(prolong, [grant.id, until, act.now])
  act.audit({ actorId: grant.human_actor_id, detail: { grantId: grant.id, clientId: grant.client_id, tokenId: id } })
  return { accessToken, refreshToken, expiresInSeconds: accessMs / 1_000, scopes }
}

/** Ends them with every token that was drawn from them. The grants come first: whoever draws from one holds its lock. */
export function endGrantsOf(act: Pick<PrivateAct, 'send' | 'now'>, grantIds: readonly string[]): void {
  for (const statement of [endGrants, endAccess, endRefresh]) act.send(statement, [grantIds, act.now])
}

/** Of an agent that is deactivated already: nothing is granted to it any more, and what was does not come back with it. */
export async function endGrantsOfAgent(act: Pick<PrivateAct, 'rows' | 'send' | 'now'>, agentActorId: string): Promise<void> {
  const grants = await act.rows(lockGrantsOfAgent, [agentActorId, act.now])
  endGrantsOf(
    act,
    grants.map((grant) => grant.id),
  )
}
