import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §3, §4 and decisions.md §5: subscriptions. */
export const webhooks = {
  'webhook.create.answer': {
    source: 'service §4',
    rule: 'POST /api/boards/:id/webhooks answers 201 with {webhook} holding id, secret, events and active.',
  },
  'webhook.create.admin-only': {
    source: 'service §4, service §5',
    rule: 'Creating a board subscription by anybody below board admin answers 403.',
  },
  'webhook.create.selectors-max': { source: 'service §2, service §8', rule: '32 selectors are accepted and 33 answer 400.' },
  'webhook.create.board-max': { source: 'service §8', rule: 'The subscription beyond WEBHOOK_MAX_PER_BOARD of a board is refused.' },
  'webhook.create.board-max-default': { source: 'service §8', rule: 'WEBHOOK_MAX_PER_BOARD is 20 when not set.' },
  'webhook.create.verb-selector': { source: 'decisions §5', rule: 'A selector may be a verb.' },
  'webhook.create.star-selector': { source: 'service §6', rule: 'The selector * stands for every verb.' },
  'webhook.create.family-selector': {
    source: 'decisions §5',
    rule: 'A selector such as agent_session.* stands for the verbs of that family.',
  },
  'webhook.create.unknown-selector': { source: 'decisions §5', rule: 'An unknown verb as selector answers 400.' },
  'webhook.secret.format': { source: 'service §2', rule: 'The secret is whsec_ followed by random characters.' },
  'webhook.secret.once': { source: 'service §2', rule: 'The secret appears in the creation answer and in no listing or later answer.' },
  'webhook.secret.rotate': { source: 'decisions §5', rule: 'PATCH with rotateSecret true answers a new secret once.' },
  'webhook.secret.rotate-signatures': {
    source: 'decisions §5',
    rule: 'For 24 h after a rotation X-Signature is made with the new secret and X-Signature-Previous with the old one.',
  },
  'webhook.secret.rotate-format': { source: 'decisions §5', rule: 'Both signature headers after a rotation are exactly v2=<hex>.' },
  'webhook.secret.rotate-ends': { source: 'decisions §5', rule: 'From 24 h after a rotation on, X-Signature-Previous is absent.' },
  'webhook.record.shape': {
    source: 'decisions §5',
    rule: 'A subscription carries id, boardId, actorId, url, events, active, consecutiveFailures, disabledReason and createdAt.',
  },
  'webhook.list.board': { source: 'service §4', rule: 'GET /api/boards/:id/webhooks lists the subscriptions of the board.' },
  'webhook.list.admin-only': { source: 'decisions §2', rule: 'Listing the subscriptions of a board by anybody below admin answers 403.' },
  'webhook.update.deactivate': { source: 'service §3', rule: 'PATCH with active false stops deliveries.' },
  'webhook.update.activate': { source: 'service §3', rule: 'PATCH with active true starts deliveries again.' },
  'webhook.update.activate-clears': {
    source: 'service §3',
    rule: 'PATCH with active true on a disabled subscription sets its failure streak to zero.',
  },
  'webhook.update.url-events': { source: 'decisions §5', rule: 'PATCH changes url and events.' },
  'webhook.delete.answer': { source: 'service §4', rule: 'DELETE of a subscription answers 204 and nothing more is delivered to it.' },
  'webhook.actor.create': {
    source: 'service §4',
    rule: 'POST /api/actors/:id/webhooks answers {webhook} with actorId set and boardId null.',
  },
  'webhook.actor.own-only': { source: 'service §4', rule: 'A subscription for the actor of somebody else is refused.' },
  'webhook.actor.scope': { source: 'service §4', rule: 'An actor-scoped subscription needs webhooks:write from a token.' },
  'webhook.actor.manage': {
    source: 'decisions §5',
    rule: 'Actor-scoped subscriptions are listed, changed and deleted under /api/actors/:id/webhooks.',
  },
  'webhook.actor.owner-is-agent': {
    source: 'service §6',
    rule: 'agent_session events go to the actor-scoped subscriptions whose owner is the agent of the session.',
  },
  'webhook.actor.not-others': {
    source: 'service §6',
    rule: 'agent_session events of another agent do not reach an actor-scoped subscription.',
  },
  'webhook.actor.all-boards': {
    source: 'service §6',
    rule: 'An actor-scoped subscription receives the agent_session events of all boards.',
  },
  'webhook.actor.same-guarantees': {
    source: 'service §6',
    rule: 'Actor-scoped deliveries are signed, numbered and retried like board ones.',
  },
  'webhook.board.sessions-routed': { source: 'service §6', rule: 'agent_session events reach a board subscription whose selectors match.' },
  'webhook.leash.kept': {
    source: 'decisions §5',
    rule: 'A subscription made with a leashed credential delivers only the boards of that leash.',
  },
  'webhook.leash.membership-lost': { source: 'decisions §5', rule: 'A subscription ends when its owner loses membership.' },
  'webhook.leash.credential-revoked': {
    source: 'decisions §5',
    rule: 'Revoking the credential that made it leaves a subscription working.',
  },
  'webhook.disable.after-ten': {
    source: 'service §3, service §6, service §8',
    rule: 'Ten terminal failures in a row make a subscription inactive.',
  },
  'webhook.disable.reset-by-success': { source: 'decisions §5', rule: 'One success sets the failure streak to zero.' },
  'webhook.disable.notifies': { source: 'decisions §5', rule: 'Auto-disabling notifies the admins of the board.' },
  'webhook.outbound.scheme': {
    source: 'decisions §5',
    rule: 'An outbound address (webhook url, inboundUrl, avatar) with a scheme other than http or https is refused.',
  },
  'webhook.outbound.credentials': { source: 'decisions §5', rule: 'An outbound address with user or password in it is refused.' },
  'webhook.outbound.private-refused': {
    source: 'decisions §5',
    rule: 'Registering an address that is loopback, private, link-local or a metadata service is refused.',
  },
  'webhook.outbound.rebinding': {
    source: 'decisions §5',
    rule: 'A host that resolves to a private address when the connection is made is refused then.',
  },
  'webhook.actor.selectors': {
    source: 'service §6, decisions §5',
    rule: 'A subscription of an actor to a verb that it never delivers answers 400 and names those that it does; one that was made before goes on.',
  },
  'webhook.outbound.allow-private': { source: 'decisions §5', rule: 'OUTBOUND_ALLOW_PRIVATE=true permits private addresses.' },
  'webhook.outbound.allowed-list': { source: 'decisions §5', rule: 'A host or CIDR named in OUTBOUND_ALLOWED is permitted.' },
  'webhook.outbound.allow-default': {
    source: 'decisions §5',
    rule: 'OUTBOUND_ALLOW_PRIVATE is on by default only when listening on loopback with PUBLIC_URL absent or http on loopback.',
  },
} as const satisfies RequirementTable
