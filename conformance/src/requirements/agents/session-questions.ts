import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §3, §4, §6 and decisions.md §4: the people who are asked, and those who may answer. */
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
  'session.answer.late': {
    source: 'beyond §6',
    rule: 'An answer after the end of its question gets 409 conflict whose details name who or what ended it (endedBy), and the session gets a log event {type: "late_answer", questionEventId, answer, actorId}, on ended sessions too; repeated under its id it leaves no second one. The news of the agent tells of it.',
  },
  'session.question.kinds': {
    source: 'beyond §6',
    rule: 'ask_human takes kind choice (one of at least two options), approval (approve or deny, by a member or an admin; a viewer gets 403) or text. What does not fit gets 400. An answer may carry a note of up to 2,000 characters.',
  },
  'session.question.several': {
    source: 'beyond §6',
    rule: 'ask_human takes up to 5 questions of up to 2,000 characters in place of one; they are answered by answers, one for each in their order, else 400.',
  },
  'session.deadline.default': {
    source: 'beyond §6',
    rule: 'At expiresAt, or after expiresInMinutes, at most 525,600 minutes ahead, the default is taken: an event of kind answer with byDefault true. Without a default the question stays open. Before the deadline the question has gone to the next tier once more. The default of an approval can only be deny.',
  },
  'session.deadline.once': { source: 'beyond §6', rule: 'A default is taken once, by any number of instances, and across kill -9.' },
  'session.answer.anywhere': {
    source: 'beyond §6',
    rule: 'Of people who answer one question at once by REST, the command line, a push notification, the link in a letter, a reply to it, Slack and the web, the first counts, and each of the others is told who was first and what they answered.',
  },
  'session.memory.similar': {
    source: 'beyond §6',
    rule: 'The answer to ask_human has similar: up to 3 earlier questions among the last 300 of the board that were answered, with question and answer of up to 1,000 characters each, who and when; several answers that are no longer than that together are told one by one. With onlyIfNew, nothing is asked when one is close. An approval is always asked.',
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
