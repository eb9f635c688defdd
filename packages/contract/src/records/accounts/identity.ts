import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** An account at a provider of OpenID Connect that signs in to this one. */
export const identity = z
  .object({
    id,
    providerName: z.string().nullable().describe('null if the provider is no longer configured, so that it cannot be used to sign in.'),
    issuer: z.string(),
    email: z.string().nullable().describe('The e-mail that the provider last reported.'),
    createdAt: timestamp,
    lastUsedAt: timestamp,
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof identity>

export const signInWays = z
  .object({
    localLogin: z.boolean().describe('Whether e-mail and password are accepted here.'),
    providers: z.array(z.object({ id: z.string(), name: z.string() })).describe('Sign-in with each starts at /oidc/:id/start.'),
    firstAccount: z.boolean().describe('No account exists yet, and one can be created, which becomes the instance admin.'),
  })
  .meta({ id: 'SignInWays' })
