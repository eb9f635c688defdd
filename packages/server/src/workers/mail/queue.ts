import type { Database } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { Language } from '../../texts/language.ts'

/** A row of a queue, claimed: it counts as tried, and its next try is past the lease. */
export type Claimed = { id: string; attempts: number }

export type Letter = {
  /** The same in every try, and so is the Message-ID made of it. */
  id: string
  recipient: string
  subject: string
  body: string
  language: Language
  /** The claimed rows that this mail settles. */
  rows: readonly Claimed[]
  /** Mail programs group mails of one thread. */
  thread?: string
  /** The Reply-To address. */
  replyTo?: string
  /** For an automatic reply: the Message-ID of the mail that it answers, or empty. */
  inReplyTo?: string
  /** The address at which the recipient can unsubscribe. */
  unsubscribeUrl?: string
}

/** Mails in the database, written by the transactions that they report. */
export type MailQueue = Settlements & {
  readonly name: 'letters' | 'notifications'
  /** Takes some due rows: their number, and the mails that they make. A row without a mail is deleted. */
  claim(nowMs: number, leaseEndMs: number): Promise<{ rows: number; letters: Letter[] }>
}

/** The ways to settle claimed rows. */
type Settlements = {
  /** Moves the end of the lease on. */
  renew(rows: readonly Claimed[], leaseEndMs: number): Promise<unknown>
  /** Was handed over, or needs no mail: no claim holder has to send it again. */
  forget(ids: readonly string[]): Promise<unknown>
  /** Gives up after the last try. */
  drop(rows: readonly Claimed[]): Promise<unknown>
  postpone(rows: readonly (Claimed & { untilMs: number })[]): Promise<unknown>
  /** Returns the rows to the queue without counting an attempt. */
  giveBack(rows: readonly Claimed[], nowMs: number): Promise<unknown>
}

const claims = { ids: parameter<readonly string[]>('uuid[]'), attempts: parameter<readonly number[]>('int[]') }
const at = parameter<string>('timestamptz')
const listsOf = (rows: readonly Claimed[]) => ({ ids: rows.map(({ id }) => id), attempts: rows.map(({ attempts }) => attempts) })

/**
 * Everything but the claim is alike in these tables. A worker that was paused for longer than its lease settles nothing that another has
 * claimed since: the count of attempts tells the claims apart.
 */
export function settlementsOn(table: 'mails' | 'notification_mails' | 'push_messages', database: Database): Settlements {
  const claimed = ({ ids, attempts }: { ids: string; attempts: string }) =>
    `unnest(${ids}, ${attempts}) as c(id, attempts) where m.id = c.id and m.attempts = c.attempts`
  const renew = write(
    { ...claims, leaseEnd: at },
    (given) => `update ${table} m set next_attempt_at = ${given.leaseEnd} from ${claimed(given)} and m.next_attempt_at < ${given.leaseEnd}`,
  )
  const forget = write({ ids: claims.ids }, ({ ids }) => `delete from ${table} where id = any (${ids})`)
  const drop = write(claims, (given) => `delete from ${table} m using ${claimed(given)}`)
  const postpone = write(
    { ...claims, untils: parameter<readonly string[]>('timestamptz[]') },
    ({ ids, attempts, untils }) => `update ${table} m set next_attempt_at = c.until
    from unnest(${ids}, ${attempts}, ${untils}) as c(id, attempts, until) where m.id = c.id and m.attempts = c.attempts`,
  )
  const giveBack = write(
    { ...claims, now: at },
    (given) => `update ${table} m set attempts = m.attempts - 1, next_attempt_at = ${given.now} from ${claimed(given)}`,
  )
  return {
    renew: (rows, leaseEndMs) => database.rows(renew({ ...listsOf(rows), leaseEnd: iso(leaseEndMs) })),
    forget: (ids) => database.rows(forget({ ids })),
    drop: (rows) => database.rows(drop(listsOf(rows))),
    postpone: (rows) => database.rows(postpone({ ...listsOf(rows), untils: rows.map(({ untilMs }) => iso(untilMs)) })),
    giveBack: (rows, nowMs) => database.rows(giveBack({ ...listsOf(rows), now: iso(nowMs) })),
  }
}
