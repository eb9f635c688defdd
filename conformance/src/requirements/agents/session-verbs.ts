import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §6 and decisions.md §4: the agent_session verbs and their payloads. */
export const sessionVerbs = {
  'verb.agent-session.created': {
    source: 'service §6',
    rule: 'Opening a session appends agent_session.created with sessionId, cardId, board name, card key, both actor ids and trigger.',
  },
  'verb.agent-session.created-context': {
    source: 'decisions §4',
    rule: 'agent_session.created carries context with cardTitle, description, checklist, recentComments, guidance and summary.',
  },
  'verb.agent-session.created-recent-comments': {
    source: 'decisions §4',
    rule: 'The context of agent_session.created holds at most the 10 latest comments.',
  },
  'verb.agent-session.created-guidance': {
    source: 'decisions §4',
    rule: 'The guidance in the context is the agent guidance text of the board.',
  },
  'verb.agent-session.updated': { source: 'service §6', rule: 'A change of state or status text appends agent_session.updated.' },
  'verb.agent-session.updated-payload': {
    source: 'decisions §4',
    rule: 'agent_session.updated carries statusText, plan and stopRequested.',
  },
  'verb.agent-session.progress': { source: 'service §6, decisions §4', rule: 'A progress note appends agent_session.progress with note.' },
  'verb.agent-session.question': {
    source: 'service §6, decisions §4',
    rule: 'ask_human appends agent_session.question with eventId, question and options.',
  },
  'verb.agent-session.answered': {
    source: 'service §6, decisions §4',
    rule: 'An answer appends agent_session.answered with eventId, answer and answeredByActorId.',
  },
  'verb.agent-session.log': { source: 'service §6, decisions §4', rule: 'A log entry appends agent_session.log with payload.' },
  'verb.agent-session.completed': { source: 'service §6, decisions §4', rule: 'Completing appends agent_session.completed with summary.' },
  'verb.agent-session.failed': { source: 'service §6, decisions §4', rule: 'Failing appends agent_session.failed with reason.' },
  'session.timeout.held': {
    source: 'beyond §3',
    rule: 'A queued session that a pause, a cap or the budget of its board keeps from starting does not time out; its 24 hours begin anew when it may start.',
  },
  'verb.agent-session.failed-timeout': {
    source: 'service §6, decisions §4',
    rule: 'The watchdog appends agent_session.failed with reason timeout.',
  },
  'verb.agent-session.common-payload': {
    source: 'decisions §4',
    rule: 'Every agent_session payload carries sessionId, cardId, cardKey, boardName, agentActorId, initiatorActorId and state.',
  },
} as const satisfies RequirementTable
