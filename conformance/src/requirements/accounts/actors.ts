import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §1 and decisions.md §2: people, agents, their public record and the private audit log. */
export const actors = {
  'actor.record.shape': {
    source: 'decisions §2',
    rule: 'An actor record carries id, kind, name, handle, avatarUrl, capabilities, ownerActorId, createdAt and deactivatedAt.',
  },
  'actor.record.kind': { source: 'service §1, decisions §2', rule: 'The kind of an actor is human or agent.' },
  'actor.record.email-own-only': {
    source: 'decisions §2',
    rule: 'The email of an actor appears in its own record only.',
  },
  'actor.handle.unique': { source: 'decisions §2', rule: 'No two actors hold the same handle: taking one in use is refused.' },
  'actor.handle.syntax': {
    source: 'decisions §2',
    rule: 'A handle of 1..39 lower-case letters, digits and hyphens that starts with a letter or digit is accepted, any other refused with 400.',
  },
  'actor.handle.derived': {
    source: 'decisions §2',
    rule: 'An actor created without a handle gets one derived from the name, made unique.',
  },
  'actor.capabilities.agent-default': { source: 'decisions §2', rule: 'A new agent is delegatable and mentionable unless told otherwise.' },
  'actor.capabilities.human-absent': { source: 'decisions §2', rule: 'The record of a human carries no capabilities.' },
  'actor.lookup.by-handle': {
    source: 'decisions §2',
    rule: 'GET /api/actors?handle= finds the actor with exactly that handle and answers the public record only.',
  },
  'actor.lookup.no-prefix-match': { source: 'decisions §2', rule: 'GET /api/actors?handle= with a part of a handle finds no actor.' },
  'actor.picture.own': {
    source: 'decisions §2',
    rule: 'PUT /api/me/avatar keeps a small square of the image in the part file, answers its path in avatarUrl and records member.profile_changed on each board of the caller.',
  },
  'actor.picture.of-agent': {
    source: 'decisions §2',
    rule: 'PUT /api/agents/:id/avatar does the same for an agent of the caller; an agent of somebody else is 404.',
  },
  'actor.picture.shown': {
    source: 'decisions §2',
    rule: 'GET /api/actors/:id/avatar answers the picture as WebP to everyone who is signed in, with v to be kept for a day, and 404 once avatarUrl is null.',
  },
  'actor.picture.refused': {
    source: 'decisions §2',
    rule: 'A file that cannot be read as PNG, JPEG, GIF or WebP is refused with 415 and one of more than 10 MB with 413; the picture stays as it was.',
  },
  'actor.picture.elsewhere': {
    source: 'decisions §2 and §5',
    rule: 'The picture at an avatarUrl elsewhere is fetched once, when it is set, from a public address, or with LINK_PREVIEWS=private from any that webhooks may reach; where there is none, avatarUrl is kept and there is no picture.',
  },
  'actor.picture.bounded': {
    source: 'beyond the specification',
    rule: 'Of one actor four pictures are under work at once, of all 32, with at most 100 MB in memory: more is 503 and changes nothing.',
  },
  'actor.me.caller': { source: 'service §4, decisions §2', rule: 'GET /api/me answers the actor of the caller with its id.' },
  'actor.me.auth': {
    source: 'decisions §2',
    rule: 'GET /api/me carries auth with method (session or token), tokenId, scopes and boardId.',
  },
  'actor.me.patch': { source: 'decisions §2', rule: 'PATCH /api/me changes name, handle, avatarUrl, timezone and locale.' },
  'actor.me.timezone-iana': { source: 'decisions §2', rule: 'PATCH /api/me refuses with 400 a time zone which is no IANA name.' },
  'actor.me.timezone-default': { source: 'decisions §2', rule: 'An actor that never set a time zone has UTC.' },
  'actor.me.profile-changed': {
    source: 'decisions §2',
    rule: 'PATCH /api/me emits member.profile_changed on every board of which the caller is a member.',
  },
  'actor.me.work': { source: 'decisions §2', rule: 'GET /api/me/work answers the same as the MCP tool my_work.' },
  'actor.work.shape': {
    source: 'decisions §4',
    rule: 'my_work answers assigned, delegated_to_me, sessions_awaiting_me and notifications.',
  },
  'actor.work.delegated-to-me': {
    source: 'decisions §4',
    rule: 'delegated_to_me lists the uncompleted cards whose newest session of the caller is live, absent or in error.',
  },
  'actor.work.delegated-excludes': {
    source: 'decisions §4',
    rule: 'delegated_to_me leaves out completed cards and cards whose newest session of the caller is done.',
  },
  'actor.agents.create': { source: 'decisions §2', rule: 'POST /api/agents answers 201 with an agent whose ownerActorId is the caller.' },
  'actor.agents.create-scope': {
    source: 'decisions §2',
    rule: 'POST /api/agents with a token needs agents:write; without it the answer is 403.',
  },
  'actor.agents.list-mine': { source: 'decisions §2', rule: 'GET /api/agents lists the agents owned by the caller and no others.' },
  'actor.agents.patch': { source: 'decisions §2', rule: 'PATCH /api/agents/:id changes name, handle, avatarUrl and capabilities.' },
  'actor.agents.patch-owner-only': { source: 'decisions §2', rule: 'Only its owner may patch an agent.' },
  'actor.agents.capabilities-changed': {
    source: 'decisions §2',
    rule: 'A change of capabilities emits actor.capabilities_changed on each board of which the agent is a member.',
  },
  'actor.agents.profile-changed': {
    source: 'decisions §2',
    rule: 'A change of an agent profile emits member.profile_changed on each board of which the agent is a member.',
  },
  'actor.agents.deactivate': { source: 'decisions §2', rule: 'DELETE /api/agents/:id sets deactivatedAt and keeps the record.' },
  'actor.agents.deactivate-tokens': {
    source: 'decisions §2',
    rule: 'Deactivating an agent revokes its tokens: the next request with one answers 401.',
  },
  'actor.agents.deactivate-sessions': { source: 'decisions §2', rule: 'Deactivating an agent moves its live sessions to error.' },
  'actor.agents.deactivate-delegations': { source: 'decisions §2', rule: 'Deactivating an agent removes its delegations from all cards.' },
  'actor.admin.first-account': {
    source: 'decisions §2',
    rule: 'The first registered account has isInstanceAdmin true, the later ones do not.',
  },
  'actor.admin.list': {
    source: 'decisions §2',
    rule: 'GET /api/admin/actors lists the actors to the instance admin and answers 403 to anybody else.',
  },
  'actor.admin.cookie-only': {
    source: 'decisions §2',
    rule: 'The admin routes on actors refuse a bearer token, even one of the instance admin.',
  },
  'actor.admin.patch': { source: 'decisions §2', rule: 'PATCH /api/admin/actors/:id changes deactivated and isInstanceAdmin.' },
  'actor.admin.last-stays': { source: 'decisions §2', rule: 'The last instance admin can be neither demoted nor deactivated.' },
  'actor.erase.anonymised': {
    source: 'decisions §3',
    rule: 'tandem user erase anonymises the actor and leaves the activity log in place.',
  },
  'actor.audit.private-acts': {
    source: 'decisions §1',
    rule: 'Watching, inbox, profile, token, agent, OAuth and password acts append to the audit log and not to a board.',
  },
  'actor.audit.row': { source: 'decisions §1', rule: 'An audit row names actor, credential, address and outcome.' },
  'actor.audit.failed-sign-in': {
    source: 'decisions §1',
    rule: 'The audit row of a sign-in that failed has its error as outcome, invalid_credentials for a wrong password, and never ok.',
  },
  'actor.audit.no-secret': { source: 'decisions §1', rule: 'No audit row holds a password, token or other secret.' },
  'actor.audit.own': { source: 'decisions §1', rule: 'GET /api/me/audit lists only the audit rows of the caller.' },
  'actor.audit.all-for-admin': {
    source: 'decisions §1',
    rule: 'GET /api/admin/audit lists the audit rows to the instance admin and answers 403 to anybody else.',
  },
  'actor.audit.retention': { source: 'decisions §1', rule: 'Audit rows are kept for 400 days.' },
} as const satisfies RequirementTable
