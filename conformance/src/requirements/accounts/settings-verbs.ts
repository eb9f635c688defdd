import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §6 and decisions.md §3, §5: the verbs of settings, people, integrations and code hosts. */
export const settingsVerbs = {
  'verb.field.created': { source: 'service §6', rule: 'Creating a custom field appends field.created with at least fieldId.' },
  'verb.field.updated': {
    source: 'service §6',
    rule: 'Changing a custom field appends field.updated with fieldId and the changed fields.',
  },
  'verb.field.deleted': { source: 'service §6', rule: 'Deleting a custom field appends field.deleted with fieldId.' },
  'verb.label.created': { source: 'service §6', rule: 'Creating a label appends label.created with labelId, name and color.' },
  'verb.label.updated': { source: 'decisions §3', rule: 'Changing a label appends label.updated.' },
  'verb.label.removed': { source: 'decisions §3', rule: 'Deleting a label appends label.removed.' },
  'verb.member.added': { source: 'service §6', rule: 'A new member appends member.added with actorId and role.' },
  'verb.member.role-changed': { source: 'service §6', rule: 'A changed role appends member.role_changed with actorId and role.' },
  'verb.member.removed': { source: 'service §6', rule: 'A removed member appends member.removed with actorId.' },
  'verb.member.invited': { source: 'decisions §3', rule: 'Inviting somebody appends member.invited.' },
  'verb.member.invitation-revoked': { source: 'decisions §3', rule: 'Revoking an invitation appends member.invitation_revoked.' },
  'verb.member.profile-changed': {
    source: 'decisions §2, decisions §3',
    rule: 'A changed profile of a member appends member.profile_changed.',
  },
  'verb.actor.capabilities-changed': {
    source: 'service §6',
    rule: 'Changed capabilities append actor.capabilities_changed with actorId and capabilities.',
  },
  'verb.integration.installed': {
    source: 'service §6',
    rule: 'Installing an integration appends integration.installed with integrationId, type and actorId.',
  },
  'verb.integration.updated': {
    source: 'service §6',
    rule: 'Changing an integration appends integration.updated with integrationId and status.',
  },
  'verb.integration.removed': {
    source: 'service §6',
    rule: 'Removing an integration appends integration.removed with integrationId and type.',
  },
  'verb.rule.created': { source: 'decisions §3', rule: 'Creating a rule appends rule.created.' },
  'verb.rule.updated': { source: 'decisions §3', rule: 'Changing a rule appends rule.updated.' },
  'verb.rule.removed': { source: 'decisions §3', rule: 'Deleting a rule appends rule.removed.' },
  'verb.rule.run': { source: 'decisions §3', rule: 'A run of a rule appends rule.run.' },
  'verb.webhook.created': {
    source: 'decisions §3',
    rule: 'Creating a subscription appends webhook.created with webhookId and without the URL.',
  },
  'verb.webhook.updated': {
    source: 'decisions §3',
    rule: 'Changing a subscription appends webhook.updated with webhookId and without the URL.',
  },
  'verb.webhook.removed': {
    source: 'decisions §3',
    rule: 'Deleting a subscription appends webhook.removed with webhookId and without the URL.',
  },
  'verb.vcs.emitted-by-event-route': {
    source: 'service §4',
    rule: 'POST /api/cards/:id/events with a vcs verb appends that verb on the card.',
  },
  'verb.vcs.scope': { source: 'service §4', rule: 'POST /api/cards/:id/events without integrations:write answers 403.' },
  'verb.vcs.unknown-verb': {
    source: 'service §4, service §6',
    rule: 'POST /api/cards/:id/events with a verb that is no integration verb answers 400.',
  },
  'verb.vcs.vocabulary': { source: 'service §6', rule: 'The seven vcs verbs from branch_created to pr_closed can each be emitted.' },
  'verb.vcs.target-branch': {
    source: 'service §4, service §6',
    rule: 'The targetBranch of the request appears in the payload as filters.targetBranch.',
  },
  'verb.vcs.payload': {
    source: 'decisions §5',
    rule: 'A vcs payload carries filters, externalSystem, externalId, externalUrl and title, leaving out what is unknown.',
  },
} as const satisfies RequirementTable
