import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** A web session: a browser that is signed in. */
export const webSession = z
  .object({
    id,
    device: z.string().nullable().describe('The User-Agent of the browser that signed in; null when it named none.'),
    isCurrent: z.boolean().describe('Whether this request came with it.'),
    createdAt: timestamp,
    lastSeenAt: timestamp.describe('To within an hour.'),
    expiresAt: timestamp.describe('Moves on while it is used.'),
  })
  .meta({ id: 'WebSession' })
export type WebSession = z.infer<typeof webSession>
