import { signatureHeaders } from '@tandem/contract'
import { Complaint } from '../../failures.ts'
import { type Check, passed, skipped } from '../check.ts'
import { activityOf, newId, ping } from './activity.ts'
import { type Delivery, deliveryOf, post, type Receiver } from './delivery.ts'
import {
  otherSecret,
  rotated,
  signedAgo,
  signedAhead,
  withBodyChanged,
  withHeader,
  withIdChanged,
  without,
  withScheme1,
  withTimeChanged,
} from './forged.ts'
import { refused, taken } from './verdicts.ts'

type WebhookCheck = Check<Receiver>
type Made = (receiver: Receiver) => Promise<Delivery>

const arrives = 'docs/webhooks.md#what-arrives'
const known = 'docs/webhooks.md#webhooks'
const trials = 'docs/webhooks.md#the-log-of-deliveries-and-sending-again'
/** The most concurrent deliveries of the service to a receiver. */
const deliveriesTogether = 4
/** The longest comment. */
const commentCharacters = 100_000

/** The requirements of docs/webhooks.md, as far as the answers of a receiver show them. */
export const webhookChecks: readonly WebhookCheck[] = [
  { id: 'signed', title: 'accepts a signed delivery', docs: arrives, play: signed },
  takes('bytes', 'verifies the raw bytes of the body', (to) =>
    deliveryOf(to, { body: JSON.stringify(activityOf({ payload: { body: 'Grüße, 世界 🚀' } }), null, 2) }),
  ),
  refuses('other-secret', 'rejects a delivery signed with another secret', (to) => deliveryOf(to, { secret: otherSecret })),
  refuses('no-signature', 'rejects an unsigned delivery', (to) => without(signatureHeaders.signature, to)),
  refuses('no-timestamp', 'rejects a delivery without a timestamp', (to) => without(signatureHeaders.timestamp, to)),
  refuses('no-id', 'rejects a delivery without a delivery id', (to) => without(signatureHeaders.deliveryId, to)),
  refuses('body-changed', 'rejects a changed body', withBodyChanged),
  refuses('id-changed', 'rejects a signature of another delivery id', withIdChanged),
  refuses('time-changed', 'rejects an old signature with a new timestamp', withTimeChanged),
  refuses('old', 'rejects a delivery signed six minutes ago', signedAgo),
  refuses('ahead', 'rejects a delivery signed six minutes in the future', signedAhead),
  takes('window', 'accepts a delivery signed four minutes ago', (to) => deliveryOf(to, { ageSeconds: 240 })),
  refuses('id-with-dot', 'rejects a delivery id that is not a UUID', (to) => deliveryOf(to, { id: `${newId()}.1` })),
  refuses('scheme', 'rejects a signature scheme other than v2', withScheme1),
  takes('rotated', 'accepts a delivery that the previous secret also signs', (to) => rotated(to, 'new')),
  takes('previous', 'accepts a delivery whose only valid signature is in X-Signature-Previous', (to) => rotated(to, 'old')),
  { id: 'repeated', title: 'accepts a delivery that it has already accepted', docs: arrives, needs: 'signed', play: repeated },
  { id: 'acts-once', title: 'acts once on a delivery that is sent twice', docs: arrives, needs: 'repeated', play: actsOnce },
  {
    id: 'together',
    title: `accepts ${deliveriesTogether} deliveries at once`,
    docs: 'docs/webhooks.md#when-it-fails',
    needs: 'signed',
    play: together,
  },
  takes('unknown-verb', 'accepts unknown events', (to) => sent(to, { verb: 'conformance.unknown', payload: {} }), known),
  takes('unknown-keys', 'accepts unknown keys and headers', withUnknownKeys, known),
  takes('ping', 'accepts a test delivery', (to) => deliveryOf(to, { body: JSON.stringify(ping()) }), trials),
  takes('large', 'accepts a comment of 100,000 characters', (to) => sent(to, { payload: { body: 'ü'.repeat(commentCharacters) } })),
]

function takes(id: string, title: string, made: Made, docs = arrives): WebhookCheck {
  return { id, title, docs, needs: 'signed', play: async (to) => taken(to, await post(to, await made(to))) }
}

function refuses(id: string, title: string, made: Made): WebhookCheck {
  return { id, title, docs: arrives, needs: 'signed', play: async (to) => refused(await post(to, await made(to))) }
}

/** Throws Complaint if no receiver listens: then every check would be meaningless. */
async function signed(to: Receiver) {
  const answer = await post(to, await deliveryOf(to))
  if (!answer.isReached)
    throw new Complaint('service not reached', `${to.url} cannot be reached: ${answer.seen}. Start the receiver first.`)
  return taken(to, answer)
}

const sent = (to: Receiver, differs: Parameters<typeof activityOf>[0]) => deliveryOf(to, { body: JSON.stringify(activityOf(differs)) })

async function withUnknownKeys(to: Receiver): Promise<Delivery> {
  const body = JSON.stringify({ ...activityOf(), conformance: { later: [null] } })
  return withHeader(await deliveryOf(to, { body }), 'X-Conformance', 'later')
}

async function repeated(to: Receiver) {
  const [first, second] = await twice(to, newId())
  const verdict = taken(to, first)
  return verdict.result === 'passed' ? taken(to, second) : verdict
}

async function actsOnce(to: Receiver) {
  const id = newId()
  await twice(to, id)
  return skipped(`its answers do not show it. Check that it acted once on delivery ${id}, which was sent twice.`)
}

/** As the service does after a lost answer: the same id and body, with a new signature. */
async function twice(to: Receiver, id: string) {
  const body = JSON.stringify(activityOf())
  const first = await post(to, await deliveryOf(to, { id, body }))
  return [first, await post(to, await deliveryOf(to, { id, body }))] as const
}

async function together(to: Receiver) {
  const deliveries = await Promise.all(Array.from({ length: deliveriesTogether }, () => deliveryOf(to)))
  const answers = await Promise.all(deliveries.map((delivery) => post(to, delivery)))
  return answers.map((answer) => taken(to, answer)).find(({ result }) => result === 'failed') ?? passed
}
