import { type OutputOf, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import { endGrantsOf } from './grants.ts'

/** The clients with access to a person's account, and revoking it. Specification: decisions §2. */
type ConnectedClient = OutputOf<'oauth.client.list'>[number]
type GrantRow = {
  clientId: string
  name: string
  agentActorId: string
  boardIds: string[] | null
  scopes: string[]
  connectedAt: string
  lastUsedAt: string | null
}

const most = 1_000

const readGrants = sql<GrantRow>(`select g.client_id, c.name, g.agent_actor_id, g.board_ids, g.scopes, g.connected_at, g.last_used_at
  from oauth_grants g join oauth_clients c on c.id = g.client_id join actors a on a.id = g.agent_actor_id
  where g.human_actor_id = $1 and g.connected_at is not null and g.revoked_at is null and g.expires_at > $2 and a.deactivated_at is null
  order by g.id desc limit ${most}`)
const lockGrants = sql<{ id: string }>(`select id from oauth_grants
  where human_actor_id = $1 and client_id = $2 and revoked_at is null and expires_at > $3 order by id for no key update`)

const listClients: HandlerOf<'oauth.client.list'> = async (read) => {
  const clients = new Map<string, ConnectedClient>()
  for (const row of await read.rows(readGrants, [read.principal.actorId, read.now])) {
    const key = JSON.stringify([row.clientId, row.agentActorId])
    const [known, added] = [clients.get(key), clientOnWire(row)]
    clients.set(key, known ? together(known, added) : added)
  }
  return [...clients.values()]
}

function clientOnWire(row: GrantRow): ConnectedClient {
  return {
    clientId: row.clientId,
    name: row.name,
    agentActorId: row.agentActorId,
    boardIds: row.boardIds,
    scopes: row.scopes,
    createdAt: row.connectedAt,
    lastUsedAt: row.lastUsedAt,
  }
}

/** Combines several grants to one client, as on two machines: the scopes and boards of all. */
function together(one: ConnectedClient, other: ConnectedClient): ConnectedClient {
  return {
    ...one,
    boardIds: one.boardIds && other.boardIds && [...new Set([...one.boardIds, ...other.boardIds])],
    scopes: [...new Set([...one.scopes, ...other.scopes])],
    createdAt: one.createdAt < other.createdAt ? one.createdAt : other.createdAt,
    lastUsedAt: (one.lastUsedAt ?? '') > (other.lastUsedAt ?? '') ? one.lastUsedAt : other.lastUsedAt,
  }
}

const shutOut: HandlerOf<'oauth.client.revoke'> = async (act, { clientId }) => {
  const grants = await act.rows(lockGrants, [act.principal?.actorId ?? null, clientId, act.now])
  if (grants.length === 0) throw refusal('clientGone')
  const grantIds = grants.map((grant) => grant.id)
  endGrantsOf(act, grantIds)
  act.audit({ detail: { clientId, grantIds } })
  return null
}

export const oauthHandlers = {
  'oauth.client.list': answers(listClients),
  'oauth.client.revoke': answers(shutOut),
} satisfies Partial<Handlers>
