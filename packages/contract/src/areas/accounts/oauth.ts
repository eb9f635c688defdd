import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'

const connectedClient = z
  .object({
    clientId: z.string().describe('Created at registration, or the https URL of a metadata document.'),
    name: z.string(),
    agentActorId: id.describe('The agent as which the client acts.'),
    boardIds: z.array(id).nullable().describe('The boards that it is limited to; null = every board of the agent.'),
    scopes: z.array(z.string()),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'ConnectedClient' })

/** The MCP clients that a person has authorised; the protocol itself is not an operation. Specification: decisions §2, design/mcp.md. */
export const oauth = {
  'oauth.client.list': read({
    summary: 'List the MCP clients that have access to your account, with their permissions',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({}),
    output: z.array(connectedClient),
    rest: 'GET /api/oauth/clients',
  }),
  'oauth.client.revoke': mutation({
    summary: 'Revoke the access of an MCP client, with every token that it holds for you',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({ clientId: z.string().min(1).max(2_048) }),
    output: null,
    rest: 'DELETE /api/oauth/clients/:clientId',
    errors: ['not_found'],
  }),
} as const
