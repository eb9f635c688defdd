import { manifestTexts } from './manifest-texts.ts'
import type { PluginManifest } from './records/agents/integration.ts'

/** The manifests of the bundled plugins. Specification: decisions §5. */
const version = '0.1.0'
const draft = 'https://json-schema.org/draft/2020-12/schema'
const listIds = {
  inProgressListId: { type: 'string', format: 'uuid', description: manifestTexts.opened },
  doneListId: { type: 'string', format: 'uuid', description: manifestTexts.merged },
}

export const manifests: readonly PluginManifest[] = [
  {
    type: 'slack',
    name: 'Slack',
    version,
    description: manifestTexts.slack,
    configSchema: {
      $schema: draft,
      type: 'object',
      properties: {
        channels: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              channelId: { type: 'string', description: manifestTexts.channelId },
              verbs: { type: 'array', items: { type: 'string' }, description: manifestTexts.verbs },
              listId: { type: 'string', format: 'uuid', description: manifestTexts.listId },
              commands: { type: 'boolean', description: manifestTexts.commands },
            },
            required: ['channelId'],
          },
        },
      },
    },
    secrets: ['botToken', 'signingSecret'],
    events: ['card.*', 'comment.*', 'agent_session.*', 'integration.updated'],
    inbound: { path: '/slack', signature: 'slack-v0' },
  },
  {
    type: 'github',
    name: 'GitHub',
    version,
    description: manifestTexts.github,
    configSchema: {
      $schema: draft,
      type: 'object',
      properties: { repository: { type: 'string', description: manifestTexts.repository }, ...listIds },
    },
    secrets: ['webhookSecret'],
    events: ['integration.updated'],
    inbound: { path: '/github', signature: 'github-sha256' },
  },
  {
    type: 'gitlab',
    name: 'GitLab',
    version,
    description: manifestTexts.gitlab,
    configSchema: {
      $schema: draft,
      type: 'object',
      properties: { project: { type: 'string', description: manifestTexts.project }, ...listIds },
    },
    secrets: ['webhookToken'],
    events: ['integration.updated'],
    inbound: { path: '/gitlab', signature: 'gitlab-token' },
  },
]
