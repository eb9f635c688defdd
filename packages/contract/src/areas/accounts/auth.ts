import { z } from 'zod'
import { name } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { email, handle, ownActor, timezone } from '../../records/accounts/actor.ts'
import { signInWays } from '../../records/accounts/identity.ts'

const newPassword = z.string().min(8).max(256)
const revokeTokens = z
  .boolean()
  .optional()
  .describe(
    'Tokens keep working after a password change. true also revokes every token that acts as you (including those that plugins hold for you) or as one of your agents, and disconnects the apps that you gave access by OAuth. Tokens of integrations belong to their boards and are kept.',
  )
/** An email that cannot belong to an account gets the same answer as a wrong password, so that the difference reveals nothing. */
const typedEmail = z.string().trim().toLowerCase().min(1).max(254)
const typedPassword = z.string().min(1).max(256)

/** Signing in and out; the cookie is set in a header beside the body. Specification: service §4 and §5, decisions §2. */
export const auth = {
  'auth.providers': read({
    summary: 'List the ways to sign in',
    spec: 'decisions §2',
    access: { public: true },
    input: z.object({}),
    output: signInWays,
    rest: 'GET /api/auth/providers',
  }),
  'auth.register': mutation({
    summary: 'Create an account and sign in; the first account becomes the instance admin',
    spec: 'decisions §2',
    access: { public: true },
    input: z.object({
      email,
      password: newPassword,
      name,
      handle: handle.optional().describe('Derived from the name when absent.'),
      timezone: timezone.optional().describe('IANA; UTC when absent.'),
      inviteToken: z.string().min(1).max(200).optional().describe('The token of an invitation link; the new account also joins its board.'),
    }),
    output: ownActor,
    rest: 'POST /api/auth/register',
    status: 201,
    records: ['member.added'],
    errors: ['duplicate_email', 'conflict', 'forbidden', 'not_found'],
  }),
  'auth.login': mutation({
    summary: 'Sign in with e-mail and password',
    spec: 'service §4, decisions §2',
    access: { public: true },
    input: z.object({ email: typedEmail, password: typedPassword }),
    output: ownActor,
    rest: 'POST /api/auth/login',
    errors: ['invalid_credentials', 'forbidden'],
  }),
  'auth.logout': mutation({
    summary: 'Sign out and end this web session',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({}),
    output: null,
    rest: 'POST /api/auth/logout',
  }),
  'auth.password': mutation({
    summary: 'Change your password; ends your other web sessions and, with revokeTokens, revokes your tokens',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({ currentPassword: typedPassword, newPassword, revokeTokens }),
    output: null,
    rest: 'POST /api/auth/password',
    errors: ['invalid_credentials'],
  }),
  'auth.forgot': mutation({
    summary: 'Request an e-mail with a link to set a new password; the answer is the same whether or not the account exists',
    spec: 'decisions §2',
    access: { public: true },
    input: z.object({ email: typedEmail }),
    output: null,
    rest: 'POST /api/auth/forgot',
    errors: ['forbidden'],
  }),
  'auth.reset': mutation({
    summary:
      'Set a new password with the token of that e-mail (one use, 30 minutes); ends your web sessions and, with revokeTokens, revokes your tokens',
    spec: 'decisions §2',
    access: { public: true },
    // An unknown, used or expired token is a 400, because `invalid_token` is for bearer tokens.
    input: z.object({ token: z.string().min(1).max(200), newPassword, revokeTokens }),
    output: null,
    rest: 'POST /api/auth/reset',
    errors: ['forbidden'],
  }),
} as const
