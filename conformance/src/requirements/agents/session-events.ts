import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §3, §4 and decisions.md §4: the posts of an agent, and the trail of its session. */
export const sessionEvents = {
  'session.op.own-agent-only': {
    source: 'service §4, decisions §4',
    rule: 'An agent op by anybody but the agent of the session answers 403.',
  },
  'session.op.answer-shape': {
    source: 'decisions §4',
    rule: 'POST /api/sessions/:id/events answers {event, session}: the appended event and the session after it.',
  },
  'session.op.unknown': { source: 'service §4', rule: 'A body with an unknown op answers 400 validation.' },
  'session.op.status-text-length': { source: 'decisions §4', rule: 'A statusText above 280 characters answers 400.' },
  'session.op.status-text': { source: 'service §3, service §4', rule: 'update stores statusText, which the session then shows.' },
  'session.op.plan': {
    source: 'decisions §4',
    rule: 'update stores a plan of {text, status} steps with status pending, in_progress, done or skipped.',
  },
  'session.op.external-url': { source: 'decisions §4', rule: 'update stores externalUrl.' },
  'session.op.usage-added': {
    source: 'decisions §4',
    rule: 'The inputTokens, outputTokens and costUsd of several updates add up in usage.',
  },
  'session.op.one-event': { source: 'decisions §4', rule: 'Each op appends exactly one session event.' },
  'session.op.one-activity': { source: 'decisions §4', rule: 'Each op appends exactly one activity.' },
  'session.event.shape': { source: 'service §2, service §4', rule: 'A session event carries id, kind, body and createdAt.' },
  'session.event.kinds': { source: 'service §2', rule: 'The kind of an event is state_change, progress, question, answer or log.' },
  'session.event.append-only': { source: 'service §2', rule: 'An event never changes and never disappears once appended.' },
  'session.event.list-envelope': { source: 'service §4', rule: 'GET /api/sessions/:id/events answers {events: […]} in ascending order.' },
  'session.event.since-strict': { source: 'service §4', rule: 'since with an event id or an ISO time returns only strictly newer events.' },
  'session.event.state-change-body': {
    source: 'decisions §4',
    rule: 'A state_change body carries from, to and where given statusText, summary and reason.',
  },
  'session.event.opening': { source: 'decisions §4', rule: 'Opening appends a state_change event with from null.' },
  'session.event.update-same-state': {
    source: 'decisions §4',
    rule: 'update of text, plan or usage alone appends a state_change with from equal to to.',
  },
  'session.event.progress-body': { source: 'decisions §4', rule: 'A progress body is {note}.' },
  'session.event.question-body': { source: 'service §4, decisions §4', rule: 'A question body is {question, options}.' },
  'session.event.answer-body': { source: 'service §2, decisions §4', rule: 'An answer body is {answer, actorId, questionEventId}.' },
  'session.event.log-body': { source: 'decisions §4', rule: 'A log body is the payload of the op.' },
  'session.event.ends-are-state-changes': {
    source: 'decisions §4',
    rule: 'Completion, failure, undelegation and time-out each append a state_change event.',
  },
} as const satisfies RequirementTable
