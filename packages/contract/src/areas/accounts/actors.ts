import { z } from 'zod'
import { httpUrl, id, ifText, limit, mostSessions, name, newsCursor } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { actor, capabilities, handle, invokableBy, me, ownActor, timezone } from '../../records/accounts/actor.ts'
import { auditEntry } from '../../records/accounts/audit.ts'
import { identity } from '../../records/accounts/identity.ts'
import { webSession } from '../../records/accounts/web-session.ts'
import { budget } from '../../records/agents/budget.ts'
import { work } from '../../records/agents/work.ts'

const cursor = id.optional().describe('The id of the last row of the previous page.')
const profile = {
  name: name.optional(),
  handle: handle.optional(),
  avatarUrl: httpUrl.nullable().optional(),
  ifName: ifText,
  ifHandle: ifText,
}
const locale = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as de-AT')
  .describe(
    'The language of your emails and push notifications; English if it has no texts. If absent: notifications by email in English, push in the language of the browser.',
  )

/** The caller, other actors, agents, and the instance admin's view of them. Specification: service §4, decisions §1 and §2. */
export const actors = {
  'me.get': read({
    summary: 'Read your account and what your credential may do',
    spec: 'service §4, decisions §2',
    access: { self: true },
    input: z.object({}),
    output: me,
    rest: 'GET /api/me',
  }),
  'me.update': mutation({
    summary: 'Change your profile',
    spec: 'decisions §2',
    access: { self: true, scope: 'agents:write' },
    input: z.object({ ...profile, timezone: timezone.optional(), locale: locale.nullable().optional() }),
    output: ownActor,
    rest: 'PATCH /api/me',
    records: ['member.profile_changed'],
    errors: ['conflict'],
  }),
  'me.setAvatar': mutation({
    summary: 'Upload your picture: a PNG, JPEG, GIF or WebP file, which is stored as a small square',
    spec: 'decisions §2',
    access: { self: true, scope: 'agents:write' },
    input: z.object({
      file: z.file().describe('The part `file` of the multipart body. To remove the picture, set avatarUrl to null.'),
    }),
    output: ownActor,
    rest: 'PUT /api/me/avatar',
    records: ['member.profile_changed'],
    errors: ['conflict', 'payload_too_large', 'unsupported_media_type'],
    body: 'multipart',
  }),
  'me.work': read({
    summary: 'Read your work: assigned and delegated cards, questions and unread notifications',
    spec: 'service §4, decisions §2 and §4',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ limit: limit.describe('The maximum number of rows of each kind.'), newsCursor: newsCursor.optional() }),
    output: work,
    rest: 'GET /api/me/work',
  }),
  // Has addresses and failed attempts, so a bearer token needs the scope `admin`.
  'me.audit': read({
    summary: 'Read your security log: sign-ins, tokens, agents and changes to your account, newest first',
    spec: 'decisions §1',
    access: { self: true, scope: 'admin' },
    input: z.object({ limit, cursor }),
    output: z.array(auditEntry),
    rest: 'GET /api/me/audit',
    paged: true,
  }),
  'me.identities.list': read({
    summary: 'List your connected sign-in accounts',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({}),
    output: z.array(identity),
    rest: 'GET /api/me/identities',
  }),
  'me.identities.unlink': mutation({
    summary: 'Disconnect a sign-in account, unless it is your only way to sign in',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({ identityId: id }),
    output: null,
    rest: 'DELETE /api/me/identities/:identityId',
    errors: ['not_found', 'conflict'],
  }),
  'webSession.list': read({
    summary: 'List the browsers where you are signed in, most recently used first',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({}),
    output: z.array(webSession).max(200),
    rest: 'GET /api/me/web-sessions',
  }),
  'webSession.end': mutation({
    summary: 'Sign out a browser',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({ webSessionId: id }),
    output: null,
    rest: 'DELETE /api/me/web-sessions/:webSessionId',
    errors: ['not_found'],
  }),
  'webSession.endOthers': mutation({
    summary: 'Sign out everywhere else',
    spec: 'decisions §2',
    access: { self: true, credential: 'session' },
    input: z.object({}),
    output: null,
    rest: 'DELETE /api/me/web-sessions',
  }),
  'actor.find': read({
    summary: 'Find an actor by its exact handle',
    spec: 'decisions §2',
    access: { self: true, scope: 'boards:read' },
    input: z.object({ handle: z.string().min(1).max(39) }),
    output: actor,
    rest: 'GET /api/actors',
    errors: ['not_found'],
  }),
  'actor.avatar': read({
    summary: 'Read the picture of an actor: a WebP of 128 × 128 pixels',
    spec: 'decisions §2',
    access: { self: true, scope: 'boards:read' },
    input: z.object({
      actorId: id,
      v: z
        .string()
        .max(4_096)
        .optional()
        .describe('Any text that changes with avatarUrl. With it, a browser may cache the picture for a day.'),
    }),
    output: z.file(),
    rest: 'GET /api/actors/:actorId/avatar',
    errors: ['not_found'],
  }),
  'agent.create': mutation({
    summary: 'Create an agent that you own',
    spec: 'decisions §2',
    access: { self: true, scope: 'agents:write' },
    input: z.object({
      name,
      handle: handle.optional().describe('Derived from the name when absent.'),
      capabilities: capabilities.partial().optional().describe('Both true when absent.'),
      invokableBy: invokableBy.optional().describe('members when absent.'),
    }),
    output: actor,
    rest: 'POST /api/agents',
    status: 201,
    errors: ['conflict'],
  }),
  'agent.list': read({
    summary: 'List the agents that you own',
    spec: 'decisions §2',
    access: { self: true, scope: 'agents:write' },
    input: z.object({}),
    output: z.array(actor),
    rest: 'GET /api/agents',
  }),
  'agent.update': mutation({
    summary: 'Change an agent that you own; its boards record the change',
    spec: 'decisions §2',
    access: { self: true, scope: 'agents:write' },
    input: z.object({
      agentActorId: id,
      ...profile,
      capabilities: capabilities.partial().optional(),
      invokableBy: invokableBy.optional(),
      paused: z.boolean().optional().describe('While the agent is paused, its queued sessions stay queued; working sessions continue.'),
      budget: budget.nullable().optional().describe('The default for its new sessions. null = none.'),
      maxSessions: mostSessions.optional(),
    }),
    output: actor,
    rest: 'PATCH /api/agents/:agentActorId',
    records: ['member.profile_changed', 'actor.capabilities_changed'],
    errors: ['not_found', 'conflict'],
  }),
  'agent.setAvatar': mutation({
    summary: 'Upload the picture of an agent that you own: a PNG, JPEG, GIF or WebP file, which is stored as a small square',
    spec: 'decisions §2',
    access: { self: true, scope: 'agents:write' },
    input: z.object({
      agentActorId: id,
      file: z.file().describe('The part `file` of the multipart body. To remove the picture, set avatarUrl to null.'),
    }),
    output: actor,
    rest: 'PUT /api/agents/:agentActorId/avatar',
    records: ['member.profile_changed'],
    errors: ['not_found', 'conflict', 'payload_too_large', 'unsupported_media_type'],
    body: 'multipart',
  }),
  'agent.deactivate': mutation({
    summary: 'Deactivate an agent that you own: tokens revoked, live sessions failed, delegations removed',
    spec: 'decisions §2',
    access: { self: true, scope: 'agents:write' },
    input: z.object({ agentActorId: id }),
    output: null,
    rest: 'DELETE /api/agents/:agentActorId',
    records: [
      'agent_session.failed',
      'card.undelegated',
      'list.updated',
      'member.invitation_revoked',
      'integration.removed',
      'webhook.updated',
    ],
    errors: ['not_found'],
  }),
  'admin.actors.list': read({
    summary: 'List every actor of the instance, newest first',
    spec: 'decisions §2',
    access: { self: true, credential: 'session', instanceAdmin: true },
    input: z.object({
      q: z.string().trim().max(200).optional().describe('Only actors whose name, handle or e-mail contains this, ignoring case.'),
      limit,
      cursor,
    }),
    output: z.array(ownActor),
    rest: 'GET /api/admin/actors',
    paged: true,
  }),
  'admin.actors.update': mutation({
    summary: 'Deactivate or reactivate an account, or change its instance admin role; the last instance admin cannot be removed',
    spec: 'decisions §2',
    access: { self: true, credential: 'session', instanceAdmin: true },
    input: z.object({ actorId: id, deactivated: z.boolean().optional(), isInstanceAdmin: z.boolean().optional() }),
    output: ownActor,
    rest: 'PATCH /api/admin/actors/:actorId',
    // Deactivates an agent in the same way as its owner's DELETE.
    records: [
      'agent_session.failed',
      'card.undelegated',
      'list.updated',
      'member.invitation_revoked',
      'integration.removed',
      'webhook.updated',
    ],
    errors: ['not_found'],
  }),
  'admin.audit': read({
    summary: 'Read the audit log of the instance, newest first',
    spec: 'decisions §1',
    access: { self: true, credential: 'session', instanceAdmin: true },
    input: z.object({ actorId: id.optional(), limit, cursor }),
    output: z.array(auditEntry),
    rest: 'GET /api/admin/audit',
    paged: true,
  }),
} as const
