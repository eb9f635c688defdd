import { type Database, sql } from '../../db/database.ts'
import { iso } from '../../kernel/clock.ts'

/** A row of a queue, claimed: it counts as tried, and its next try is past the lease. */
export type Claimed = { id: string; attempts: number }

export type Letter = {
  /** The same in every try, and so is the Message-ID made of it. */
  id: string
  recipient: string
  subject: string
  body: string
  /** What this letter settles. */
  rows: readonly Claimed[]
  /** Letters of one thread stand together in a mailbox. */
  thread?: string
  /** Where the recipient says that no more of these shall come. */
  unsubscribeUrl?: string
}

/** Letters in the database, written by the transactions that they tell of. */
export type MailQueue = {
  readonly name: 'letters' | 'notifications'
  /** Takes some of what is due: how many rows, and the letters that they make. A row without a letter is gone. */
  claim(nowMs: number, leaseEndMs: number): Promise<{ rows: number; letters: Letter[] }>
  forget(ids: readonly string[]): Promise<unknown>
  postpone(rows: readonly { id: string; untilMs: number }[]): Promise<unknown>
  /** As if it had never been claimed. */
  giveBack(ids: readonly string[], nowMs: number): Promise<unknown>
}

/** Everything but the claim is alike in the two tables. */
export function settlementsOn(table: 'mails' | 'notification_mails', database: Database): Omit<MailQueue, 'claim'> {
  const forget = sql(`delete from ${table} where id = any ($1::uuid[])`)
  const postpone = sql(`update ${table} m set next_attempt_at = p.until from unnest($1::uuid[], $2::timestamptz[]) as p(id, until)
    where m.id = p.id`)
  const giveBack = sql(`update ${table} set attempts = attempts - 1, next_attempt_at = $2 where id = any ($1::uuid[])`)
  return {
    name: table === 'mails' ? 'letters' : 'notifications',
    forget: (ids) => database.rows(forget, [ids]),
    postpone: (rows) => database.rows(postpone, [rows.map(({ id }) => id), rows.map(({ untilMs }) => iso(untilMs))]),
    giveBack: (ids, nowMs) => database.rows(giveBack, [ids, iso(nowMs)]),
  }
}
