import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §6 and decisions.md §3, §4: @handle, and agents called by it. */
export const mentions = {
  'mention.syntax.at-handle': { source: 'decisions §2', rule: '@handle in a text mentions the actor of that handle.' },
  'mention.syntax.word-start': { source: 'decisions §3', rule: 'An @ inside a word, as in me@handle, is not a mention.' },
  'mention.syntax.code': { source: 'decisions §3', rule: '@handle inside code is not a mention.' },
  'mention.agent.opens-session': {
    source: 'service §3, service §6',
    rule: 'Mentioning a mentionable agent member in a comment opens a queued session with trigger.type mention.',
  },
  'mention.agent.not-mentionable': {
    source: 'service §3, service §6',
    rule: 'Mentioning an agent without the mentionable capability opens no session.',
  },
  'mention.agent.not-member': {
    source: 'service §3, service §6',
    rule: 'Mentioning an agent that is no member of the board opens no session.',
  },
  'mention.agent.own-author': { source: 'service §6', rule: 'A comment in which an agent mentions itself opens no session.' },
  'mention.agent.busy-author': {
    source: 'service §6',
    rule: 'A comment by an agent with an open session on the card opens no session of anybody.',
  },
  'mention.agent.live-session': {
    source: 'decisions §4',
    rule: 'Mentioning an agent with a live session on the card opens no second one.',
  },
  'mention.agent.follow-up': {
    source: 'decisions §4',
    rule: 'Mentioning an agent with a live session appends a log event {type: mention, commentId, body, actorId} to it.',
  },
  'mention.agent.follow-up-activity': { source: 'decisions §4', rule: 'A follow-up mention appends one agent_session.log activity.' },
  'mention.human.notified': { source: 'decisions §5', rule: 'A mentioned human member gets a notification with reason mentioned.' },
} as const satisfies RequirementTable
