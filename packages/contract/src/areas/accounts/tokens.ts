import { z } from 'zod'
import { id, timestampInput } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { newToken, token } from '../../records/accounts/token.ts'
import { isScopeString, plainScopes } from '../../scopes.ts'

const scope = z
  .string()
  .trim()
  .toLowerCase()
  .max(60)
  .refine(isScopeString, `must be one of ${plainScopes.join(', ')}, or board:<board id>`)

/** Scoped bearer credentials. Specification: service §2, §4 and §5, decisions §2. */
export const tokens = {
  'token.create': mutation({
    summary: 'Create a token for yourself or for an agent that you own; its secret is shown only once',
    spec: 'service §4 and §5, decisions §2',
    // A person's cookie, or a token with tokens:write, which may create only tokens weaker than itself.
    access: { self: true, scope: 'tokens:write' },
    input: z.object({
      label: z.string().trim().min(1).max(100),
      scopes: z
        .array(scope)
        .min(1)
        .max(64)
        .describe('Only what the work needs. board:<id> limits the token to a board, several of them to these boards.'),
      expiresAt: timestampInput.nullable().optional().describe('Absent or null = it never expires.'),
      actorId: id.optional().describe('An agent that you own, which the token acts as. Absent = yourself.'),
    }),
    output: newToken,
    rest: 'POST /api/tokens',
    status: 201,
    secrets: ['token'],
    errors: ['not_found'],
  }),
  'token.list': read({
    summary: 'List your tokens and those of your agents, without their secrets',
    spec: 'decisions §2',
    access: { self: true, scope: 'tokens:write' },
    input: z.object({}),
    output: z.array(token),
    rest: 'GET /api/tokens',
  }),
  'token.revoke': mutation({
    summary: 'Revoke a token and those created with it',
    spec: 'service §4, decisions §2',
    access: { self: true, scope: 'tokens:write' },
    input: z.object({ tokenId: id }),
    output: null,
    rest: 'DELETE /api/tokens/:tokenId',
    errors: ['not_found'],
  }),
} as const
