import { setTimeout as pause } from 'node:timers/promises'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/common/clock.ts'
import { createPoller } from '../../kernel/common/poller.ts'
import { messageDomain } from '../../message-domain.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { inSpan, recordFailure } from '../../tracing/spans.ts'
import { whileRenewing } from '../leases.ts'
import type { Letter, MailQueue } from './queue.ts'

/**
 * Sends the mails of a queue: at least once, and outside any transaction. The claim of a mail moves its next try past the lease, so that
 * another instance takes over when this one dies.
 */
export type MailWorker = {
  /** Tries some due rows of the queue; answers how many. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

const pollMs = 5_000
/** With the poll, what a dead process had claimed is sent within 10 s. Renewed while the conversation with the mail server lasts. */
const leaseMs = 4_500
/** How long a stopping service waits for a mail that is being sent; after that the lease decides. */
const graceMs = 5_000
const limitsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
const minute = 60_000
/** The delay after the first failure, the second, and so on. The tenth attempt is the last. */
const delaysMs = [1, 2, 5, 15, 30, 60, 120, 240, 360].map((minutes) => minutes * minute)

export type MailWorkerDeps = { queue: MailQueue; clock: Clock; smtpUrl: string; from: string; log: Logger; metrics: Metrics }

export function createMailWorker({ queue, clock, smtpUrl, from, log, metrics }: MailWorkerDeps): MailWorker {
  const transport: Transporter = createTransport({ url: smtpUrl, ...limitsMs, disableFileAccess: true, disableUrlAccess: true }, { from })
  const domain = messageDomain(from)
  let stopping = false
  const name = `mail_${queue.name}`
  const poller = createPoller({ clock, log, metrics }, { name, everyMs: pollMs, poll: drain, trouble: 'letters could not be read' })

  return {
    runOnce,
    start() {
      stopping = false
      poller.start()
    },
    async stop() {
      stopping = true
      await Promise.race([poller.stop(), pause(graceMs, undefined, { ref: false })])
      transport.close()
    },
  }

  async function drain(): Promise<void> {
    while (!stopping && (await runOnce()) > 0);
  }

  async function runOnce(): Promise<number> {
    const nowMs = clock.now()
    const { rows, letters } = await queue.claim(nowMs, nowMs + leaseMs)
    if (stopping)
      await queue.giveBack(
        letters.flatMap(({ rows }) => rows),
        nowMs,
      )
    else await Promise.all(letters.map(deliver))
    return rows
  }

  function deliver(letter: Letter): Promise<void> {
    const attributes = { 'tandem.mail.id': letter.id, 'tandem.mail.queue': queue.name }
    return inSpan('mail', { isJob: true, kind: 'CLIENT', attributes }, async (span) => {
      const beganMs = performance.now()
      const keep = () => queue.renew(letter.rows, clock.now() + leaseMs)
      const failure = await whileRenewing(clock, keep, () => transport.sendMail(messageOf(letter, domain))).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      metrics.mailSeconds.observe((performance.now() - beganMs) / 1_000)
      if (failure) {
        recordFailure(span, failure.error)
        return settle(letter, failure.error)
      }
      metrics.mails(queue.name, 'taken').add()
      await queue.forget(letter.rows.map(({ id }) => id))
    })
  }

  async function settle(letter: Letter, error: unknown): Promise<void> {
    const nowMs = clock.now()
    const tried = letter.rows.map(({ id, attempts }) => ({ id, attempts, delayMs: delaysMs[attempts - 1] }))
    const again = tried.flatMap(({ delayMs, ...row }) => (delayMs === undefined ? [] : { ...row, untilMs: nowMs + delayMs }))
    const last = tried.filter(({ delayMs }) => delayMs === undefined)
    const about = { mailId: letter.id, attempts: letter.rows[0]?.attempts, err: error }
    metrics.mails(queue.name, last.length > 0 ? 'dropped' : 'retry').add()
    if (last.length > 0) log.error(about, 'an e-mail could not be sent and is dropped')
    else log.warn(about, 'an e-mail could not be sent; it is tried again later')
    await Promise.all([last.length > 0 && queue.drop(last), again.length > 0 && queue.postpone(again)])
  }
}

/** Auto-Submitted keeps answering machines from answering (RFC 3834). */
function messageOf(letter: Letter, domain: string): SendMailOptions {
  const { id, recipient, subject, body, language, thread, replyTo, inReplyTo, unsubscribeUrl } = letter
  return {
    // Passed as an address object: in a text, a comma would make two recipients.
    to: { name: '', address: recipient },
    subject,
    text: body,
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': inReplyTo === undefined ? 'auto-generated' : 'auto-replied',
      'Content-Language': language,
    },
    ...(thread !== undefined && { references: `<${thread}@${domain}>` }),
    ...(inReplyTo && { inReplyTo, references: inReplyTo }),
    ...(replyTo !== undefined && { replyTo }),
    ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
  }
}
