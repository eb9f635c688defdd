import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** An account at a provider of OpenID Connect that signs in to this one. */
export const identity = z
  .object({
    id,
    providerName: z.string().nullable().describe('null when the provider is not configured any more: it cannot be used to sign in.'),
    issuer: z.string(),
    email: z.string().nullable().describe('As the provider told it last.'),
    createdAt: timestamp,
    lastUsedAt: timestamp,
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof identity>

export const signInWays = z
  .object({
    localLogin: z.boolean().describe('Whether e-mail and password are taken here.'),
    providers: z.array(z.object({ id: z.string(), name: z.string() })).describe('Each begins at /oidc/:id/start.'),
    firstAccount: z.boolean().describe('No account exists yet, and one can be created: it becomes the instance admin.'),
  })
  .meta({ id: 'SignInWays' })
