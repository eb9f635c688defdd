import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { privatePushKey } from '../../domain/push/keys.ts'
import type { Clock } from '../../kernel/common/clock.ts'
import { createPoller } from '../../kernel/common/poller.ts'
import type { Nudge } from '../../kernel/record.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Posted } from '../../outbound/post.ts'
import type { Seal } from '../../seal.ts'
import { inSpan } from '../../tracing/spans.ts'
import { retryAfterMs } from '../deliveries/schedule.ts'
import { whileRenewing } from '../leases.ts'
import { encrypt } from './encrypt.ts'
import { messageOf, type PushMessage, plaintextOf } from './message.ts'
import { createPushQueue, type Message } from './queue.ts'
import { vapidHeader } from './vapid.ts'

/**
 * Sends messages to push services (RFC 8030): at least once, and outside any transaction. A repeated message has the same Topic and tag, so
 * that one notification is shown. The claim of a message moves its next try past the lease, and another instance takes over when this one
 * dies.
 */
export type PushWorker = {
  /** Something was asked or answered: looks for messages soon. */
  poke(committed: Parameters<Nudge>[0]): void
  /** Tries some due messages; answers how many. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

export type PushWorkerDeps = {
  queue: ReturnType<typeof createPushQueue>
  clock: Clock
  seal: Seal
  outbound: Outbound
  /** The contact of the operator for push services. */
  contact: string
  log: Logger
  metrics: Metrics
}

const [pollMs, soonMs] = [5_000, 20]
const leaseMs = 4_500
/** A message on its way when the service stops is waited for this long. */
const graceMs = 2_000
const limits = { timeoutMs: 10_000, connectTimeoutMs: 5_000, readAtMostBytes: 4_096 }
const minute = 60_000
/** After that a question is only in the inbox. A test is over sooner. */
const lifeMs = { question: 24 * 60 * minute, settled: 24 * 60 * minute, test: 5 * minute }
/** After the first failure, the second, and so on; the last one again and again. */
const delaysMs = [5_000, 15_000, minute, 5 * minute, 15 * minute, 60 * minute]
const urgency = { question: 'high', settled: 'normal', test: 'high' }
/** The subscription has ended (RFC 8030 §7.3). */
const ended = new Set([404, 410])

export function createPushWorker({ queue, clock, seal, outbound, contact, log, metrics }: PushWorkerDeps): PushWorker {
  let stopping = new AbortController()
  const poller = createPoller(
    { clock, log, metrics },
    { name: 'push', everyMs: pollMs, soonMs, poll: drain, trouble: 'notices to push could not be read' },
  )

  return {
    runOnce,
    poke({ activities }) {
      if (activities.some(({ verb }) => verb.startsWith('agent_session.'))) poller.soon()
    },
    start() {
      stopping = new AbortController()
      poller.start()
    },
    async stop() {
      const stopped = poller.stop()
      await Promise.race([stopped, pause(graceMs, undefined, { ref: false })])
      stopping.abort()
      await stopped
    },
  }

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted && (await runOnce()) > 0);
  }

  async function runOnce(): Promise<number> {
    const nowMs = clock.now()
    const { taken, rows, messages } = await queue.claim(nowMs, nowMs + leaseMs)
    const worthIt = messages.flatMap((message) => {
      const notice = isOver(message, nowMs) ? null : messageOf(message)
      return notice ? { message, notice } : []
    })
    const kept = new Set(worthIt.map(({ message }) => message.id))
    const forgotten = rows.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
    if (forgotten.length > 0) await queue.forget(forgotten)
    await Promise.all(worthIt.map(({ message, notice }) => deliver(message, notice).catch((error: unknown) => leave(message, error))))
    return taken
  }

  function deliver(message: Message, notice: PushMessage): Promise<void> {
    const { host } = new URL(message.endpoint)
    const attributes = { 'tandem.push.id': message.id, 'tandem.push.what': notice.what, 'server.address': host }
    return inSpan('push', { isJob: true, kind: 'CLIENT', attributes }, async () => {
      const secret = privatePushKey(seal, { id: message.keyId, privateSealed: message.privateSealed })
      if (secret === null) return giveUp(message, { problem: 'no key opens the one that it was subscribed with' })
      const beganMs = performance.now()
      const keep = () => queue.renew([message], clock.now() + leaseMs)
      const posted = await whileRenewing(clock, keep, () => post(message, notice, secret))
      metrics.pushSeconds.observe((performance.now() - beganMs) / 1_000)
      await settle(message, posted)
    })
  }

  function post(message: Message, notice: PushMessage, secret: string): Promise<Posted> {
    const nowMs = clock.now()
    const { endpoint, publicKey, questionEventId, deviceId } = message
    const headers = {
      authorization: vapidHeader(endpoint, { publicKey, secret }, { contact, nowMs }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(Math.max(0, Math.floor((endOf(message) - nowMs) / 1_000))),
      urgency: urgency[notice.what],
      // A newer notice takes the place of one that has not reached the browser. At most 32 characters.
      topic: (questionEventId ?? deviceId).replaceAll('-', ''),
    }
    return outbound.post(endpoint, { ...limits, headers, body: encrypt(plaintextOf(notice), message), signal: stopping.signal })
  }

  async function settle(message: Message, { status, retryAfter, errorClass }: Posted): Promise<void> {
    if (status !== null && status >= 200 && status < 300) {
      metrics.pushes('taken').add()
      await Promise.all([queue.forget([message.id]), queue.noteTaken(message.deviceId, clock.now())])
    } else if (status !== null && ended.has(status)) {
      metrics.pushes('ended').add()
      await queue.removeDevice(message.deviceId)
    } else if (errorClass === 'stopped') {
      await queue.giveBack([message], clock.now())
    } else if (status === null || status === 429 || status >= 500) {
      await tryAgain(message, { status, retryAfter, problem: errorClass })
    } else await giveUp(message, { status })
  }

  async function tryAgain(message: Message, why: { status: number | null; retryAfter: string | null; problem: unknown }): Promise<void> {
    const nowMs = clock.now()
    const planned = delaysMs[Math.min(message.attempts, delaysMs.length) - 1] ?? 0
    const untilMs = nowMs + Math.max(planned, retryAfterMs(why.retryAfter, nowMs))
    if (untilMs >= endOf(message)) return giveUp(message, why)
    metrics.pushes('retry').add()
    log.warn({ ...about(message), ...why }, 'a push service did not take a notice; it is tried again later')
    await Promise.all([queue.postpone([{ ...message, untilMs }]), queue.noteFailure(message.deviceId)])
  }

  /** Its lease brings it back until its time is over. */
  function leave(message: Message, error: unknown): void {
    log.error({ ...about(message), err: error }, 'a notice could not be handled; it is tried again')
  }

  async function giveUp(message: Message, why: object): Promise<void> {
    metrics.pushes('dropped').add()
    log.error({ ...about(message), ...why }, 'a notice could not be pushed and is dropped')
    await Promise.all([queue.drop([message]), queue.noteFailure(message.deviceId)])
  }
}

/** The path of an endpoint is a secret: who knows it can write to the browser's push service. */
const about = ({ id, deviceId, endpoint, attempts }: Message) => ({ pushId: id, deviceId, service: new URL(endpoint).host, attempts })

/** A question with a default is over at its deadline. */
function endOf({ begins, what, session }: Message): number {
  const end = Date.parse(begins) + lifeMs[what]
  const { defaultOption, expiresAt } = session?.question ?? {}
  const isTaken = what === 'question' && defaultOption !== undefined && expiresAt !== undefined
  return isTaken ? Math.min(end, Date.parse(expiresAt)) : end
}
const isOver = (message: Message, nowMs: number): boolean => endOf(message) <= nowMs
