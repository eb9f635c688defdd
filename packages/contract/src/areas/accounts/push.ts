import { z } from 'zod'
import { httpUrl, id } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { pushDevice, pushDevices } from '../../records/accounts/push-device.ts'

/** A point of P-256, uncompressed: 65 bytes that begin with 4. */
const publicKey = z.string().regex(/^B[\w-]{86}$/, 'must be 65 bytes of a P-256 key in base64url')

/** Web push: the browsers of a person that show questions of agents as notifications. Specification: beyond §6, beyond §11. */
export const push = {
  'pushDevice.list': read({
    summary: 'List your browsers that get questions of agents as notices',
    spec: 'beyond §6',
    access: { self: true, credential: 'session' },
    input: z.object({}),
    output: pushDevices,
    rest: 'GET /api/me/push-devices',
  }),
  'pushDevice.add': mutation({
    summary: 'Push questions of agents to this browser, as long as it is signed in',
    spec: 'beyond §6',
    access: { self: true, credential: 'session' },
    input: z.object({
      endpoint: httpUrl.describe('Of the PushSubscription of the browser: https.'),
      p256dh: publicKey.describe('The key of that name of the PushSubscription.'),
      auth: z
        .string()
        .regex(/^[\w-]{22}$/, 'must be 16 bytes in base64url')
        .describe('The key of that name of the PushSubscription.'),
      publicKey: publicKey.describe('The applicationServerKey that it subscribed with.'),
    }),
    output: pushDevice,
    rest: 'POST /api/me/push-devices',
    status: 201,
    errors: ['conflict'],
  }),
  'pushDevice.remove': mutation({
    summary: 'Push nothing more to a browser',
    spec: 'beyond §6',
    access: { self: true, credential: 'session' },
    input: z.object({ pushDeviceId: id }),
    output: null,
    rest: 'DELETE /api/me/push-devices/:pushDeviceId',
    errors: ['not_found'],
  }),
  'pushDevice.test': mutation({
    summary: 'Push a test notice to a browser',
    spec: 'beyond §6',
    access: { self: true, credential: 'session' },
    input: z.object({ pushDeviceId: id }),
    output: null,
    rest: 'POST /api/me/push-devices/:pushDeviceId/test',
    errors: ['not_found'],
    unaudited: true,
  }),
} as const
