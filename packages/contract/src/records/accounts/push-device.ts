import { z } from 'zod'
import { id, timestamp } from '../../fields.ts'

/** A browser to which questions of agents are pushed. */
export const pushDevice = z
  .object({
    id,
    device: z.string().nullable().describe('The User-Agent of the browser, as it signed in; null when it named none.'),
    service: z.string().describe('The host of the push service that carries its notices.'),
    isCurrent: z.boolean().describe('Whether this request came from the same sign-in.'),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable().describe('When its push service last took a notice.'),
    failures: z.int().min(0).describe('Notices in a row that its push service did not take.'),
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.infer<typeof pushDevice>

export const pushDevices = z.object({
  publicKey: z
    .string()
    .nullable()
    .describe('The applicationServerKey with which a browser subscribes, in base64url; null where WEB_PUSH is off.'),
  devices: z.array(pushDevice).max(20),
})
