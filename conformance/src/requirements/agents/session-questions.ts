import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §3, §4, §6 and decisions.md §4: who is asked, who answers. */
export const sessionQuestions = {
  'session.answer.endpoint': { source: 'decisions §4', rule: 'POST /api/sessions/:id/answer answers {event, session}.' },
  'session.answer.human-members': { source: 'service §3, service §4', rule: 'Any human member of the board can answer.' },
  'session.answer.viewer': { source: 'decisions §4', rule: 'A viewer can answer.' },
  'session.answer.agent-refused': { source: 'service §4, decisions §4', rule: 'An answer by an agent answers 403.' },
  'session.answer.non-member': { source: 'service §4', rule: 'An answer by a human who is no member of the board is refused.' },
  'session.answer.one-winner': {
    source: 'decisions §4',
    rule: 'Of several concurrent answers to one question exactly one succeeds; the others get 409 conflict.',
  },
  'session.answer.not-awaiting': { source: 'decisions §4', rule: 'An answer to a session which is not awaiting answers 409 conflict.' },
  'session.answer.old-question': {
    source: 'decisions §4',
    rule: 'An answer with a questionEventId that is no longer open answers 409 conflict.',
  },
  'session.answer.polled': {
    source: 'service §6',
    rule: 'The agent that polls the events since its cursor finds the event of kind answer.',
  },
  'session.answer.pushed': { source: 'service §6', rule: 'The agent with a subscription receives agent_session.answered.' },
  'session.answer.marks-read': { source: 'decisions §4', rule: 'Answering marks the notifications of the question read for everybody.' },
  'session.answer.withdrawn-marks-read': {
    source: 'decisions §4',
    rule: 'Withdrawing a question by complete marks its notifications read.',
  },
  'session.routing.assignees': { source: 'service §3', rule: 'A question is notified to the assignees of the card when there are any.' },
  'session.routing.initiator': {
    source: 'service §3',
    rule: 'Without assignees a question goes to the session initiator or delegator, if human.',
  },
  'session.routing.board-admins': {
    source: 'service §3',
    rule: 'Without assignees and a human initiator or delegator a question goes to the human admins of the board.',
  },
  'session.routing.never-dropped': {
    source: 'service §3',
    rule: 'Every question reaches a person, even if the assignees and the initiator are gone.',
  },
} as const satisfies RequirementTable
