import type { RequirementTable } from '../../requirement-table.ts'

/** Beyond §6 and §11: questions of agents as notices of a browser. */
export const push = {
  'push.question.pushed': {
    source: 'beyond §6',
    rule: 'Each question is pushed, encrypted, to every browser of the people whom the ladder notifies, as soon as it is committed. It holds the agent, the card and the question, and up to two options of at most 60 characters each; with others it has no options and opens the card.',
  },
  'push.question.settled': {
    source: 'beyond §6',
    rule: 'When a question has ended, a notice of the same tag and Topic says who answered what; where nothing was pushed yet, nothing is. What somebody may not see any more, and what is older than a day, is not pushed.',
  },
  'push.carried.standards': {
    source: 'beyond §11',
    rule: 'Notices go to push services by RFC 8030 with TTL, Urgency and Topic, encrypted by RFC 8291, under a VAPID token of RFC 8292 for the origin of the push service.',
  },
  'push.retry.backoff': {
    source: 'beyond §6',
    rule: '429, 5xx and silence are tried again with growing delays and not before Retry-After, within a day of the question; another refusal drops the notice. Each failure counts on the device, a success ends the count.',
  },
  'push.device.ended': {
    source: 'beyond §6',
    rule: 'A push service that answers 404 or 410 ends the subscription: the device is removed.',
  },
  'push.worker.crash': {
    source: 'beyond §6',
    rule: 'A notice that a dead instance had claimed is sent by another one; that the question is settled is said after it, never before.',
  },
  'push.device.list': {
    source: 'beyond §6',
    rule: 'GET /api/me/push-devices answers the public key of the instance and the devices of the person, with the host of the push service and never its address.',
  },
  'push.device.add': {
    source: 'beyond §6',
    rule: 'POST /api/me/push-devices adds the browser of this sign-in; the same one again is one device, and one that somebody else signs in with becomes theirs. The address is https and reaches nothing that webhooks may not, and the key is one of this instance.',
  },
  'push.device.remove': { source: 'beyond §6', rule: 'DELETE /api/me/push-devices/:id removes a device with all that waits for it.' },
  'push.device.test': { source: 'beyond §6', rule: 'POST /api/me/push-devices/:id/test pushes a test notice to that device.' },
  'push.device.own-only': {
    source: 'beyond §6',
    rule: 'Devices are those of the person with the cookie; one of another person is 404, a token 403. A device ends with the sign-in that added it.',
  },
  'push.off': { source: 'beyond §6', rule: 'With WEB_PUSH=false nothing is pushed, there is no public key, and no device is added.' },
  'push.contact': {
    source: 'beyond §11',
    rule: 'WEB_PUSH_CONTACT is what push services are told to reach the operator by; absent, it is an https PUBLIC_URL, else the address of MAIL_FROM.',
  },
  'limit.push.devices': { source: 'beyond §6', rule: 'A person has at most 20 devices; one more is 409.' },
} as const satisfies RequirementTable
