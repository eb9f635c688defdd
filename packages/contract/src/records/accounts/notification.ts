import { z } from 'zod'
import { explanation, id, timestamp } from '../../fields.ts'
import { author } from '../author.ts'
import { whyUnopened } from '../boards/board.ts'
import { quietTime } from './quiet-time.ts'

/** The inbox. Specification: service §2, decisions §5. */
export const notificationReason = z.enum([
  'assigned',
  'mentioned',
  'commented',
  'watching',
  'question',
  'review',
  'session_ended',
  'reviewed',
  'delegated',
  'unblocked',
  'due_soon',
  'webhook_disabled',
  'rule',
  'agent_requested',
  'invited',
  'budget',
])
export type NotificationReason = z.infer<typeof notificationReason>

export const notification = z
  .object({
    id,
    actorId: id.describe('The owner of the inbox.'),
    activityId: id,
    boardId: id,
    boardName: z.string(),
    cardId: id.nullable(),
    cardKey: z.string().nullable(),
    cardTitle: z.string().nullable(),
    sessionId: id.nullable(),
    reason: notificationReason,
    verb: z.string(),
    actor: z
      .object({
        id,
        name: z.string(),
        kind: z.enum(['human', 'agent']),
        avatarUrl: z.string().optional().describe('Absent if there is none.'),
      })
      .describe('Who caused it.'),
    requestId: id.nullable().optional().describe('Of `agent_requested`: the request for your agent; null once it is answered.'),
    excerpt: z.string().nullable().describe('The beginning of the text; for `due_soon`, the due date.'),
    author: author
      .optional()
      .describe('The author of the excerpt, if the text comes from an integration or from outside the board; otherwise it is `actor`.'),
    opened: z.literal(false).optional().describe('Of `mentioned`, to an agent: this comment opened no session for you. Absent if it did.'),
    because: whyUnopened.optional().describe('Why it opened none. at_work: your session on the card got the comment.'),
    why: explanation.optional().describe('The excerpt as data, if its text is from the service.'),
    answer: z
      .object({
        by: z.string().nullable().describe('The name of the person; null = the default was used.'),
        text: z.string().describe('The beginning of the answer.'),
      })
      .optional()
      .describe('Of `question`, once it is answered. A token needs sessions:read to see it.'),
    invitationId: id.optional().describe('Of `invited`, while the invitation is open: accept or decline it under /api/me/invitations.'),
    readAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notification>

const channels = z.object({ inbox: z.boolean(), email: z.boolean() })
const everyReason = Object.fromEntries(notificationReason.options.map((reason) => [reason, channels]))

export const notificationSettings = z
  .object({
    reasons: z.object(everyReason as Record<NotificationReason, typeof channels>),
    quiet: quietTime.nullable().describe('When no e-mails and no web push are sent to you. null = never.'),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.infer<typeof notificationSettings>
