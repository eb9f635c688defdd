import { z } from 'zod'
import { id, why } from './fields.ts'
import { notification } from './records/accounts/notification.ts'
import { activity } from './verbs.ts'

/** The JSON text frames of the WebSocket at `/ws`. Specification: service §6, decisions §5. */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    boardId: id,
    since: z.int().min(0).optional().describe('The last `seq` seen: what was missed comes first, then what is new, without gap or repeat.'),
  }),
  z.object({ type: z.literal('unsubscribe'), boardId: id }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('presence'), boardId: id, cardId: id.nullable().describe('The card that the caller looks at.') }),
])
export type ClientFrame = z.infer<typeof clientFrame>

export const serverFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribed'), boardId: id, seq: z.int().min(0).describe('Events above it follow.') }),
  z.object({ type: z.literal('event'), boardId: id, seq: z.int().min(1), activity }),
  z.object({ type: z.literal('presence'), boardId: id, actors: z.array(z.object({ actorId: id, cardId: id.nullable() })) }),
  z.object({ type: z.literal('notification'), notification }),
  z.object({
    type: z.literal('changed'),
    what: z.literal(['favourites']).describe("The caller's own, which no log of a board tells of: read it again."),
  }),
  z.object({ type: z.literal('pong') }),
  z.object({
    type: z.literal('error'),
    error: z.object({
      code: z.string().describe('A code of the error envelope.'),
      message: z.string(),
      ...why,
    }),
    boardId: id.optional().describe('The subscription that the error ends or refuses.'),
  }),
])
export type ServerFrame = z.infer<typeof serverFrame>

/** The reasons why the server closes a socket. */
export const closeCodes = {
  /** More frames were sent at once than the server answers at once. */
  flooding: 1008,
  /** The service goes down or restarts: connect again. */
  restart: 1012,
  /** The token or the web session has ended: sign in again. */
  signedOut: 4401,
  /** 4 MiB were waiting to be read: connect again and resume with `since`. */
  tooSlow: 4408,
} as const
