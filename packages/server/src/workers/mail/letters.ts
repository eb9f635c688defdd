import type { Database } from '../../db/database.ts'
import { mails } from '../../db/tables/service/mails.ts'
import { returning, write } from '../../db/writes.ts'
import { iso } from '../../kernel/common/clock.ts'
import type { Language } from '../../texts/language.ts'
import { type MailQueue, settlementsOn } from './queue.ts'

/** Invitations and new passwords: written in full by the act that sends them. */
type Row = {
  id: string
  recipient: string
  subject: string
  body: string
  attempts: number
  inReplyTo: string | null
  language: Language | null
}

const batch = 5

const claim = write(
  { now: mails.nextAttemptAt, leaseEnd: mails.nextAttemptAt },
  ({ now, leaseEnd }) => `update mails set attempts = attempts + 1, next_attempt_at = ${leaseEnd}
  where id in (select id from mails where next_attempt_at <= ${now} order by next_attempt_at, id limit ${batch} for update skip locked)
  returning id, recipient, subject, body, attempts, in_reply_to, language`,
  returning<Row>(),
)

export function writtenLetters(database: Database): MailQueue {
  return {
    name: 'letters',
    ...settlementsOn('mails', database),
    async claim(nowMs, leaseEndMs) {
      const rows = await database.rows(claim({ now: iso(nowMs), leaseEnd: iso(leaseEndMs) }))
      return {
        rows: rows.length,
        letters: rows.map(({ inReplyTo, language, ...row }) => ({
          ...row,
          // An older instance that is still running queues letters in English only, and names no language.
          language: language ?? 'en',
          rows: [row],
          ...(inReplyTo !== null && { inReplyTo }),
        })),
      }
    },
  }
}
