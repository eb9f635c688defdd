import { scoutAsks } from '../agents/sessions.ts'
import type { Examples } from '../example.ts'
import { ada, at, boardId, cardId, newestActivityId, notificationId, scout, sessionId } from '../story.ts'

/** A notification of Scout's question to Ada. */
export const question = {
  id: notificationId,
  actorId: ada,
  activityId: newestActivityId,
  boardId,
  boardName: 'Launch',
  cardId,
  cardKey: 'LCH-1',
  cardTitle: 'Write the announcement',
  sessionId,
  reason: 'question' as const,
  verb: 'agent_session.question',
  actor: { id: scout, name: 'Scout', kind: 'agent' as const },
  excerpt: 'Which price should I use?',
  readAt: null,
  createdAt: at,
}
const quiet = { inbox: true, email: false }
const loud = { inbox: true, email: true }
const settings = {
  assigned: quiet,
  mentioned: loud,
  commented: quiet,
  watching: quiet,
  question: loud,
  review: quiet,
  session_ended: quiet,
  reviewed: quiet,
  delegated: quiet,
  unblocked: quiet,
  due_soon: quiet,
  webhook_disabled: quiet,
  rule: quiet,
  agent_requested: loud,
  invited: quiet,
  budget: quiet,
}

const nights = { from: '20:00', to: '07:30', days: ['saturday' as const, 'sunday' as const] }

export const notificationExamples = {
  'notification.list': { after: scoutAsks, input: { unread: true }, output: [question] },
  'notification.read': { after: [...scoutAsks, 'notification.list'], input: { notificationId }, output: { ...question, readAt: at } },
  'notification.readAll': { after: scoutAsks, input: {}, output: { marked: 1 } },
  'notification.settings.get': { input: {}, output: { reasons: settings, quiet: null } },
  'notification.settings.update': {
    input: { reasons: { watching: { email: true } }, quiet: nights },
    output: { reasons: { ...settings, watching: loud }, quiet: nights },
  },
} satisfies Examples
