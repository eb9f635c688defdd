import type { Refusal } from './refusal.ts'

/** Why a rule did nothing or was paused, why a webhook was switched off, and why a mentioned agent did not start. */
export const actsOfServiceRefusals = {
  webhookFailing: {
    of: 'service',
    says: 'A webhook was turned off: {count} deliveries in a row failed. Fix the endpoint, then turn the webhook on again.',
  },
  webhookOrphaned: {
    of: 'service',
    says: 'A webhook was turned off: the person who created it is no longer an admin of this board. Turn it on to take it over.',
  },
  ruleByClock: { of: 'service', says: 'The rule runs on a schedule.' },
  ruleWaits: { of: 'service', says: 'The rule is for another event: {verb}.' },
  ruleFilter: { of: 'service', says: 'The filter {filter} does not match.' },
  ruleCondition: { of: 'service', says: 'This condition is not met: {field} {op}.' },
  ruleArchivedCard: { of: 'service', says: 'Scheduled rules skip archived cards.' },
  ruleWithoutCard: { of: 'service', says: 'The event is not about a card on the board.' },
  ruleNoneMeets: { of: 'service', says: 'No card meets the conditions.' },
  ruleRest: { of: 'service', says: 'The rule handled {count} cards. It handles the rest in its next run.' },
  ruleChain: { of: 'service', says: 'Rules that trigger each other stop after {count} in a row.' },
  ruleLedTo: { of: 'service', says: 'This event has already triggered {count} runs.' },
  ruleLostList: { of: 'service', says: 'The list "{name}" no longer exists.' },
  ruleLostLabel: { of: 'service', says: 'The label "{name}" no longer exists.' },
  ruleLostField: { of: 'service', says: 'The custom field "{name}" no longer exists.' },
  ruleLostMember: { of: 'service', says: 'A person used in the rule is no longer a member.' },
  ruleLostAuthor: {
    of: 'service',
    says: 'Its author is no longer an active member of this board. An admin can save the rule to become its author.',
  },
  ruleWeakAuthor: {
    of: 'service',
    says: 'Its author needs the role {role} for its actions. An admin can save the rule to become its author.',
  },
  ruleFailing: { of: 'service', says: 'The rule failed {count} times in a row. See its runs for the reason.' },
  ruleBroke: {
    of: 'service',
    says: 'Something went wrong in the service, and nothing was changed. The server operator can find details in the log.',
  },
  ruleNoTarget: { code: 'not_found', says: 'There is no card for this action.' },
  ruleEmptyTitle: {
    code: 'validation',
    says: 'The title would be empty because no card triggered the rule. Add text next to the placeholders.',
  },
  ruleMissingList: { code: 'not_found', says: 'The list is no longer on this board.' },
  mentionExternal: {
    of: 'service',
    says: 'Text from outside the board cannot start agents. A member of the board can mention @{handle}.',
  },
  mentionIgnored: { of: 'service', says: '@{handle} does not start when mentioned. Delegate the card to it instead.' },
  mentionAtWork: { of: 'service', says: '@{handle} is already working on this card. Your comment was added to its session.' },
  mentionByWorker: {
    of: 'service',
    says: 'An agent that works on a card cannot start another agent there. Ask a person to do it.',
  },
  mentionsTooMany: {
    of: 'service',
    says: 'Mentions on this board have opened {count} sessions in this minute. Mention @{handle} again in a moment.',
  },
} as const satisfies Record<string, Refusal>
