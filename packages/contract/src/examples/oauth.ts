import type { Examples } from './example.ts'

export const oauthExamples = {
  'oauth.client.list': { input: {} },
} satisfies Examples
