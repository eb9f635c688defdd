import type { Examples } from '../example.ts'
import { at, boardId, scout } from '../story.ts'

const clientId = 'https://editor.example/tandem.json'

/** Ada has authorised her editor in a browser, which no operation does. */
export const oauthExamples = {
  'oauth.client.list': {
    input: {},
    output: [
      {
        clientId,
        name: 'Editor',
        agentActorId: scout,
        boardIds: [boardId],
        scopes: ['boards:read', 'cards:write'],
        createdAt: at,
        lastUsedAt: null,
      },
    ],
  },
  'oauth.client.revoke': { input: { clientId } },
} satisfies Examples
