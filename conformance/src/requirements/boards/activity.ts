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
  'log.hash.chain': {
    source: 'beyond §7',
    rule: 'The hash of an activity is the SHA-256 of the hash before it and of its id, seq, verb, actorId, cardId, createdAt and payloadHash; that is the SHA-256 of its payload as canonical JSON.',
  },
  'log.hash.kept': {
    source: 'beyond §7',
    rule: 'An emptied payload, an erased person and what is deleted in time leave the hashes of a log as they were.',
  },
  'log.hash.old-rows': {
    source: 'beyond §7',
    rule: 'Activities of an older release get their hashes in the order of the log, while instances of both releases append to it.',
  },
  'log.head.answer': {
    source: 'beyond §7',
    rule: 'GET /api/boards/:id/log/head answers the last hash of the log and how far the log has hashes.',
  },
  'log.head.delivery': {
    source: 'beyond §7',
    rule: 'A webhook delivery names the seq and the hash of its activity in X-Kanban-Log-Head, as its body does.',
  },
  'log.verify.tampering': {
    source: 'beyond §7',
    rule: 'Verification names the first activity whose payload or actor was changed, that was removed, or that was exchanged with another one.',
  },
  'log.verify.export': { source: 'beyond §7', rule: 'An export says where the log ends, and its log can be verified without the service.' },
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
  'activity.session.found': {
    source: 'beyond §7',
    rule: 'What an agent does carries sessionId: its only live session on that card, else on the card of the call, else its only live session on the board, else none. What one call changes on other cards and boards belongs to it.',
  },
  'activity.session.named': {
    source: 'beyond §7',
    rule: 'X-Session-Id, in a tool sessionId, names the session of the agent under which its act is recorded, an ended one too.',
  },
  'activity.session.refused': {
    source: 'beyond §7',
    rule: 'X-Session-Id that names no session of the caller on the board of the act answers 400 validation, and nothing is recorded; a read does not look at it.',
  },
  'activity.session.command': {
    source: 'beyond §7',
    rule: 'With TANDEM_SESSION what a command does is recorded under that session of the agent; on boards where it is not, under none.',
  },
  'activity.session.people': { source: 'beyond §7', rule: 'An activity of a person carries no sessionId.' },
  'activity.origin.absent': { source: 'decisions §5', rule: 'An activity caused by anybody else carries no origin.' },
} as const satisfies RequirementTable
