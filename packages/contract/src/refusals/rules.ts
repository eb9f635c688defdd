import type { Refusal } from './refusal.ts'

/** Rules, figures and imports. */
export const rulesRefusals = {
  startListGone: { of: 'field', says: 'is not a list of this board. Read the board for its lists.' },
  daysOrder: { of: 'field', says: 'must not be after `to` or in the future.' },
  daysTooMany: { of: 'field', says: 'makes the range longer than {count} days. Choose a later day.' },
  rulesFull: { code: 'conflict', says: 'A board can have at most {count} rules. Delete one that is no longer used.' },
  scheduleMixed: { of: 'field', says: 'a rule on a schedule can either create cards or change existing cards. Create two rules instead.' },
  scheduleConditions: { of: 'field', says: 'are checked for cards, and a rule that creates cards on a schedule has none. Leave them out.' },
  ruleValueUnfit: { of: 'field', says: 'the value of set_field is not valid: {name} is a {type}. Send a value of that type.' },
  zoneUnknown: { of: 'field', says: 'its schedule has an unknown time zone. Use one such as Europe/Berlin or UTC.' },
  scheduleNever: { of: 'field', says: 'its schedule never runs: there is no such day. Choose another.' },
  scheduleTooOften: { of: 'field', says: 'its schedule runs more often than every five minutes. Use a longer interval.' },
  scheduleUnread: { of: 'field', says: 'its cron expression is not valid: {why}. Write it as in 0 9 * * 1-5.' },
  importsFull: { code: 'conflict', says: 'You already have {count} imports in progress. Wait until one of them is done.' },
  ruleListGone: { of: 'field', says: '{id} is not an open list of this board. Read the board and use one of its lists.' },
  ruleLabelGone: { of: 'field', says: '{id} is not a label of this board. List its labels and use one of those.' },
  ruleFieldGone: { of: 'field', says: '{id} is not a custom field of this board. List its fields and use one of those.' },
  ruleMemberGone: { of: 'field', says: '{id} is not a member of this board. Add them to the board first.' },
  rulePersonGone: { of: 'field', says: '{id} is not a person on this board. For an agent, use the action delegate.' },
  ruleAgentGone: {
    of: 'field',
    says: '{id} is not an agent on this board that accepts delegations. Add it to the board, or choose another.',
  },
  importEmpty: { of: 'field', says: 'is empty. Send a Tandem export, a Trello export or a CSV file.' },
  importForeign: {
    code: 'unsupported_media_type',
    says: 'The file is {type}. Send a Tandem export (JSON or ZIP), the JSON export of a Trello board, or CSV in UTF-8.',
  },
  exportBusy: { code: 'unavailable', says: 'Other boards are being exported right now. Try again in a moment.' },
} as const satisfies Record<string, Refusal>
