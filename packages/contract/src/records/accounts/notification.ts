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
    actorId: id.describe('Whose inbox it lies in.'),
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
      .object({ id, name: z.string(), kind: z.enum(['human', 'agent']), avatarUrl: z.string().optional().describe('Where it has one.') })
      .describe('Who caused it.'),
    requestId: id.nullable().optional().describe('Of `agent_requested`: the request for your agent; null once it is settled.'),
    excerpt: z.string().nullable().describe('How what was said begins; of `due_soon` the due date.'),
    author: author
      .optional()
      .describe('Who wrote what the excerpt quotes, where it is the text of an integration or from outside; else `actor` is.'),
    opened: z
      .literal(false)
      .optional()
      .describe('Of `mentioned`, to an agent: this comment opened no session for you. Absent where it did.'),
    because: whyUnopened.optional().describe('Why it opened none; at_work: your session on the card has the comment.'),
    why: explanation.optional().describe('What the excerpt says, as data, where the service itself says it.'),
    answer: z
      .object({
        by: z.string().nullable().describe('The name of the person; null = the default was taken.'),
        text: z.string().describe('How the answer begins.'),
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
    quiet: quietTime.nullable().describe('When no mail and no web push is sent to you. null = at no time.'),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.infer<typeof notificationSettings>
