import type { RequirementTable } from '../../requirement-table.ts'

/** Service.md §2, §4 and decisions.md §5: the inbox. */
export const notifications = {
  'notification.row.shape': {
    source: 'decisions §5',
    rule: 'A row carries every attribute of decisions §5, from id, actorId and activityId to excerpt, readAt and createdAt.',
  },
  'notification.row.reasons': { source: 'decisions §5', rule: 'The reason of a row is one of the ten named in decisions §5.' },
  'notification.row.once-per-activity': { source: 'service §2', rule: 'An actor gets at most one row for one activity.' },
  'notification.row.first-reason': {
    source: 'decisions §5',
    rule: 'Where several reasons apply the row has the first of question, mentioned, assigned, delegated, session_ended, commented, watching.',
  },
  'notification.row.not-own-acts': { source: 'decisions §5', rule: 'Actors are not notified of their own acts.' },
  'notification.who.assigned': { source: 'decisions §5', rule: 'The assignee gets a row with reason assigned.' },
  'notification.who.mentioned': {
    source: 'decisions §5',
    rule: 'Each mentioned member gets a row with reason mentioned, and no other actor does.',
  },
  'notification.who.commented': { source: 'decisions §5', rule: 'Assignees and the creator of the card get a row with reason commented.' },
  'notification.who.watching': {
    source: 'decisions §5',
    rule: 'Watchers get a row with reason watching on a move, completion, comment, question and session end.',
  },
  'notification.who.question': { source: 'decisions §5', rule: 'The routed tier of humans gets a row with reason question.' },
  'notification.who.session-ended': {
    source: 'decisions §5',
    rule: 'The initiator and the assignees get a row with reason session_ended.',
  },
  'notification.who.delegated': { source: 'decisions §5', rule: 'The agent gets a row with reason delegated.' },
  'notification.who.due-soon': {
    source: 'decisions §5',
    rule: 'Assignees and watchers get a row with reason due_soon 24 h before the card is due.',
  },
  'notification.who.due-soon-once': {
    source: 'decisions §5',
    rule: 'A due_soon row comes once for one value of dueAt and again for a new value.',
  },
  'notification.who.webhook-disabled': {
    source: 'decisions §5',
    rule: 'The board admins get a row with reason webhook_disabled when a subscription is auto-disabled.',
  },
  'notification.who.rule': { source: 'decisions §5', rule: 'The actors named by a notify action get a row with reason rule.' },
  'notification.list.newest-first': { source: 'service §4', rule: 'GET /api/notifications lists the rows of the caller, newest first.' },
  'notification.list.own-only': { source: 'service §1', rule: 'Actors see only their own inbox.' },
  'notification.list.unread': { source: 'service §4', rule: 'The flag unread leaves out the rows which were read.' },
  'notification.list.cursor': {
    source: 'service §4',
    rule: 'cursor with the last id seen continues below that row without gap or repeat.',
  },
  'notification.list.limit': { source: 'service §4, service §8', rule: 'GET /api/notifications takes limit.' },
  'notification.read.one': { source: 'service §4', rule: 'POST /api/notifications/:id/read marks the row read.' },
  'notification.read.one-idempotent': { source: 'service §4', rule: 'Marking a row read twice succeeds both times.' },
  'notification.read.foreign': { source: 'service §7', rule: 'Marking a row of somebody else read answers 404.' },
  'notification.read.all': { source: 'service §4', rule: 'POST /api/notifications/read-all marks every row of the caller read.' },
  'notification.read.all-idempotent': { source: 'service §4', rule: 'read-all succeeds again when nothing is unread.' },
  'notification.settings.read': {
    source: 'decisions §5',
    rule: 'GET /api/me/notification-settings answers {reasons: {<reason>: {inbox, email}}}.',
  },
  'notification.settings.change': {
    source: 'decisions §5',
    rule: 'PATCH /api/me/notification-settings with inbox false for a reason stops rows of that reason.',
  },
  'notification.quiet.settings': {
    source: 'beyond §6',
    rule: 'PATCH /api/me/notification-settings takes quiet {from, to, days}: times of day of the own time zone, both or neither, and days of the week, not all of them; null ends it. Null is the default.',
  },
  'notification.quiet.mail': {
    source: 'beyond §6',
    rule: 'In the quiet time of a person the inbox gets rows as ever, and their notifications are mailed when it ends, as one letter and without what is settled by then. A change of quiet time or time zone counts at once. Invitations and new passwords are mailed at once.',
  },
  'notification.quiet.push': {
    source: 'beyond §6',
    rule: 'In the quiet time of a person a question is pushed to none of their browsers; when it ends it is, unless it is settled by then. A test is pushed at once.',
  },
  'notification.quiet.ladder': {
    source: 'beyond §6, service §3',
    rule: 'A question does not go to a tier of people for all of whom it is quiet: it goes there once, when the first of them is out of it, and never before a day is over. The climb before a deadline is done in time.',
  },
  'notification.settings.default-inbox': { source: 'decisions §5', rule: 'Without settings every reason reaches the inbox.' },
  'notification.settings.default-email': { source: 'decisions §5', rule: 'Without settings only question and mentioned are mailed.' },
} as const satisfies RequirementTable
