import { z } from 'zod'
import { httpUrl, id, ifText, name, timestamp } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { newToken } from '../../records/accounts/token.ts'
import {
  integration,
  integrationConfig,
  integrationTypeName,
  linkedPerson,
  ownIntegration,
  personLink,
  pluginManifest,
  secretName,
} from '../../records/agents/integration.ts'

const once = z.string().nullable().describe('Shown only once; null in a replay.')
const secretValue = z.string().min(1).max(8_192).nullable().describe('Write-only; null deletes it.')
const linkToken = z.string().min(1).max(100).describe('The last part of the URL that the plugin got.')
const base64url = z
  .string()
  .max(1_024)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')

function namesSecrets(input: Record<string, unknown>): boolean {
  return Object.keys(input).every((key) => secretName.safeParse(key).success)
}

/**
 * Plugins on a board, the requests of a plugin about itself, and acting for a person. Specification: service §2, §4 and §6, decisions §5.
 */
export const integrations = {
  'integrationType.list': read({
    summary: 'List the integration types of this instance',
    spec: 'decisions §5',
    access: { self: true },
    input: z.object({}),
    output: z.array(pluginManifest),
    rest: 'GET /api/integration-types',
  }),
  'integration.install': mutation({
    summary: 'Install an integration with its actor, token and event subscription; no other response has its secrets',
    spec: 'service §2 and §4, decisions §5',
    access: { target: 'board', role: 'admin', scope: 'integrations:write' },
    input: z.object({
      boardId: id,
      type: integrationTypeName,
      name: name.optional(),
      inboundUrl: httpUrl.describe('Where the plugin receives webhooks.'),
      config: integrationConfig.optional(),
    }),
    output: z.object({ integration, token: once, signingSecret: once }),
    rest: 'POST /api/boards/:boardId/integrations',
    status: 201,
    records: ['integration.installed', 'member.added', 'webhook.created', 'rule.created'],
    errors: ['conflict'],
    secrets: ['token', 'signingSecret'],
  }),
  'integration.list': read({
    summary: 'List the integrations of a board',
    spec: 'decisions §5',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id }),
    output: z.array(integration),
    rest: 'GET /api/boards/:boardId/integrations',
  }),
  'integration.get': read({
    summary: 'Read an integration: its config and which secrets are set',
    spec: 'decisions §5',
    access: { target: 'integration', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id, integrationId: id }),
    output: integration,
    rest: 'GET /api/boards/:boardId/integrations/:integrationId',
  }),
  'integration.update': mutation({
    summary: 'Change the config, inbound URL, name or status of an integration',
    spec: 'service §4, decisions §5',
    access: { target: 'integration', role: 'admin', scope: 'integrations:write' },
    input: z.object({
      boardId: id,
      integrationId: id,
      name: name.optional(),
      config: integrationConfig.optional().describe('The complete config; it replaces the previous one.'),
      status: z.enum(['active', 'disabled', 'error']).optional(),
      inboundUrl: httpUrl.optional(),
      ifName: ifText,
      ifInboundUrl: ifText,
      ifConfig: integrationConfig
        .optional()
        .describe(
          'The config that you read. If it has changed since, the request is refused with 409, and details.current has the current config.',
        ),
    }),
    output: integration,
    rest: 'PATCH /api/boards/:boardId/integrations/:integrationId',
    records: ['integration.updated', 'webhook.updated', 'member.profile_changed'],
    errors: ['conflict'],
  }),
  'integration.remove': mutation({
    summary: 'Remove an integration: revokes its token and ends its event subscription',
    spec: 'service §3 and §4',
    access: { target: 'integration', role: 'admin', scope: 'integrations:write' },
    onArchived: true,
    input: z.object({ boardId: id, integrationId: id }),
    output: null,
    rest: 'DELETE /api/boards/:boardId/integrations/:integrationId',
    records: [
      'integration.removed',
      'webhook.updated',
      'member.removed',
      'card.unassigned',
      'card.undelegated',
      'list.updated',
      'agent_session.failed',
      'rule.updated',
    ],
    endsCredentials: true,
  }),
  'integration.secrets.put': mutation({
    summary: 'Set secrets of an integration by name; no operation returns them',
    spec: 'service §2 and §4, decisions §5',
    access: { target: 'integration', role: 'admin', scope: 'integrations:write' },
    input: z
      .object({ boardId: id, integrationId: id })
      .catchall(secretValue)
      .refine(namesSecrets, 'must name each secret with 1 to 64 letters, digits, _ . and -, starting with a letter'),
    output: null,
    rest: 'PUT /api/boards/:boardId/integrations/:integrationId/secrets',
    records: ['integration.updated'],
    errors: ['conflict'],
    secretInput: true,
  }),
  'integration.people': read({
    summary: 'List the people an integration can act for on its board',
    spec: 'decisions §5',
    access: { target: 'integration', role: 'admin', scope: 'integrations:write' },
    input: z.object({ boardId: id, integrationId: id }),
    output: z.array(linkedPerson),
    rest: 'GET /api/boards/:boardId/integrations/:integrationId/people',
  }),
  'integration.self.get': read({
    summary: 'As a plugin: read your own config, and your secrets encrypted to your key',
    spec: 'decisions §5',
    access: { self: true, scope: 'integrations:write' },
    input: z.object({}),
    output: ownIntegration,
    rest: 'GET /api/integrations/self',
    errors: ['not_found'],
  }),
  'integration.self.key.put': mutation({
    summary: 'As a plugin: register the public key that your secrets are encrypted to',
    spec: 'decisions §5',
    access: { self: true, scope: 'integrations:write' },
    input: z.object({
      kty: z.enum(['EC', 'OKP', 'RSA']),
      crv: z.enum(['P-256', 'P-384', 'P-521', 'X25519']).optional(),
      x: base64url.optional(),
      y: base64url.optional(),
      n: base64url.optional(),
      e: base64url.optional(),
      kid: z.string().max(200).optional(),
      alg: z.string().max(50).optional(),
      use: z.literal('enc').optional(),
      d: z.never('is the private part of the key: keep it to yourself').optional(),
    }),
    output: null,
    rest: 'PUT /api/integrations/self/key',
    errors: ['not_found'],
  }),
  'personLink.create': mutation({
    summary: 'As a plugin: ask a person for permission to act for them; they open the URL and confirm',
    spec: 'decisions §5',
    access: { self: true, scope: 'integrations:write' },
    input: z.object({ externalUserId: z.string().trim().min(1).max(200), displayName: name }),
    output: z.object({ id, url: z.string().nullable().describe('Shown only once; null in a replay.'), expiresAt: timestamp }),
    rest: 'POST /api/integrations/self/person-links',
    status: 201,
    errors: ['not_found', 'conflict'],
    secrets: ['url'],
  }),
  'personLink.read': read({
    summary: 'Read a request to act for you: which account of which integration on which board',
    spec: 'decisions §5',
    access: { self: true, credential: 'session' },
    input: z.object({ token: linkToken }),
    output: personLink,
    rest: 'GET /api/person-links/:token',
    errors: ['not_found'],
  }),
  'personLink.confirm': mutation({
    summary: 'Allow an integration to act for you on its board: to read it, and to answer questions on your behalf',
    spec: 'decisions §5',
    access: { self: true, credential: 'session' },
    input: z.object({ token: linkToken }),
    output: null,
    rest: 'POST /api/person-links/:token/confirm',
    errors: ['not_found'],
  }),
  'personLink.claim': mutation({
    summary: 'As a plugin: fetch the token, once, after the person has confirmed; a conflict until then',
    spec: 'decisions §5',
    access: { self: true, scope: 'integrations:write' },
    input: z.object({ personLinkId: id }),
    output: z.object({ ...newToken.shape, externalUserId: z.string() }),
    rest: 'POST /api/integrations/self/person-links/:personLinkId/claim',
    errors: ['not_found', 'conflict'],
    secrets: ['token'],
  }),
} as const
