import type { Examples } from '../example.ts'
import { at, secrets } from '../story.ts'

export const liveExamples = {
  'socket.ticket': { input: {}, output: { ticket: secrets.ticket, expiresAt: at } },
} satisfies Examples
