import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §1, §2, §4 and decisions.md §1, §3: the log. */
export const activity = {
  'activity.append.every-mutation': { source: 'service §1, service §6', rule: 'Every mutation of a board appends at least one activity.' },
  'activity.append.only': { source: 'service §1', rule: 'No route changes or removes an activity row.' },
  'activity.append.atomic': { source: 'service §1', rule: 'A mutation that fails appends no activity.' },
  'activity.row.shape': { source: 'service §2', rule: 'An activity carries id, boardId, cardId, actorId, verb, payload and createdAt.' },
  'activity.row.card-id': { source: 'service §2', rule: 'The cardId is set for card-scoped verbs and null otherwise.' },
  'activity.row.actor': { source: 'service §2', rule: 'The actorId of an activity is the actor that caused it.' },
  'activity.row.uuid-v7': { source: 'service §2', rule: 'An activity id is a UUIDv7.' },
  'activity.list.newest-first': { source: 'service §4', rule: 'Without since, the activity of a board comes newest first.' },
  'activity.list.since-ascending': { source: 'service §4', rule: 'With since, the activity comes oldest first.' },
  'activity.list.since-strict': { source: 'service §4', rule: 'With since, the row named or a row at exactly that time is left out.' },
  'activity.list.since-forms': { source: 'service §4', rule: 'The since of activity takes an activity id or an ISO-8601 datetime.' },
  'activity.list.card-scoped': {
    source: 'service §4',
    rule: 'GET /api/cards/:id/activity follows the same rules for the rows of that card alone.',
  },
  'activity.list.limit': { source: 'service §4', rule: 'Both activity routes take limit.' },
  'activity.seq.gapless': { source: 'decisions §3', rule: 'The seq of the rows of a board runs without gaps.' },
  'activity.seq.commit-order': {
    source: 'decisions §3',
    rule: 'The seq of a board increases strictly in commit order under concurrent writers.',
  },
  'activity.poll.no-miss': {
    source: 'decisions §3',
    rule: 'A reader that pages with since=<last id> sees every row while writers run concurrently.',
  },
  'activity.poll.no-repeat': {
    source: 'decisions §3',
    rule: 'A reader that pages with since=<last id> sees no row twice while writers run concurrently.',
  },
  'activity.surfaces.same-object': {
    source: 'service §6',
    rule: 'Polling, webhook and WebSocket hand out one activity as the same object.',
  },
  'activity.payload.previous': {
    source: 'decisions §1',
    rule: 'A payload of changed fields holds the changed attributes with new values and their former ones under previous.',
  },
  'activity.payload.only-changed': { source: 'decisions §1', rule: 'A payload of changed fields holds no attribute that stayed the same.' },
  'activity.payload.position': { source: 'decisions §1', rule: 'The position in a payload is the new rank string.' },
  'activity.origin.integration': {
    source: 'decisions §5',
    rule: 'An activity caused by the token of an integration carries origin {integrationId, externalId?}.',
  },
  'activity.origin.absent': { source: 'decisions §5', rule: 'An activity caused by anybody else carries no origin.' },
} as const satisfies RequirementTable
