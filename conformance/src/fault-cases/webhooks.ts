import type { FaultCase } from './fault-case.ts'

/** Webhooks, their receivers, and addresses that the service connects to. */
export const webhooks: Record<string, FaultCase> = {
  F33: {
    rule: 'A delivery verifies over its raw bytes; its headers have their shapes.',
    provedIn: ['packages/server/test/webhooks/deliveries.test.ts'],
  },
  F34: {
    rule: '500, 500, 200: three tries of one id and the same bytes, then silence.',
    provedIn: ['packages/server/test/webhooks/deliveries.test.ts'],
  },
  F35: { rule: 'Any 4xx ends a delivery after one try.', provedIn: ['packages/server/test/webhooks/deliveries.test.ts'] },
  F36: { rule: 'A redirect is not followed; it is a failed try.', provedIn: ['packages/server/test/webhooks/deliveries.test.ts'] },
  F37: {
    rule: 'A receiver that hangs or drips is cut off and tried again.',
    provedIn: ['packages/server/test/outbound/post.test.ts', 'packages/server/test/webhooks/deliveries.test.ts'],
  },
  F38: { rule: 'An endless body after 200 is a success, and cut off.', provedIn: ['packages/server/test/webhooks/deliveries.test.ts'] },
  F39: {
    rule: 'Resets, closed ports and bad TLS are failed tries with a class.',
    provedIn: [
      'packages/server/test/outbound/post.test.ts',
      'packages/server/test/webhooks/deliveries.test.ts',
      'packages/server/test/webhooks/faulty-receivers.test.ts',
      'packages/server/test/webhooks/log.heavy.test.ts',
    ],
  },
  F40: {
    rule: 'Ten terminal failures in a row switch a subscription off; a success in between does not.',
    provedIn: ['packages/server/test/webhooks/streak.test.ts'],
  },
  F41: { rule: 'Switching it on again gives it the full ten.', provedIn: ['packages/server/test/webhooks/streak.test.ts'] },
  F42: { rule: 'Switching it off ends what was waiting.', provedIn: ['packages/server/test/webhooks/streak.test.ts'] },
  F43: {
    rule: 'Selectors and subscriptions have their limits, in parallel too.',
    provedIn: ['packages/server/test/webhooks/subscriptions.test.ts'],
  },
  F44: {
    rule: 'Receivers that hang delay no healthy one, with 5,000 deliveries waiting for them all.',
    provedIn: ['packages/server/test/webhooks/fairness.heavy.test.ts', 'packages/server/test/webhooks/hanging-receivers.heavy.test.ts'],
  },
  F45: {
    // The effect of a kill depends on the work in progress, 64 deliveries at most, not on earlier ones: 300 events and 3 kills for each
    // change, 1,000 and 20 in the long form.
    rule: 'The service is killed while events go out to receivers of which some fail: all arrive, repeats under one id.',
    provedIn: ['packages/server/test/faults/kills/delivery-kills.heavy.test.ts'],
    longForm: 'packages/server/test/faults/kills/delivery-kills.soak.test.ts',
  },
  F47: { rule: 'A deleted subscription is silent.', provedIn: ['packages/server/test/webhooks/streak.test.ts'] },
  F48: {
    rule: 'The subscription of an agent hears its own sessions, on boards that it is on.',
    provedIn: ['packages/server/test/webhooks/authority.test.ts'],
  },
  F49: {
    rule: 'Each form of a private address is refused when a webhook is made.',
    provedIn: ['packages/server/test/outbound/addresses.test.ts'],
  },
  F50: {
    rule: 'A name that leads to a private address by the time of the delivery is not connected to.',
    provedIn: ['packages/server/test/outbound/post.test.ts', 'packages/server/test/webhooks/deliveries.test.ts'],
  },
  F51: {
    rule: 'Of a mixed answer of the resolver only public addresses are used.',
    provedIn: ['packages/server/test/outbound/post.test.ts'],
  },
  F52: {
    rule: 'An allow-list lets in what it names; metadata addresses stay out.',
    provedIn: ['packages/server/test/outbound/addresses.test.ts', 'packages/server/test/outbound/post.test.ts'],
  },
  F53: {
    rule: 'A secret is shown once and found nowhere in clear afterwards.',
    provedIn: ['packages/server/test/webhooks/shown-once.test.ts', 'packages/server/test/webhooks/subscriptions.test.ts'],
  },
  F54: {
    rule: 'Only admins of a board see its webhooks.',
    provedIn: ['packages/server/test/webhooks/log.heavy.test.ts', 'packages/server/test/webhooks/subscriptions.test.ts'],
  },
  F55: {
    rule: 'What a provider sends counts only with its signature over the bytes.',
    provedIn: ['packages/plugin-kit/test/board-events.test.ts', 'packages/plugin-kit/test/inbound.test.ts'],
  },
  F92: {
    rule: 'With a new key and the old one everything opens; blobs that were swapped do not.',
    provedIn: ['packages/server/test/webhooks/seal.test.ts'],
  },
  F116: {
    rule: 'Hundreds of subscriptions that hang on one host delay no healthy one on that host.',
    provedIn: ['packages/server/test/webhooks/hanging-receivers.heavy.test.ts'],
  },
}
