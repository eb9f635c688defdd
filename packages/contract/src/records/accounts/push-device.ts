import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** A browser to which questions of agents are pushed. */
export const pushDevice = z
  .object({
    id,
    device: z.string().nullable().describe('The User-Agent of the browser when it signed in; null if it sent none.'),
    service: z.string().describe('The host of its push service.'),
    isCurrent: z.boolean().describe('Whether this request came from the same sign-in.'),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().describe('When its push service last accepted a notification.'),
    failures: z.int().min(0).describe('Consecutive notifications that its push service did not accept.'),
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.infer<typeof pushDevice>

export const pushDevices = z.object({
  publicKey: z
    .string()
    .nullable()
    .describe('The applicationServerKey that a browser subscribes with, in base64url; null if WEB_PUSH is off.'),
  devices: z.array(pushDevice).max(20),
})
