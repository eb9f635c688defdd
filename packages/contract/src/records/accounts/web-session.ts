import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** A web session: a browser that is signed in. */
export const webSession = z
  .object({
    id,
    device: z.string().nullable().describe('The User-Agent of the browser that signed in; null if it sent none.'),
    isCurrent: z.boolean().describe('Whether this request was made with it.'),
    createdAt: timestamp,
    lastSeenAt: timestamp.describe('Accurate to an hour.'),
    expiresAt: timestamp.describe('Extended while the session is used.'),
  })
  .meta({ id: 'WebSession' })
export type WebSession = z.infer<typeof webSession>
