import type { PluginManifest } from './records/integration.ts'

/** The plugins that come with Tandem, as they declare themselves. Specification: decisions §5. */
const version = '0.1.0'
const draft = 'https://json-schema.org/draft/2020-12/schema'
const listId = (what: string) => ({ type: 'string', format: 'uuid', description: `The list to which a card goes ${what}.` })
const listIds = {
  inProgressListId: listId('when a pull request for it is opened'),
  doneListId: listId('when a pull request for it is merged'),
}

export const manifests: readonly PluginManifest[] = [
  {
    type: 'slack',
    name: 'Slack',
    version,
    description: 'Tells channels what happens on the board, and lets people answer the questions of agents from there.',
    configSchema: {
      $schema: draft,
      type: 'object',
      properties: {
        channels: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              channelId: { type: 'string', description: 'The id of the channel, such as C024BE91L.' },
              verbs: { type: 'array', items: { type: 'string' }, description: 'Verbs to tell; all that the plugin knows when absent.' },
              listId: { type: 'string', format: 'uuid', description: 'The list for cards made from the channel; the first when absent.' },
              commands: { type: 'boolean', description: 'False: commands in the channel are for another board.' },
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
    description: 'Links pull requests to the cards that they name, and moves the cards on.',
    configSchema: {
      $schema: draft,
      type: 'object',
      properties: { repository: { type: 'string', description: 'owner/name' }, ...listIds },
    },
    secrets: ['webhookSecret'],
    events: ['integration.updated'],
    inbound: { path: '/github', signature: 'github-sha256' },
  },
  {
    type: 'gitlab',
    name: 'GitLab',
    version,
    description: 'Links merge requests to the cards that they name, and moves the cards on.',
    configSchema: {
      $schema: draft,
      type: 'object',
      properties: { project: { type: 'string', description: 'group/project' }, ...listIds },
    },
    secrets: ['webhookToken'],
    events: ['integration.updated'],
    inbound: { path: '/gitlab', signature: 'gitlab-token' },
  },
]
