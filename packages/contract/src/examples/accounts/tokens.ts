import type { Examples } from '../example.ts'
import { at, scout, scoutTokenId, secrets } from '../story.ts'

export const scopes = [
  'boards:read',
  'cards:write',
  'comments:write',
  'sessions:write',
  'notifications:write',
  'webhooks:write',
  'integrations:write',
]

export const tokenExamples = {
  'token.create': {
    input: { label: 'Scout on my laptop', scopes, actorId: scout },
    output: { id: scoutTokenId, token: secrets.scoutToken, scopes, label: 'Scout on my laptop', actorId: scout, expiresAt: null },
  },
  'token.list': {
    input: {},
    output: [
      {
        id: scoutTokenId,
        label: 'Scout on my laptop',
        actorId: scout,
        scopes,
        lastFour: 'nR4x',
        createdAt: at,
        expiresAt: null,
        lastUsedAt: null,
        last_used_at: null,
        parentId: null,
        descendants: 0,
      },
    ],
  },
  'token.revoke': { input: { tokenId: scoutTokenId } },
} satisfies Examples
