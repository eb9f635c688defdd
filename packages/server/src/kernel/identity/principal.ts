import { type Activity, type Grant, grantOf, systemActorId } from '@tandem/contract'

/** The caller and the rights of the credential. A session has all rights of its actor (`grant: null`). */
export type Principal = {
  actorId: string
  kind: 'human' | 'agent'
  isInstanceAdmin: boolean
  credential: { method: 'session' | 'token' | 'mail' | 'system'; id: string; scopes: readonly string[]; expiresAt: string | null }
  grant: Grant | null
  /** The person who owns this agent. */
  ownerId?: string
  /** The integration whose own token this is. */
  integrationId?: string
  /** The OAuth client that holds this access token: it can ask its person for more scopes. */
  oauthClientId?: string
  /** The service acts for this actor without a request, for example for the author of a rule. */
  onBehalfOf?: string
  /** The activity that set a rule off at first, also by way of other rules. */
  setOffBy?: string
}

/** Acts of the service itself, such as time-outs: beyond roles and scopes. */
export const systemPrincipal: Principal = {
  actorId: systemActorId,
  kind: 'agent',
  isInstanceAdmin: false,
  credential: { method: 'system', id: 'service', scopes: [], expiresAt: null },
  grant: null,
}

/** The service acting for an actor after the request that allowed it, for example while it writes the pages of an import. */
export const onBehalfOf = (actorId: string, kind: 'human' | 'agent'): Principal => ({ ...systemPrincipal, actorId, kind })

/** The origin of an activity that an integration caused. Specification: decisions §5. */
export function originOf({ integrationId }: Principal, externalId?: string): Activity['origin'] {
  return integrationId === undefined ? undefined : { integrationId, ...(externalId !== undefined && { externalId }) }
}

type TokenRow = {
  id: string
  actorId: string
  ownerActorId: string | null
  kind: 'human' | 'agent'
  isInstanceAdmin: boolean
  scopes: string[]
  expiresAt: string | null
  integrationId: string | null
}

export function tokenPrincipal(row: TokenRow): Principal {
  return {
    actorId: row.actorId,
    kind: row.kind,
    isInstanceAdmin: row.isInstanceAdmin,
    credential: { method: 'token', id: row.id, scopes: row.scopes, expiresAt: row.expiresAt },
    grant: grantOf(row.scopes),
    ...(row.ownerActorId !== null && { ownerId: row.ownerActorId }),
    ...(row.integrationId !== null && { integrationId: row.integrationId }),
  }
}

/** An access token is leashed always, and to no board when `boardIds` is empty. */
export function grantedPrincipal(row: TokenRow & { clientId: string; boardIds: string[] }): Principal {
  const { scopes } = grantOf(row.scopes)
  const leashes = row.boardIds.map((id) => `board:${id}`)
  return {
    ...tokenPrincipal({ ...row, scopes: [...row.scopes, ...leashes] }),
    grant: { scopes, leash: new Set(row.boardIds) },
    oauthClientId: row.clientId,
  }
}

export function sessionPrincipal(row: { id: string; actorId: string; isInstanceAdmin: boolean; expiresAt: string }): Principal {
  return {
    actorId: row.actorId,
    kind: 'human',
    isInstanceAdmin: row.isInstanceAdmin,
    credential: { method: 'session', id: row.id, scopes: [], expiresAt: row.expiresAt },
    grant: null,
  }
}

/** The sender of a reply to one of our mails: may comment and answer questions only. `letterId` is the activity that the mail was about. */
export const mailPrincipal = (actorId: string, letterId: string): Principal => ({
  actorId,
  kind: 'human',
  isInstanceAdmin: false,
  credential: { method: 'mail', id: letterId, scopes: mailScopes, expiresAt: null },
  grant: grantOf(mailScopes),
})
const mailScopes = ['comments:write', 'sessions:write'] as const
