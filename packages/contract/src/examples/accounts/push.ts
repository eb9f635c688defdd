import type { Examples, Step } from '../example.ts'
import { at, pushDeviceId, secrets } from '../story.ts'
import { inBrowser } from './actors.ts'

const publicKey = secrets.pushKey

/** The browser of the example in RFC 8291. */
const subscription = {
  endpoint: 'https://push.example.com/send/aUzqJdqZOfZsT0PZ',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const added = {
  id: pushDeviceId,
  device: inBrowser.device,
  service: 'push.example.com',
  isCurrent: true,
  createdAt: at,
  lastUsedAt: null,
  failures: 0,
}

const read: Step = { do: 'pushDevice.list', input: {}, gives: { publicKey, devices: [] } }

export const pushExamples = {
  'pushDevice.list': { after: [read, 'pushDevice.add'], input: {}, output: { publicKey, devices: [added] } },
  'pushDevice.add': {
    after: [read],
    input: { ...subscription, publicKey },
    output: added,
  },
  'pushDevice.remove': { after: [read, 'pushDevice.add'], input: { pushDeviceId } },
  'pushDevice.test': { after: [read, 'pushDevice.add'], input: { pushDeviceId } },
} satisfies Examples
