import { type Activity, type Grant, grantOf, systemActorId } from '@tandem/contract'

/** Who calls, and what the credential allows. A session allows all that the actor may do (`grant: null`). */
export type Principal = {
  actorId: string
  kind: 'human' | 'agent'
  isInstanceAdmin: boolean
  credential: { method: 'session' | 'token' | 'system'; id: string; scopes: readonly string[]; expiresAt: string | null }
  grant: Grant | null
  /** The integration whose own token this is. */
  integrationId?: string
  /** The OAuth client that holds this access token: it can ask its person for more scopes. */
  oauthClientId?: string
}

/** Acts of the service itself, such as time-outs: beyond roles and scopes. */
export const systemPrincipal: Principal = {
  actorId: systemActorId,
  kind: 'agent',
  isInstanceAdmin: false,
  credential: { method: 'system', id: 'service', scopes: [], expiresAt: null },
  grant: null,
}

/** What the service does in the name of an actor, who asked for it when it was allowed: such as the pages of an import. */
export const onBehalfOf = (actorId: string, kind: 'human' | 'agent'): Principal => ({ ...systemPrincipal, actorId, kind })

/** What an event says of the integration that caused it. Specification: decisions §5. */
export function originOf({ integrationId }: Principal, externalId?: string): Activity['origin'] {
  return integrationId === undefined ? undefined : { integrationId, ...(externalId !== undefined && { externalId }) }
}

type TokenRow = {
  id: string
  actor_id: string
  kind: 'human' | 'agent'
  is_instance_admin: boolean
  scopes: string[]
  expires_at: string | null
  integration_id: string | null
}

export function tokenPrincipal(row: TokenRow): Principal {
  return {
    actorId: row.actor_id,
    kind: row.kind,
    isInstanceAdmin: row.is_instance_admin,
    credential: { method: 'token', id: row.id, scopes: row.scopes, expiresAt: row.expires_at },
    grant: grantOf(row.scopes),
    ...(row.integration_id !== null && { integrationId: row.integration_id }),
  }
}

/** An access token is leashed always, and to no board when `boardIds` is empty. */
export function grantedPrincipal(row: TokenRow & { client_id: string; board_ids: string[] }): Principal {
  const { scopes } = grantOf(row.scopes)
  const leashes = row.board_ids.map((id) => `board:${id}`)
  return {
    ...tokenPrincipal({ ...row, scopes: [...row.scopes, ...leashes] }),
    ...{ grant: { scopes, leash: new Set(row.board_ids) }, oauthClientId: row.client_id },
  }
}

export function sessionPrincipal(row: { id: string; actor_id: string; is_instance_admin: boolean; expires_at: string }): Principal {
  return {
    actorId: row.actor_id,
    kind: 'human',
    isInstanceAdmin: row.is_instance_admin,
    credential: { method: 'session', id: row.id, scopes: [], expiresAt: row.expires_at },
    grant: null,
  }
}
