import { manifests } from '../../manifests.ts'
import type { Examples } from '../example.ts'
import { ada, at, boardId, integrationId, personLinkId, personTokenId, plugin, secrets } from '../story.ts'

const integration = {
  id: integrationId,
  boardId,
  type: 'github',
  name: 'GitHub',
  status: 'active' as const,
  actorId: plugin,
  config: { repository: 'acme/site' },
  createdAt: at,
  updatedAt: at,
  inboundUrl: 'https://plugins.example.org/github',
  secrets: [],
}

/** In its own form, with no key registered yet. */
const self = { ...integration, secrets: [{ name: 'webhookSecret', setAt: at, jwe: null }] }

const personScopes = ['boards:read', 'notifications:read', 'sessions:write', `board:${boardId}`]

export const integrationExamples = {
  'integrationType.list': { input: {}, output: [...manifests] },
  'integration.install': {
    input: { boardId, type: 'github', inboundUrl: 'https://plugins.example.org/github', config: { repository: 'acme/site' } },
    output: { integration, token: secrets.pluginToken, signingSecret: secrets.signing },
  },
  'integration.list': { after: ['integration.install'], input: { boardId }, output: [integration] },
  'integration.get': { after: ['integration.install'], input: { boardId, integrationId }, output: integration },
  'integration.update': {
    after: ['integration.install'],
    input: { boardId, integrationId, status: 'disabled' },
    output: { ...integration, status: 'disabled' },
  },
  'integration.remove': { after: ['integration.install'], input: { boardId, integrationId } },
  'integration.secrets.put': {
    after: ['integration.install'],
    input: { boardId, integrationId, webhookSecret: 'shared with the code host' },
  },
  'integration.people': {
    after: ['integration.install', 'personLink.create', 'personLink.confirm', 'personLink.claim'],
    input: { boardId, integrationId },
    output: [{ actorId: ada, label: 'GitHub: Ada Lovelace', createdAt: at, lastUsedAt: null }],
  },
  'integration.self.get': { by: 'plugin', after: ['integration.install', 'integration.secrets.put'], input: {}, output: self },
  'integration.self.key.put': {
    by: 'plugin',
    after: ['integration.install'],
    input: { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' },
  },
  'personLink.create': {
    by: 'plugin',
    after: ['integration.install'],
    input: { externalUserId: 'U024BE7LH', displayName: 'Ada Lovelace' },
    output: { id: personLinkId, url: `http://127.0.0.1:3000/connect/${secrets.personLink}`, expiresAt: at },
  },
  'personLink.read': {
    after: ['integration.install', 'personLink.create'],
    input: { token: secrets.personLink },
    output: {
      integration: { id: integrationId, type: 'github', name: 'GitHub' },
      board: { id: boardId, name: 'Launch' },
      externalUserId: 'U024BE7LH',
      displayName: 'Ada Lovelace',
      scopes: personScopes,
      expiresAt: at,
    },
  },
  'personLink.confirm': { after: ['integration.install', 'personLink.create'], input: { token: secrets.personLink } },
  'personLink.claim': {
    by: 'plugin',
    after: ['integration.install', 'personLink.create', 'personLink.confirm'],
    input: { personLinkId },
    output: {
      id: personTokenId,
      token: secrets.personToken,
      scopes: personScopes,
      label: 'GitHub: Ada Lovelace',
      actorId: ada,
      expiresAt: null,
      externalUserId: 'U024BE7LH',
    },
  },
} satisfies Examples
