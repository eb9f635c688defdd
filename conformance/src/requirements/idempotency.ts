import type { RequirementTable } from '../requirement-table.ts'

/** Service.md §2 and decisions.md §1: clientMutationId. */
export const idempotency = {
  'idempotency.replay.applies-once': {
    source: 'service §2',
    rule: 'A mutation re-sent with the same clientMutationId is applied once: one record, one activity.',
  },
  'idempotency.replay.same-result': {
    source: 'service §2, decisions §1',
    rule: 'The re-sent mutation answers the status and body of the first one.',
  },
  'idempotency.replay.body-ignored': {
    source: 'decisions §1',
    rule: 'A re-sent id on the same operation and target returns the first result even when the rest of the body differs.',
  },
  'idempotency.replay.header': {
    source: 'decisions §1',
    rule: 'A replayed answer carries Idempotency-Replayed: true and the first one does not.',
  },
  'idempotency.replay.every-mutation': { source: 'service §2', rule: 'Every mutation route honours clientMutationId.' },
  'idempotency.id.optional': { source: 'service §2', rule: 'A mutation without clientMutationId is applied every time it is sent.' },
  'idempotency.id.in-query': { source: 'decisions §1', rule: 'A mutation without a body takes clientMutationId from the query.' },
  'idempotency.id.header-alias': { source: 'decisions §1', rule: 'The Idempotency-Key header has the same effect as clientMutationId.' },
  'idempotency.id.length': {
    source: 'decisions §1',
    rule: 'An id of 1 to 128 characters is taken; an empty or longer one answers 400 validation.',
  },
  'idempotency.id.per-actor': {
    source: 'decisions §1',
    rule: 'Two actors who use the same id do not disturb each other: both mutations are applied.',
  },
  'idempotency.id.retention': { source: 'decisions §1', rule: 'A result can still be replayed after just under 7 days.' },
  'idempotency.reuse.other-operation': {
    source: 'decisions §1',
    rule: 'An id already used for another operation answers 409 conflict and nothing is applied.',
  },
  'idempotency.reuse.other-target': {
    source: 'decisions §1',
    rule: 'An id already used for the same operation on another target answers 409 conflict.',
  },
  'idempotency.concurrent.waits': {
    source: 'decisions §1',
    rule: 'Of two simultaneous requests with one id the later waits for the first and returns its result.',
  },
  'idempotency.concurrent.lock-timeout': {
    source: 'decisions §1',
    rule: 'A duplicate that has waited 3 s for the first answers 409 with Retry-After: 1.',
  },
  'idempotency.access.checked-first': {
    source: 'decisions §1',
    rule: 'A caller who has lost access to the board gets the refusal on a replay and not the stored result.',
  },
  'idempotency.failure.leaves-no-record': {
    source: 'decisions §1',
    rule: 'After a mutation that failed with 4xx or 5xx the same id can be used again and then succeeds.',
  },
  'idempotency.secret.not-replayed': {
    source: 'decisions §1',
    rule: 'A replayed result has null where the first held a one-time token, secret or signingSecret.',
  },
  'idempotency.boardless.actor-scope': {
    source: 'decisions §1',
    rule: 'Board-less mutations (watch, inbox, profile, tokens, agents, OAuth, password) honour the id within the actor.',
  },
} as const satisfies RequirementTable
