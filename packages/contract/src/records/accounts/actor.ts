import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'
import { schemaProblem } from '../../refusals.ts'
import { plainScopes } from '../../scopes.ts'
import { budget } from '../agents/budget.ts'

/** People and agents. Specification: service §2, decisions §2. */
export const handle = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,38}$/, schemaProblem('handleUnfit'))
  .describe('Unique on the instance; `@handle` mentions.')

/** An e-mail as a caller gives it; kept in lower case. */
export const email = z.string().trim().toLowerCase().max(254).check(z.email())

/** Names only: an offset such as `+01:00` has the opposite sign in PostgreSQL. */
export const timezone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, schemaProblem('timezoneUnfit'))
  .refine(isTimeZone, schemaProblem('timezoneUnfit'))

export const capabilities = z.object({ delegatable: z.boolean(), mentionable: z.boolean() })
export type Capabilities = z.infer<typeof capabilities>

export const invokableBy = z
  .union([z.enum(['owner', 'members']), z.object({ actorIds: z.array(id).min(1).max(100) })])
  .describe('Who can start the agent: only its owner, any member of its boards, or these people. The owner always can.')
export type InvokableBy = z.infer<typeof invokableBy>

const actorFields = {
  id,
  kind: z.enum(['human', 'agent']),
  name: z.string(),
  handle: z.string(),
  avatarUrl: z.string().nullable(),
  capabilities: capabilities.optional().describe('Agents only.'),
  invokableBy: invokableBy.optional().describe('Your own agents only.'),
  pausedAt: timestamp.nullable().optional().describe('Your own agents only: when it was paused; its sessions cannot start.'),
  budget: budget.nullable().optional().describe('Your own agents only: the default for its sessions.'),
  maxSessions: z.int().nullable().optional().describe('Your own agents only: how many of its sessions can work at once.'),
  ownerActorId: id.nullable().describe('The human who owns the agent; null for humans.'),
  createdAt: timestamp,
  deactivatedAt: timestamp.nullable(),
}

/** The public form of an actor. */
export const actor = z.object(actorFields).meta({ id: 'Actor' })
export type Actor = z.infer<typeof actor>

const ownFields = {
  ...actorFields,
  email: z.string().nullable().describe('null for agents.'),
  isInstanceAdmin: z.boolean(),
  timezone: z.string(),
  locale: z.string().nullable(),
}

/** An actor in its own view, and in that of the instance admin. */
export const ownActor = z.object(ownFields).meta({ id: 'OwnActor' })
export type OwnActor = z.infer<typeof ownActor>

/** The caller and its credential. */
export const me = z
  .object({
    ...ownFields,
    auth: z.object({
      method: z.enum(['session', 'token']),
      tokenId: id.nullable(),
      scopes: z
        .array(z.string())
        .nullable()
        .describe(`As created: some of ${plainScopes.join(', ')} and board:<id>. null for a web session, which has no limits.`),
      boardId: id.nullable().describe('The board that the token is limited to if it is exactly one; scopes lists all of them.'),
    }),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof me>

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}
