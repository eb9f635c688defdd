import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** Plugins of a board: their manifests, their installations, and their own view of them. Specification: service §2 and §4, decisions §5. */
export const integrationTypeName = z.string().regex(/^[a-z][a-z0-9-]{0,38}$/, 'must be slack, github, gitlab or a slug of a-z, 0-9 and -')
export const integrationStatus = z.enum(['active', 'disabled', 'error', 'removed'])
export const secretName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, 'must be 1 to 64 of letters, digits, _ . and -, starting with a letter')

/** Not secret: every reader of the board may see it. 64 KiB of JSON. */
export const integrationConfig = z
  .record(z.string().max(100), z.unknown())
  .refine((config) => JSON.stringify(config).length <= 65_536, 'must be at most 64 KiB of JSON')
  .describe('Settings that are not secret: channels, list ids, repositories.')

/** The manifest of a plugin. */
export const pluginManifest = z
  .object({
    type: integrationTypeName,
    name: z.string().min(1).max(200),
    version: z.string().min(1).max(50),
    description: z.string().max(2_000),
    configSchema: z.record(z.string(), z.unknown()).describe('The JSON Schema of `config`.'),
    secrets: z.array(secretName).max(32),
    events: z.array(z.string().max(100)).max(32).describe('Verbs, families such as `card.*`, or `*`.'),
    inbound: z.object({ path: z.string().max(200).startsWith('/'), signature: z.enum(['slack-v0', 'github-sha256', 'gitlab-token']) }),
  })
  .meta({ id: 'PluginManifest' })
export type PluginManifest = z.infer<typeof pluginManifest>

const integrationFields = {
  id,
  boardId: id,
  type: z.string(),
  name: z.string(),
  status: integrationStatus,
  actorId: id.describe('The agent that the plugin acts as.'),
  config: z.record(z.string(), z.unknown()),
  createdAt: timestamp,
  updatedAt: timestamp,
}
const storedSecret = { name: z.string(), setAt: timestamp }

export const integration = z
  .object({
    ...integrationFields,
    inboundUrl: z.string().nullable().describe('null for readers who are not board admins.'),
    secrets: z.array(z.object(storedSecret)).describe('Which secrets are set; no operation returns their values.'),
  })
  .meta({ id: 'Integration' })
export type Integration = z.infer<typeof integration>

/** A person who lets an integration act for them: it holds a token of theirs, which they can revoke. */
export const linkedPerson = z
  .object({
    actorId: id,
    label: z.string().describe('The integration, and the name of the person there.'),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'LinkedPerson' })
export type LinkedPerson = z.infer<typeof linkedPerson>

/** The page of consent, before a person lets an integration act for them. */
export const personLink = z
  .object({
    integration: z.object({ id, type: z.string(), name: z.string() }),
    board: z.object({ id, name: z.string() }),
    externalUserId: z.string(),
    displayName: z.string(),
    scopes: z.array(z.string()).describe('What the integration can then do for them.'),
    expiresAt: timestamp,
  })
  .meta({ id: 'PersonLink' })
export type PersonLink = z.infer<typeof personLink>

/** The integration as its plugin reads it: each secret sealed to the key that it registered. */
export const ownIntegration = z
  .object({
    ...integrationFields,
    inboundUrl: z.string(),
    secrets: z.array(
      z.object({
        ...storedSecret,
        jwe: z
          .string()
          .nullable()
          .describe('A compact JWE for the registered key; null without a key, or if the secret must be set again.'),
      }),
    ),
  })
  .meta({ id: 'OwnIntegration' })
export type OwnIntegration = z.infer<typeof ownIntegration>
