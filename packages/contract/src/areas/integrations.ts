import { z } from 'zod'
import { httpUrl, id, name, timestamp } from '../fields.ts'
import { mutation, read } from '../operation.ts'
import { integration, integrationConfig, integrationTypeName, ownIntegration, pluginManifest, secretName } from '../records/integration.ts'
import { newToken } from '../records/token.ts'

const boardId = '019f0000-0000-7000-8000-000000000001'
const integrationId = '019f0000-0000-7000-8000-00000000000b'

const once = z.string().nullable().describe('Shown this once; null in a replay.')
const secretValue = z.string().min(1).max(8_192).nullable().describe('Write-only; null forgets it.')
const base64url = z
  .string()
  .max(1_024)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')

function namesSecrets(input: Record<string, unknown>): boolean {
  return Object.keys(input).every((key) => secretName.safeParse(key).success)
}

/** Plugins on a board, what a plugin does with itself, and acting for a person. Specification: service §2, §4 and §6, decisions §5. */
export const integrations = {
  'integrationType.list': read({
    summary: 'List the kinds of integration that this instance knows',
    spec: 'decisions §5',
    access: { self: true },
    input: z.object({}),
    output: z.array(pluginManifest),
    rest: 'GET /api/integration-types',
    example: { input: {} },
  }),
  'integration.install': mutation({
    summary: 'Install an integration: its actor, token and event subscription; the only answer with its secrets',
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
    example: {
      input: { boardId, type: 'github', inboundUrl: 'https://plugins.example.org/github', config: { repository: 'acme/engine' } },
    },
  }),
  'integration.list': read({
    summary: 'List the integrations of a board',
    spec: 'decisions §5',
    access: { target: 'board', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id }),
    output: z.array(integration),
    rest: 'GET /api/boards/:boardId/integrations',
    example: { input: { boardId } },
  }),
  'integration.get': read({
    summary: 'Read an integration: its config and which secrets are set',
    spec: 'decisions §5',
    access: { target: 'integration', role: 'viewer', scope: 'boards:read' },
    input: z.object({ boardId: id, integrationId: id }),
    output: integration,
    rest: 'GET /api/boards/:boardId/integrations/:integrationId',
    example: { input: { boardId, integrationId } },
  }),
  'integration.update': mutation({
    summary: 'Change the config, address, name or status of an integration',
    spec: 'service §4, decisions §5',
    access: { target: 'integration', role: 'admin', scope: 'integrations:write' },
    input: z.object({
      boardId: id,
      integrationId: id,
      name: name.optional(),
      config: integrationConfig.optional().describe('The whole config; it replaces the one before.'),
      status: z.enum(['active', 'disabled', 'error']).optional(),
      inboundUrl: httpUrl.optional(),
    }),
    output: integration,
    rest: 'PATCH /api/boards/:boardId/integrations/:integrationId',
    records: ['integration.updated', 'webhook.updated'],
    example: { input: { boardId, integrationId, status: 'disabled' } },
  }),
  'integration.remove': mutation({
    summary: 'Remove an integration: its token is revoked and its event subscription ends',
    spec: 'service §3 and §4',
    access: { target: 'integration', role: 'admin', scope: 'integrations:write' },
    input: z.object({ boardId: id, integrationId: id }),
    output: null,
    rest: 'DELETE /api/boards/:boardId/integrations/:integrationId',
    records: ['integration.removed', 'webhook.updated', 'member.removed', 'card.undelegated', 'agent_session.failed'],
  }),
  'integration.secrets.put': mutation({
    summary: 'Set secrets of an integration by name; no read ever returns one',
    spec: 'service §2 and §4, decisions §5',
    access: { target: 'integration', role: 'admin', scope: 'integrations:write' },
    input: z
      .object({ boardId: id, integrationId: id })
      .catchall(secretValue)
      .refine(namesSecrets, 'names a secret by other than 1 to 64 of letters, digits, _ . and -, starting with a letter'),
    output: null,
    rest: 'PUT /api/boards/:boardId/integrations/:integrationId/secrets',
    records: ['integration.updated'],
    example: { input: { boardId, integrationId, webhookSecret: 'shared with the code host' } },
  }),
  'integration.self.get': read({
    summary: 'As a plugin: read your own config, and your secrets sealed to your key',
    spec: 'decisions §5',
    access: { self: true, scope: 'integrations:write' },
    input: z.object({}),
    output: ownIntegration,
    rest: 'GET /api/integrations/self',
    errors: ['not_found'],
    example: { input: {} },
  }),
  'integration.self.key.put': mutation({
    summary: 'As a plugin: register the public key to which your secrets are sealed',
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
    example: { input: { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' } },
  }),
  'personLink.create': mutation({
    summary: 'As a plugin: ask a person to let you act for them; they open the address and confirm',
    spec: 'decisions §5',
    access: { self: true, scope: 'integrations:write' },
    input: z.object({ externalUserId: z.string().trim().min(1).max(200), displayName: name }),
    output: z.object({ id, url: z.string(), expiresAt: timestamp }),
    rest: 'POST /api/integrations/self/person-links',
    status: 201,
    errors: ['not_found'],
    example: { input: { externalUserId: 'U024BE7LH', displayName: 'Ada Lovelace' } },
  }),
  'personLink.claim': mutation({
    summary: 'As a plugin: take, once, the token of the person who confirmed; conflict until they have',
    spec: 'decisions §5',
    access: { self: true, scope: 'integrations:write' },
    input: z.object({ personLinkId: id }),
    output: z.object({ ...newToken.shape, externalUserId: z.string() }),
    rest: 'POST /api/integrations/self/person-links/:personLinkId/claim',
    errors: ['not_found', 'conflict'],
    secrets: ['token'],
  }),
} as const
