import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** Bearer tokens. The secret is in `newToken` once and nowhere else. Specification: service §2, decisions §2. */
export const token = z
  .object({
    id,
    label: z.string(),
    actorId: id.describe('The actor that the token acts as.'),
    scopes: z.array(z.string()),
    lastFour: z.string().describe('The last 4 characters of the secret.'),
    createdAt: timestamp,
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable(),
    last_used_at: timestamp.nullable().describe('The same as lastUsedAt.'),
    parentId: id
      .nullable()
      .describe('The token that this one was created with; null if a person created it, or if the caller cannot see that token.'),
    descendants: z.int().min(0).describe('How many working tokens are revoked together with this one.'),
  })
  .meta({ id: 'Token' })
export type Token = z.infer<typeof token>

export const newToken = z
  .object({
    id,
    token: z.string().nullable().describe('Shown only once; null in a replay.'),
    scopes: z.array(z.string()),
    label: z.string(),
    actorId: id,
    expiresAt: timestamp.nullable(),
  })
  .meta({ id: 'NewToken' })
export type NewToken = z.infer<typeof newToken>
