import type { Refusal } from './refusal.ts'

/** Sessions of agents, and undoing them. */
export const sessionsRefusals = {
  undoOfPeople: { code: 'forbidden', says: 'Only people can undo what a session did. Ask a member of the board.' },
  undoWhileLive: { code: 'conflict', says: 'This session is still running. Stop it, or wait until it ends, before you undo its changes.' },
  undoneAlready: { code: 'conflict', says: 'What this session did is already undone. Read the session again.' },
  undoneNot: { code: 'conflict', says: 'This session has not been undone. Read the session again.' },
  undoTooMuch: {
    code: 'payload_too_large',
    says: 'This session has more than {most} changes, the most that can be undone at once. Revert what you do not want by hand.',
  },
  undoChangedSince: { of: 'service', says: 'Someone has changed this since.' },
  undoCardDeleted: { of: 'service', says: 'The card is deleted.' },
  undoOtherBoard: { of: 'service', says: 'The card was moved to another board.' },
  undoGone: {
    of: 'service',
    says: 'The list, label, person, comment or item that it was about no longer exists.',
  },
  undoInUse: { of: 'service', says: 'The list or the label is in use, or the image is the cover of the card.' },
  undoUnknown: { of: 'service', says: 'The log does not contain the previous value.' },
  undoAttachment: {
    of: 'service',
    says: 'The attachment is gone. Removed attachments are kept for 30 days, or less if the board needs the space.',
  },
  undoSetting: { of: 'service', says: 'Settings, views, fields, members and rules of a board are not undone. Change them back by hand.' },
  undoFinal: { of: 'service', says: 'This cannot be undone.' },
  sessionEnded: {
    code: 'conflict',
    // Does not suggest a new session: a person may have stopped this one, and decides whether the work goes on.
    says: 'This session has ended ({state}). Read it to see why. It still accepts updates that carry only usage.',
  },
  sessionElsewhere: { code: 'conflict', says: 'The session is {state}; this needs {needed}.' },
  agentNoMember: { of: 'field', says: 'is not a member of this board. Add the agent to the board first.' },
  agentDeactivated: { of: 'field', says: 'is deactivated and does not accept work. Choose another agent.' },
  assignPerson: { of: 'field', says: 'is a person. Assign the card to them instead: POST /api/cards/:id/assignees.' },
  agentNoDelegations: {
    of: 'field',
    says: 'does not accept delegations: its capability delegatable is off. Choose another agent, or ask its owner.',
  },
  questionOther: { code: 'conflict', says: 'Another question is open now. Read the session again.' },
  questionGone: { code: 'conflict', says: 'No question is open: it was answered or withdrawn.' },
  // A late answer: the agent gets it as a message all the same.
  questionAnswered: {
    code: 'conflict',
    says: '{name} was first and answered: {answer}. Your answer was passed on to the agent as a late answer. Read the session.',
  },
  questionDefaulted: {
    code: 'conflict',
    says: 'The deadline has passed and the default was used: {answer}. Your answer was passed on to the agent as a late answer. Read the session.',
  },
  questionCompleted: {
    code: 'conflict',
    says: 'The agent has completed its work without an answer. Your answer was recorded in the session as a late answer. Read the session.',
  },
  questionFailed: {
    code: 'conflict',
    says: 'The session has ended without an answer ({reason}). Your answer was recorded in it as a late answer. Read the session.',
  },
  questionStopped: {
    code: 'conflict',
    says: 'The session was stopped before the question was answered. Your answer was recorded in it as a late answer. Read the session.',
  },
  questionLifted: {
    code: 'conflict',
    says: 'The budget was changed, so this question was closed. Your answer was passed on to the agent as a late answer. Read the session.',
  },
  answerNeeded: { of: 'field', says: 'is required. Send the answer to the question.' },
  answersNeeded: { of: 'field', says: 'must have {count} answers, one for each question, in order. Send them all.' },
  answersOfOne: { of: 'field', says: 'are for several questions; this is one question. Send answer instead.' },
  answerNoOption: { of: 'field', says: 'is not one of the options of the question: {options}. Choose one of them.' },
  approvalOfMembers: { code: 'forbidden', says: 'Only members and admins of this board can approve or deny. Ask one of them to answer.' },
  answerLinkUnknown: {
    code: 'not_found',
    says: 'This link is incomplete or invalid. Open it from the e-mail again, or sign in.',
  },
  answerLinkExpired: { code: 'not_found', says: 'This link has expired. Sign in and answer on the card.' },
  answerLinkEnded: {
    code: 'forbidden',
    says: 'This link no longer works: the account is deactivated or no longer on the board, or the card no longer exists. Sign in to see your cards.',
  },
  answerLinkNoOption: {
    of: 'field',
    to: 'programs',
    says: 'is not an option of the question, which has {count}. Choose one of them, or send answer.',
  },
  questionsOrQuestion: {
    of: 'field',
    to: 'programs',
    says: 'cannot be combined with question, options, kind or defaultOption. Send one or the other.',
  },
  choiceNeedsOptions: { of: 'field', to: 'programs', says: 'are required for a choice. Send at least two.' },
  approvalHasOptions: { of: 'field', to: 'programs', says: 'of an approval are always approve and deny. Leave them out.' },
  approvalNoDefault: {
    of: 'field',
    to: 'programs',
    says: 'of an approval can only be deny. Send deny, or leave it out.',
  },
  approvalAlwaysNew: {
    of: 'field',
    to: 'programs',
    says: 'is not for approvals, because an earlier approval does not count for this one. Leave it out.',
  },
  deadlineTwice: { of: 'field', to: 'programs', says: 'cannot be combined with expiresInMinutes. Send one of them.' },
  deadlineUnfit: { of: 'field', to: 'programs', says: 'must be in the future, at most one year from now. Send another time.' },
  defaultNeedsDeadline: { of: 'field', to: 'programs', says: 'is used at a deadline. Send expiresInMinutes or expiresAt too.' },
  opNotOfAsk: { of: 'field', to: 'programs', says: 'is only for ask_human. Leave it out.' },
  invokedByOwner: { code: 'forbidden', says: 'Only {name}, who owns this agent, can start it. Ask {name} to delegate the card.' },
  invokedByNamed: { code: 'forbidden', says: 'Only people chosen by {name} can start this agent. Ask {name} to add you.' },
  invokedByMembers: {
    code: 'forbidden',
    says: 'Only members of this board can start this agent, and this request is made for someone without that role. Ask a board admin for the member role, or ask {name} to delegate the card.',
  },
  invokedByMembersAlone: {
    code: 'forbidden',
    says: 'Only members of this board can start this agent, and this request is made for someone without that role. Ask a board admin for the member role.',
  },
  agentOwnerDeactivated: { code: 'forbidden', says: '@{name} does not accept work: the account of its owner is deactivated.' },
  queueOfAgents: { of: 'field', says: 'includes an agent that is not a member of this board. Add it to the board first.' },
  listFull: { code: 'conflict', says: 'The list "{name}" is at its limit of {most} cards. Move a card out first, or raise the limit.' },
  agentFull: {
    code: 'conflict',
    to: 'programs',
    says: 'The owner of this agent lets it work on {most} cards at once. The session stays queued. Start it when another one has ended.',
  },
  boardFull: {
    code: 'conflict',
    to: 'programs',
    says: 'On this board, at most {most} sessions can work at once. The session stays queued. Start it when another one has ended.',
  },
  listAtWork: {
    code: 'conflict',
    to: 'programs',
    says: 'In the list "{name}", at most {most} sessions can work at once. The session stays queued. Start it when another one has ended.',
  },
  generationNeeded: {
    of: 'field',
    to: 'programs',
    says: 'is required: this session was claimed. Send the generation of your lease.',
  },
  generationAlone: { of: 'field', to: 'programs', says: 'is of no use without the id of the session. Send both, or neither.' },
  generationUnfit: { of: 'field', to: 'programs', says: 'must be the generation of your lease, a whole number from 1.' },
  leaseLost: {
    code: 'conflict',
    to: 'programs',
    says: 'Your lease of this session has expired: the generation is {current}, not {given}. Stop this work, and claim the next card.',
  },
  stopRequested: {
    code: 'conflict',
    to: 'programs',
    says: 'A person has asked this session to stop. End it with complete or fail, and claim the next card.',
  },
  cardClosed: {
    code: 'conflict',
    to: 'programs',
    says: 'This card is {state}. The session stays queued. Start it when a person has reopened the card.',
  },
  cardNotStarted: {
    code: 'conflict',
    to: 'programs',
    says: 'Work on this card starts at {startAt}. The session stays queued. Start it then.',
  },
  leaseOfStart: { of: 'field', to: 'programs', says: 'is accepted only by an update to state working. Send state working with it.' },
  leaseNone: { code: 'conflict', to: 'programs', says: 'This session was not claimed, so there is no lease to extend.' },
  claimOfAgents: { code: 'forbidden', to: 'programs', says: 'Only agents can claim cards. Use a token of the agent.' },
  newsCursorUnknown: { of: 'field', says: 'is not a cursor of news. Send `news.cursor` of an answer unchanged.', to: 'programs' },
  cardOfOtherAgent: {
    code: 'conflict',
    says: 'Another agent is working on this card. Choose another card, or ask a person to delegate it to you.',
  },
  agentBusy: { code: 'conflict', says: 'This agent already has a live session on the card. Use that one, or end it first.' },
} as const satisfies Record<string, Refusal>
