import { z } from 'zod'
import { flag, id, limit } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { notification, notificationReason, notificationSettings } from '../../records/accounts/notification.ts'
import { quietTimeToSet } from '../../records/accounts/quiet-time.ts'

/** The personal inbox. Specification: service §4, decisions §5. */
export const notifications = {
  'notification.list': read({
    summary: 'List your inbox, newest first',
    spec: 'service §4, decisions §5',
    access: { self: true, scope: 'notifications:read' },
    input: z.object({
      unread: flag.optional().describe('Only unread notifications.'),
      limit,
      cursor: id.optional().describe('The id of the last row of the previous page.'),
    }),
    output: z.array(notification),
    rest: 'GET /api/notifications',
    paged: true,
  }),
  'notification.read': mutation({
    summary: 'Mark a notification as read',
    spec: 'service §4',
    access: { self: true, scope: 'notifications:write' },
    input: z.object({ notificationId: id }),
    output: notification,
    rest: 'POST /api/notifications/:notificationId/read',
    errors: ['not_found'],
  }),
  'notification.readAll': mutation({
    summary: 'Mark your whole inbox as read',
    spec: 'service §4',
    access: { self: true, scope: 'notifications:write' },
    input: z.object({}),
    output: z.object({ marked: z.int().min(0).describe('How many were unread.') }),
    rest: 'POST /api/notifications/read-all',
  }),
  'notification.settings.get': read({
    summary: 'Read which notifications you get in the inbox and by e-mail, and when',
    spec: 'decisions §5, beyond §6',
    access: { self: true, scope: 'notifications:read' },
    input: z.object({}),
    output: notificationSettings,
    rest: 'GET /api/me/notification-settings',
  }),
  'notification.settings.update': mutation({
    summary: 'Choose which notifications you get in the inbox and by e-mail, and when',
    spec: 'decisions §5, beyond §6',
    access: { self: true, scope: 'notifications:write' },
    input: z.object({
      reasons: z
        .partialRecord(notificationReason, z.object({ inbox: z.boolean().optional(), email: z.boolean().optional() }))
        .refine(
          (reasons) => reasons.question?.inbox !== false,
          'cannot keep question out of the inbox: no question is dropped. Switch off its email instead',
        )
        .refine(
          (reasons) => reasons.invited?.email !== true,
          'cannot mail invited: an invitation is an e-mail of its own. Leave its email out',
        )
        .optional()
        .describe('Questions always reach the inbox; an invitation is an e-mail of its own.'),
      quiet: quietTimeToSet
        .nullable()
        .optional()
        .describe(
          'E-mails and web push are held until quiet time ends; the inbox is updated at once. The value replaces the previous one; null turns quiet time off.',
        ),
    }),
    output: notificationSettings,
    rest: 'PATCH /api/me/notification-settings',
  }),
} as const
