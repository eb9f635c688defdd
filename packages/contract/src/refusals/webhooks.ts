import type { Refusal } from './refusal.ts'

/** Webhooks and integrations. */
export const webhooksRefusals = {
  integrationGone: { code: 'conflict', says: 'This integration was removed. Install it again.' },
  secretsFull: {
    of: 'field',
    says: 'would exceed the {count} secrets that an integration can have. Set those that are not needed to null.',
  },
  configListGone: { of: 'field', says: 'has a {key} that is not a list of this board. Read the board and use one of its lists.' },
  deliveryOnItsWay: { code: 'conflict', says: 'This delivery is still in progress: see nextAttemptAt. Send it again once it has ended.' },
  deliveryTried: { code: 'conflict', says: 'This delivery was tried {count} times. Fix the endpoint. A replay sends later events.' },
  webhookOff: { code: 'conflict', says: 'This webhook is off and sends nothing. Turn it on first: PATCH {"active": true}.' },
  webhookOfIntegration: { code: 'conflict', says: 'This is the event subscription of an integration. Remove the integration instead.' },
  subscriptionRemoved: { code: 'conflict', says: 'The integration of this subscription was removed. Install it again.' },
  inboundUrlOfIntegration: { code: 'conflict', says: 'This is the event subscription of an integration. Change the inboundUrl there.' },
  addressUnread: { of: 'field', says: 'is not a URL. Send an absolute http or https URL.' },
  addressScheme: { of: 'field', says: 'must be an http or https URL.' },
  addressPassword: { of: 'field', says: 'contains credentials. Leave out user and password.' },
  addressPort: { of: 'field', says: 'has a port that is not allowed. Use 80, 443, or 1024 and above.' },
  addressHost: { of: 'field', says: 'has no host.' },
  addressInner: {
    of: 'field',
    says: 'points to a private, local or reserved address. Use a public one, or ask the server operator to add it to OUTBOUND_ALLOWED or set OUTBOUND_ALLOW_PRIVATE.',
  },
  webhooksFull: {
    code: 'conflict',
    says: 'There are already {has} webhooks, and {count} are allowed. Delete one that is no longer needed first.',
  },
} as const satisfies Record<string, Refusal>
