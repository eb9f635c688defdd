import { type BudgetAnswer, budgetAnswers, type NotificationReason } from '@tandem/contract'

/** What a sentence about a notification may say. All names are ready to be shown. */
type Said = { name: string; due: string | null; hasFailed: boolean; isCanceled: boolean }

const reasons: Record<NotificationReason, (said: Said) => string> = {
  question: ({ name }) => `${name} asks you a question`,
  mentioned: ({ name }) => `${name} mentioned you`,
  assigned: ({ name }) => `${name} assigned a card to you`,
  delegated: ({ name }) => `${name} delegated a card to you`,
  unblocked: () => 'the card is no longer blocked',
  review: ({ name }) => `${name} has work ready for review`,
  reviewed: ({ name }) => `${name} reviewed the work of an agent`,
  // The service or a person may have ended a session that failed.
  session_ended: ({ name, hasFailed, isCanceled }) =>
    hasFailed ? `an agent session ${isCanceled ? 'was canceled' : 'failed'}` : `${name} finished`,
  commented: ({ name }) => `${name} commented`,
  watching: ({ name }) => `${name} changed a card that you watch`,
  due_soon: ({ due }) => (due === null ? 'due soon' : `due ${due}`),
  webhook_disabled: () => 'a webhook was turned off',
  rule: () => 'a rule notified you',
  agent_requested: ({ name }) => `${name} requests one of your agents`,
  budget: () => 'a budget is nearly used up',
  invited: ({ name }) => `${name} invited you to a board`,
}

const budgetOptions: Record<BudgetAnswer, string> = budgetAnswers

/** `external` and `fromOutside` are the words of the web app. */
export const en = {
  reasons,
  external: 'External',
  fromOutside: 'From outside the board. It cannot start agents, and agents treat it as information only.',
  othersInSubject: (count: number) => `(and ${count} more)`,
  moreInInbox: (count: number) => `${count} more in your inbox.`,
  replyTo: { answer: 'Reply to this e-mail to answer.', comment: 'Reply to this e-mail to comment.' },
  settings: 'You can choose which e-mails you get in your notification settings.',
  settingsAt: (url: string) => `Choose which e-mails you get: ${url}`,
  question: {
    several: (count: number) => `${count} questions. Answer them together.`,
    approval: 'Approve or deny.',
    text: 'Answer in your own words.',
    choice: 'Choose one of the options.',
    suggestions: 'Choose an option, or answer in your own words.',
    until: (time: string) => `Answer by ${time}.`,
    otherwise: (option: string) => `If there is no answer, "${option}" is used.`,
    approve: 'Approve',
    deny: 'Deny',
    option: (number: number) => `Option ${number}`,
    answer: 'Answer',
    otherAnswer: 'Another answer',
    budget: budgetOptions,
  },
  invitation: {
    subject: (board: string) => `You are invited to ${board}`,
    body: ({ name, board, url }: { name: string; board: string; url: string }) =>
      `Hello,\n\n${name} invited you to the board "${board}" on Tandem. Join it within 7 days:\n\n${url}\n\nIf you did not expect this invitation, ignore this e-mail.\n`,
  },
  reset: {
    subject: 'Reset your Tandem password',
    body: ({ name, url }: { name: string; url: string }) =>
      `Hello ${name},\n\nA password reset was requested for your account. Set a new password within 30 minutes:\n\n${url}\n\nIf you did not request it, ignore this e-mail. Your password stays the same.\n`,
  },
  replies: {
    refused: 'Your reply was not accepted',
    unopened: 'Your comment did not start an agent',
    unopenedText: 'Your comment was added. Agents that did not start:',
    inbox: 'Open your inbox',
  },
}

/** The texts of the mails. A language without one of them does not compile. */
export type MailTexts = typeof en
