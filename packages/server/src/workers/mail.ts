import { setTimeout as pause } from 'node:timers/promises'
import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { type Database, sql } from '../db/database.ts'
import { type Clock, iso } from '../kernel/clock.ts'

/**
 * Sends the letters that acts have queued: at least once, and outside any transaction. Whoever claims a letter moves its next try
 * past the lease, so that another instance takes over when this one dies.
 */
export type MailWorker = {
  /** Tries what is due, at most one batch; answers how many letters that was. */
  runOnce(): Promise<number>
  start(): void
  stop(): Promise<void>
}

type Letter = { id: string; recipient: string; subject: string; body: string; attempts: number }

const batch = 5
const pollMs = 5_000
/** Longer than the time limits of one conversation with the mail server. */
const leaseMs = 120_000
/** A letter on its way when the service stops is waited for this long; after that the lease decides. */
const graceMs = 5_000
const limitsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
const minute = 60_000
/** After the first failure, the second, …; the tenth is the last. */
const delaysMs = [1, 2, 5, 15, 30, 60, 120, 240, 360].map((minutes) => minutes * minute)

const claim = sql<Letter>(`update mails set attempts = attempts + 1, next_attempt_at = $2
  where id in (select id from mails where next_attempt_at <= $1 order by next_attempt_at, id limit ${batch} for update skip locked)
  returning id, recipient, subject, body, attempts`)
const forget = sql('delete from mails where id = $1')
const postpone = sql('update mails set next_attempt_at = $2 where id = $1')

export type MailWorkerDeps = { database: Database; clock: Clock; smtpUrl: string; from: string; log: Logger }

export function createMailWorker({ database, clock, smtpUrl, from, log }: MailWorkerDeps): MailWorker {
  const transport: Transporter = createTransport({ url: smtpUrl, ...limitsMs, disableFileAccess: true, disableUrlAccess: true }, { from })
  let stopped = true
  let running: Promise<unknown> = Promise.resolve()
  let callOff = () => {}

  return {
    runOnce,
    start() {
      stopped = false
      wait()
    },
    async stop() {
      stopped = true
      callOff()
      await Promise.race([running, pause(graceMs, undefined, { ref: false })])
      transport.close()
    },
  }

  function wait(): void {
    callOff = clock.after(pollMs, () => {
      running = drain().finally(() => {
        if (!stopped) wait()
      })
    })
  }

  async function drain(): Promise<void> {
    try {
      while (!stopped && (await runOnce()) === batch);
    } catch (error) {
      log.warn({ err: error }, 'letters could not be read; trying again')
    }
  }

  async function runOnce(): Promise<number> {
    const nowMs = clock.now()
    const letters = await database.rows(claim, [iso(nowMs), iso(nowMs + leaseMs)])
    await Promise.all(letters.map(deliver))
    return letters.length
  }

  async function deliver(letter: Letter): Promise<void> {
    try {
      await transport.sendMail({ to: letter.recipient, subject: letter.subject, text: letter.body })
    } catch (error) {
      return settle(letter, error)
    }
    await database.rows(forget, [letter.id])
  }

  async function settle(letter: Letter, error: unknown): Promise<void> {
    const delayMs = delaysMs[letter.attempts - 1]
    const about = { mailId: letter.id, attempts: letter.attempts, err: error }
    if (delayMs === undefined) {
      log.error(about, 'a letter could not be handed over and is dropped')
      await database.rows(forget, [letter.id])
    } else {
      log.warn(about, 'a letter could not be handed over; trying again later')
      await database.rows(postpone, [letter.id, iso(clock.now() + delayMs)])
    }
  }
}
