import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §3, §4 and decisions.md §4: the session record, its opening, its states. */
export const sessions = {
  'session.record.shape': {
    source: 'service §2, decisions §4',
    rule: 'A session carries every attribute of decisions §4, from id and sessionId to createdAt, updatedAt and endedAt.',
  },
  'session.record.id-twice': { source: 'decisions §4', rule: 'The id and the sessionId of a session are the same value.' },
  'session.record.states': { source: 'service §2', rule: 'The state of a session is queued, working, awaiting_input, done or error.' },
  'session.record.trigger-types': { source: 'service §2', rule: 'The trigger.type of a session is delegation, mention or api.' },
  'session.record.question': {
    source: 'decisions §4',
    rule: 'An awaiting session carries question {eventId, question, options, askedAt}; any other carries null.',
  },
  'session.open.by-agent': { source: 'decisions §4', rule: 'An agent opens its own session with agentActorId absent or naming itself.' },
  'session.open.agent-for-other': { source: 'decisions §4', rule: 'An agent cannot open a session of another agent.' },
  'session.open.by-human': { source: 'decisions §4', rule: 'A human can open a session of a delegatable agent.' },
  'session.open.not-delegatable': {
    source: 'decisions §4',
    rule: 'A human cannot open a session of an agent without the delegatable capability.',
  },
  'session.open.queued': {
    source: 'service §3',
    rule: 'A session opened by POST /api/cards/:id/sessions is queued with trigger.type api and answers 201.',
  },
  'session.open.emits-created': { source: 'service §3', rule: 'Opening a session appends agent_session.created.' },
  'session.open.initiator': { source: 'service §2', rule: 'The initiatorActorId of a session is the actor who started it.' },
  'session.open.second-refused': {
    source: 'decisions §4',
    rule: 'A second open for the same card and agent answers 409 conflict with details.sessionId.',
  },
  'session.open.concurrent-one': {
    source: 'decisions §4',
    rule: 'Of several concurrent opens for one card and agent exactly one makes a session.',
  },
  'session.open.other-agents': { source: 'decisions §4', rule: 'Two different agents can each hold a live session on one card.' },
  'session.open.summary': { source: 'decisions §4', rule: 'The summary given at opening appears in the context of agent_session.created.' },
  'session.read.by-id': { source: 'decisions §4', rule: 'GET /api/sessions/:id answers the session.' },
  'session.read.by-card': { source: 'decisions §4', rule: 'GET /api/cards/:id/sessions lists the sessions of the card.' },
  'session.read.by-board': { source: 'service §4', rule: 'GET /api/boards/:id/sessions lists the sessions of the board.' },
  'session.read.board-state-filter': {
    source: 'service §4',
    rule: 'The state query of the board listing keeps the sessions in that state and refuses an unknown state with 400.',
  },
  'session.read.mine-across-boards': {
    source: 'service §4',
    rule: 'GET /api/sessions/mine lists the sessions of the caller on every board, newest first.',
  },
  'session.read.mine-roles': {
    source: 'decisions §4',
    rule: 'GET /api/sessions/mine holds what the caller works on as agent or has initiated, and nothing else.',
  },
  'session.read.mine-state-filter': {
    source: 'service §4',
    rule: 'The state query of GET /api/sessions/mine keeps the sessions in that state.',
  },
  'session.state.queued-to-working': { source: 'service §3', rule: 'op update with state working takes a queued session to working.' },
  'session.state.update-working-only': {
    source: 'service §3, service §4',
    rule: 'op update with any state other than working is refused with 400.',
  },
  'session.state.working-stays': { source: 'decisions §4', rule: 'op update with state working is accepted in working.' },
  'session.state.update-awaiting': { source: 'decisions §4', rule: 'op update to working from awaiting_input answers 409.' },
  'session.state.ask-from-working': { source: 'service §3', rule: 'ask_human takes a working session to awaiting_input.' },
  'session.state.ask-from-queued': { source: 'decisions §4', rule: 'ask_human takes a queued session to awaiting_input.' },
  'session.state.answer-to-working': { source: 'service §3', rule: 'An answer takes an awaiting session to working.' },
  'session.state.complete-from-working': { source: 'service §3', rule: 'complete takes a working session to done with its summary.' },
  'session.state.complete-from-queued': { source: 'decisions §4', rule: 'complete takes a queued session to done.' },
  'session.state.complete-from-awaiting': {
    source: 'decisions §4',
    rule: 'complete takes an awaiting session to done and withdraws the open question.',
  },
  'session.state.fail-from-live': {
    source: 'service §3, decisions §4',
    rule: 'fail takes a session to error from queued, working and awaiting_input alike.',
  },
  'session.state.failure-reason': { source: 'decisions §4', rule: 'The reason of fail appears as failureReason of the session.' },
  'session.state.ended-at': {
    source: 'service §2, service §3',
    rule: 'Entering done or error sets endedAt, which a live session does not have.',
  },
  'session.state.ended-refuses-ops': { source: 'decisions §4', rule: 'Any op on an ended session answers 409 conflict.' },
  'session.state.progress-log-keep': {
    source: 'decisions §4',
    rule: 'progress and log are accepted in every live state and do not change it.',
  },
  'session.state.if-state': { source: 'decisions §4', rule: 'An op whose ifState is not the present state answers 409 with the session.' },
  'session.state.if-state-one-claim': {
    source: 'decisions §4',
    rule: 'Of two runners that claim with ifState queued exactly one succeeds.',
  },
  'session.state.if-state-applies-nothing': {
    source: 'decisions §4',
    rule: 'An op refused by ifState appends neither event nor activity.',
  },
} as const satisfies RequirementTable
