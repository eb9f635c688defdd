import { TandemError } from '@tandem/contract'
import type { ImapFlow } from 'imapflow'
import type { Logger } from 'pino'
import type { Clock } from '../kernel/common/clock.ts'
import { createPoller } from '../kernel/common/poller.ts'
import type { Replies } from '../kernel/replies.ts'
import { type MailboxTarget, mailboxOptions } from '../mailbox-target.ts'
import type { Metrics } from '../metrics/metrics.ts'

/**
 * Takes replies to our mails out of an IMAP mailbox: \Seen marks those that are done. A process that dies before it sets the flag, and
 * another instance that reads at the same time, do no harm: a repeated reply has no second effect. Other mail is not touched.
 */
export type MailboxWorker = {
  /** Polls once; answers how many mails were taken. Throws the error that prevents polling. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

const pollMs = 30_000
/** After the first failure, the second, and so on; the last one again and again. */
const delaysMs = [1, 2, 5, 15, 30].map((minutes) => minutes * 60_000)
/** Mails in one poll. The next follows at once while there are more. */
const batch = 20
const mostBatches = 50
/** The same limit as by HTTP. The rest of a longer mail, which is attachments, is not fetched. */
const mostBytes = 10 * 1_048_576
/** A reply is remembered for seven days after it was taken, and IMAP searches by whole days: older mail is left as it is. */
const lookBackMs = 5 * 86_400_000
/** Mails that failed by themselves, remembered so that they do not fill the batches: they are retried at growing intervals. */
const mostFailing = 1_000
/** Mail that is not for us although its address looks like ours, remembered so that it is fetched once. */
const mostOthers = 10_000

type Deps = { replies: Replies; target: MailboxTarget; replyAddress: string; clock: Clock; log: Logger; metrics: Metrics }

export function createMailboxWorker({ replies, target, replyAddress, clock, log, metrics }: Deps): MailboxWorker {
  const [name = ''] = replyAddress.split('@')
  let stopping = false
  let [failures, pausedUntilMs] = [0, 0]
  let open: ImapFlow | undefined
  const others = new Set<string>()
  const failing = new Map<string, { times: number; untilMs: number }>()
  const poller = createPoller(
    { clock, log, metrics },
    { name: 'mailbox', everyMs: pollMs, firstMs: 0, poll, trouble: 'the mailbox failed' },
  )

  return {
    runOnce,
    start() {
      stopping = false
      poller.start()
    },
    async stop() {
      stopping = true
      // A mail that is being taken is taken again, once, after the next start.
      open?.close()
      await poller.stop()
    },
  }

  /** An outage is logged once, and retried at growing intervals. */
  async function poll(): Promise<void> {
    if (clock.now() < pausedUntilMs) return
    try {
      await runOnce()
      failures = 0
    } catch (error) {
      if (stopping) return
      pausedUntilMs = clock.now() + delayMs(failures)
      failures += 1
      if (failures === 1)
        log.warn({ mailbox: target.shown, reason: reasonOf(error) }, 'replies could not be read from the mailbox; it is tried again')
    }
  }

  async function runOnce(): Promise<number> {
    // Loaded where there is a mailbox only: other services need not read it at their start.
    const imap = await import('imapflow')
    const client = new imap.ImapFlow(mailboxOptions(target))
    // Without a listener, a connection that breaks between two commands would end the process.
    client.on('error', () => {})
    open = client
    try {
      await client.connect()
      const taken = await takeWaiting(client, String((await client.mailboxOpen(target.mailbox)).uidValidity))
      await client.logout()
      metrics.mailboxPolls('ok').add()
      return taken
    } catch (error) {
      metrics.mailboxPolls('failed').add()
      throw error
    } finally {
      open = undefined
      client.close()
    }
  }

  async function takeWaiting(client: ImapFlow, uidValidity: string): Promise<number> {
    let taken = 0
    for (let looks = 0; looks < mostBatches; looks += 1) {
      const letters = (await waiting(client)).map((uid) => ({ uid, id: `${uidValidity}:${uid}` }))
      const due = letters.filter(({ id }) => !others.has(id) && (failing.get(id)?.untilMs ?? 0) <= clock.now()).slice(0, batch)
      for (const { uid, id } of due) {
        const became = await takeOne(client, uid).catch((error: unknown) => {
          // One that fails by itself does not hold up those behind it.
          if (!client.usable || (error instanceof TandemError && error.code === 'unavailable')) throw error
          postpone(id, error)
        })
        if (became === undefined) continue
        failing.delete(id)
        if (became === 'others') remember(id)
        if (became === 'taken') taken += 1
      }
      if (due.length < batch) break
    }
    return taken
  }

  /** The server looks for our address, so that other mail in the mailbox costs nothing, however much there is. */
  async function waiting(client: ImapFlow): Promise<number[]> {
    const ours = `${name}+`
    const named = ['delivered-to', 'x-original-to', 'envelope-to'].map((header) => ({ header: { [header]: ours } }))
    const since = new Date(clock.now() - lookBackMs)
    const found = await client.search({ seen: false, since, or: [{ to: ours }, { cc: ours }, ...named] }, { uid: true })
    return found || []
  }

  function postpone(letter: string, error: unknown): void {
    const times = failing.get(letter)?.times ?? 0
    if (times === 0) {
      metrics.mailIn('imap', 'failed').add()
      log.warn(
        { mailbox: target.shown, letter, reason: reasonOf(error) },
        'a reply could not be processed; it stays unread and is tried again',
      )
    }
    if (failing.size >= mostFailing) failing.clear()
    failing.set(letter, { times: times + 1, untilMs: clock.now() + delayMs(times) })
  }

  function remember(letter: string): void {
    if (others.size >= mostOthers) others.clear()
    others.add(letter)
  }

  async function takeOne(client: ImapFlow, uid: number): Promise<'taken' | 'others' | 'gone'> {
    const letter = await client.fetchOne(String(uid), { source: { start: 0, maxLength: mostBytes } }, { uid: true })
    // Another instance, or a person, has moved it away.
    if (!letter || !letter.source) return 'gone'
    const taken = await replies.take(letter.source)
    // Named alike: it stays as it is for the people who read this mailbox.
    if (taken.outcome === 'ignored' && taken.why === 'no_code') return 'others'
    metrics.mailIn('imap', taken.outcome).add()
    // A mailbox that can only be read would be read again and again.
    if (!(await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))) throw new Error('messages cannot be marked as read')
    return 'taken'
  }
}

const delayMs = (failures: number): number => delaysMs[Math.min(failures, delaysMs.length - 1)] ?? 0

/** The response of the server, without the command that it answers. */
function reasonOf(error: unknown): string {
  const { message, code, responseText } = error as { message?: string; code?: string; responseText?: string }
  return [message, code, responseText].filter(Boolean).join(': ').slice(0, 500)
}
