import type { FaultCase } from './fault-case.ts'

/** Changes that are repeated, simultaneous or refused, and the order of the log. */
export const changes: Record<string, FaultCase> = {
  F01: {
    rule: 'A creation sent twice with one clientMutationId answers alike, and there is one card, one activity, one delivery.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F02: {
    rule: 'Of 50 duplicates at once one takes effect; each is answered with its result, or told when to come again.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F03: {
    rule: 'A known clientMutationId with another body answers the first result, applies nothing and says so in a header.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F04: {
    rule: 'A known clientMutationId on another operation or target is a conflict that applies nothing.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F05: { rule: 'Two actors may use one clientMutationId; both are served.', provedIn: ['packages/server/test/kernel/idempotency.test.ts'] },
  F06: { rule: 'A mutation repeated by MCP after REST answers the first result.', provedIn: ['conformance/test/agents/mcp.test.ts'] },
  F07: {
    rule: 'A refused mutation leaves no record: the corrected one takes effect once under the same id.',
    provedIn: ['packages/server/test/kernel/idempotency.test.ts'],
  },
  F13: {
    rule: 'Sixteen writers and a poller by the last id: it sees all, once, in order.',
    provedIn: ['packages/server/test/kernel/order.test.ts'],
  },
  F14: { rule: 'The same while the clock steps back by an hour.', provedIn: ['packages/server/test/kernel/order.test.ts'] },
  F15: { rule: 'since means strictly newer, for ids and for times.', provedIn: ['packages/server/test/kernel/order.test.ts'] },
  F16: {
    rule: 'A since that is nonsense or of an unreadable board is refused and tells nothing.',
    provedIn: ['packages/server/test/cards/activity.test.ts', 'packages/server/test/kernel/order.test.ts'],
  },
  F17: { rule: 'A refused move leaves no activity, notification or delivery.', provedIn: ['packages/server/test/kernel/moves.test.ts'] },
  F24: { rule: 'Fifty moves into one place: every card once, one order for all.', provedIn: ['packages/server/test/kernel/moves.test.ts'] },
  F25: {
    rule: 'A move next to a card that is being archived is refused or ends in a valid place.',
    provedIn: ['packages/server/test/kernel/moves.test.ts'],
  },
  F30: {
    rule: 'Hundreds of cards created at once have numbers of their own, without a failure.',
    provedIn: ['packages/server/test/kernel/moves.test.ts'],
  },
  F32: {
    rule: 'Lists are archived, members removed and webhooks deleted under writers: served or refused, no orphan.',
    provedIn: ['packages/server/test/actors/agent-leaves.test.ts', 'packages/server/test/kernel/closing-under-load.test.ts'],
  },
  F93: { rule: 'The log takes no change from the role of the service.', provedIn: ['packages/server/test/kernel/append-only.test.ts'] },
  F113: {
    rule: 'The index of texts is in no deadlock with cards that move.',
    provedIn: ['packages/server/test/search/text-locks.test.ts'],
  },
}
