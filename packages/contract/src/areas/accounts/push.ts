import { z } from 'zod'
import { httpUrl, id } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { pushDevice, pushDevices } from '../../records/accounts/push-device.ts'

/** A point of P-256, uncompressed: 65 bytes that begin with 4. */
const publicKey = z.string().regex(/^B[\w-]{86}$/, 'must be 65 bytes of a P-256 key in base64url')

/** Web push: the browsers of a person that show questions of agents as notifications. Specification: beyond §6, beyond §11. */
export const push = {
  'pushDevice.list': read({
    summary: 'List your browsers that get push notifications when agents ask questions',
    spec: 'beyond §6',
    access: { self: true, credential: 'session' },
    input: z.object({}),
    output: pushDevices,
    rest: 'GET /api/me/push-devices',
  }),
  'pushDevice.add': mutation({
    summary: 'Turn on push notifications for this browser, as long as it is signed in',
    spec: 'beyond §6',
    access: { self: true, credential: 'session' },
    input: z.object({
      endpoint: httpUrl.describe('The endpoint of the PushSubscription of the browser, an https URL.'),
      p256dh: publicKey.describe('The key of this name in the PushSubscription.'),
      auth: z
        .string()
        .regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url')
        .describe('The key of this name in the PushSubscription.'),
      publicKey: publicKey.describe('The applicationServerKey that the browser subscribed with.'),
    }),
    output: pushDevice,
    rest: 'POST /api/me/push-devices',
    status: 201,
    errors: ['conflict'],
  }),
  'pushDevice.remove': mutation({
    summary: 'Turn off push notifications for a browser',
    spec: 'beyond §6',
    access: { self: true, credential: 'session' },
    input: z.object({ pushDeviceId: id }),
    output: null,
    rest: 'DELETE /api/me/push-devices/:pushDeviceId',
    errors: ['not_found'],
  }),
  'pushDevice.test': mutation({
    summary: 'Send a test notification to a browser',
    spec: 'beyond §6',
    access: { self: true, credential: 'session' },
    input: z.object({ pushDeviceId: id }),
    output: null,
    rest: 'POST /api/me/push-devices/:pushDeviceId/test',
    errors: ['not_found'],
    unaudited: true,
  }),
} as const
