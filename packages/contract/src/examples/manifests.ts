const draft = 'https://json-schema.org/draft/2020-12/schema'

const inProgressListId = {
  ...{ type: 'string', format: 'uuid' },
  description: 'The list to which a card goes when a pull request for it is opened.',
}
const doneListId = {
  ...{ type: 'string', format: 'uuid' },
  description: 'The list to which a card goes when a pull request for it is merged.',
}

/** What the plugins that come along say of themselves. */
export const manifests = [
  {
    ...{ type: 'slack', name: 'Slack', version: '0.1.0' },
    description: 'Tells channels what happens on the board, and lets people answer the questions of agents from there.',
    configSchema: {
      ...{ $schema: draft, type: 'object' },
      properties: {
        channels: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              channelId: { type: 'string', description: 'The id of the channel, such as C024BE91L.' },
              verbs: { type: 'array', items: { type: 'string' }, description: 'Verbs to tell; all that the plugin knows when absent.' },
            },
            required: ['channelId'],
          },
        },
      },
    },
    secrets: ['botToken', 'signingSecret'],
    events: ['card.*', 'comment.*', 'agent_session.*', 'integration.updated'],
    inbound: { path: '/slack', signature: 'slack-v0' as const },
  },
  {
    ...{ type: 'github', name: 'GitHub', version: '0.1.0' },
    description: 'Links pull requests to the cards that they name, and moves the cards on.',
    configSchema: {
      ...{ $schema: draft, type: 'object' },
      properties: { repository: { type: 'string', description: 'owner/name' }, inProgressListId, doneListId },
    },
    ...{ secrets: ['webhookSecret'], events: ['integration.updated'] },
    inbound: { path: '/github', signature: 'github-sha256' as const },
  },
  {
    ...{ type: 'gitlab', name: 'GitLab', version: '0.1.0' },
    description: 'Links merge requests to the cards that they name, and moves the cards on.',
    configSchema: {
      ...{ $schema: draft, type: 'object' },
      properties: { project: { type: 'string', description: 'group/project' }, inProgressListId, doneListId },
    },
    ...{ secrets: ['webhookToken'], events: ['integration.updated'] },
    inbound: { path: '/gitlab', signature: 'gitlab-token' as const },
  },
]
