import type { Examples } from '../example.ts'
import { at, boardId, scout } from '../story.ts'

const clientId = 'https://editor.example/tandem.json'

/** Ada has let in her editor, in a browser: no operation does that. */
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
