import { createHash } from 'node:crypto'
import { type AgentCall, refusal, TandemError, writtenComment } from '@tandem/contract'
import { type Database, sql } from '../../db/database.ts'
import { meaningOf as failureOf } from '../../db/failures.ts'
import { mailPrincipal, type Principal } from '../../kernel/identity/principal.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Replies, ReplyAct, Taken } from '../../kernel/replies.ts'
import { bodyOf } from '../../kernel/reply.ts'
import { oneLine } from '../actors/letters.ts'
import type { ReplyAddresses, ReplyCode } from './address.ts'
import { type Asked, meaningOf } from './meaning.ts'
import { type MailBody, type MailHead, readBody, readHead } from './message.ts'
import { queueRefusal, queueUnopened } from './refuse.ts'

/**
 * Processes a reply to one of our mails once, as the recipient of that mail: it answers the question or comments on the card.
 * Specification: beyond §6 and §11.
 */
type Deps = { kernel: Kernel; database: Pick<Database, 'row'>; addresses: ReplyAddresses; ownDomain: string; now: () => number }
type Reply = { mail: MailHead & MailBody; principal: Principal; activityId: string; mutationId: string }
type About = { cardId: string | null; payload: { sessionId?: string; eventId?: string } }

const findPerson = sql<{ id: string }>("select id from actors where email = $1 and kind = 'human' and deactivated_at is null")
/** `$1` activity, `$2` actor: on the boards of the person, and on the board that the mail was about; there is no index by the id alone. */
const findActivity = sql<About>(`select a.card_id, a.payload
  from (select board_id from members where actor_id = $2
    union select board_id from notifications where actor_id = $2 and activity_id = $1) b
  cross join lateral (select card_id, payload from activities where board_id = b.board_id and id = $1 limit 1) a
  limit 1`)
/** `$2` = start of the hour. Replies have ids in the ledger that begin with mail-. */
const mostPerHour = 60
const repliesSince = sql<{ count: number }>(`select count(*)::int as count from (select 1 from ledger
  where actor_id = $1 and mutation_id like 'mail-%' and created_at > $2 limit ${mostPerHour}) lately`)
const findQuestion = sql<{ body: Asked; isOpen: boolean }>(`select body,
    exists (select from sessions where id = $1 and question ->> 'eventId' = $2::uuid::text) as is_open
  from session_events where session_id = $1 and id = $2 and kind = 'question'`)

export function createReplies({ kernel, database, addresses, ownDomain, now }: Deps): Replies {
  return {
    async take(raw) {
      const head = await readHead(raw, ownDomain)
      if (!head) return { outcome: 'ignored', why: 'unreadable' }
      const codes = addresses.codesIn(head.recipients)
      if (codes.length === 0) return { outcome: 'ignored', why: 'no_code' }
      if (head.automatic) return { outcome: 'ignored', why: head.automatic }
      const actorId = await senderOf(head)
      const asked = actorId === null ? undefined : askedOf(codes, actorId)
      // A mail to people who have not proved to be the recipient of one of our mails would be backscatter.
      if (actorId === null || !asked) return { outcome: 'ignored', why: 'unknown' }
      const { code, act } = asked
      const principal = mailPrincipal(actorId, code.activityId)
      await refuseOften(principal)
      const body = await readBody(raw)
      if (!body) return { outcome: 'ignored', why: 'unreadable' }
      const mail = { ...head, ...body }
      return takeFrom(act, { mail, principal, activityId: code.activityId, mutationId: mutationIdOf(mail, code.text) })
    },
  }

  /** The first code that was given to this person. */
  function askedOf(codes: readonly ReplyCode[], actorId: string): { code: ReplyCode; act: ReplyAct } | undefined {
    for (const code of codes) {
      const act = addresses.actOf(code, actorId)
      if (act !== null) return { code, act }
    }
    return undefined
  }

  /**
   * Two programs that answer each other, and mark nothing as automatic, would loop for ever. Throws rate_limited: the mail is accepted
   * later.
   */
  async function refuseOften({ actorId }: Principal): Promise<void> {
    const sinceMs = now() - 3_600_000
    const lately = await ask(() => database.row(repliesSince, [actorId, new Date(sinceMs).toISOString()]))
    if ((lately?.count ?? 0) >= mostPerHour) throw refusal('replyOften', { count: mostPerHour }, { retryAfterSeconds: 600 })
  }

  async function senderOf({ from }: MailHead): Promise<string | null> {
    if (from === null) return null
    return (await ask(() => database.row(findPerson, [from])))?.id ?? null
  }

  async function takeFrom(act: ReplyAct, reply: Reply): Promise<Taken> {
    let calls: readonly AgentCall[]
    try {
      if (reply.mail.text === '') throw refusal(reply.mail.hasAttachments ? 'replyOnlyFiles' : 'replyEmpty')
      calls = await (act === 'answer' ? answer(reply) : comment(reply))
    } catch (error) {
      if (!(error instanceof TandemError) || isTransient(error)) throw error
      // Deactivated a moment ago.
      if ((await queueRefusal(kernel, reply, error)) === 'deactivated') return { outcome: 'ignored', why: 'unknown' }
      return { outcome: 'refused', why: error.reason ?? error.code }
    }
    // If the process dies here, the host delivers the mail again, and the stored result of the comment has the calls.
    await queueUnopened(kernel, reply, calls)
    return { outcome: act }
  }

  async function comment(reply: Reply): Promise<AgentCall[]> {
    const { cardId } = await activityOf(reply)
    if (cardId === null) throw refusal('replyGone')
    if (reply.mail.text.length > longestComment) throw refusal('replyTooLong', { count: longestComment })
    const input = { cardId, body: reply.mail.text, clientMutationId: reply.mutationId }
    const written = await kernel.execute('comment.create', callerOf(reply), input)
    return callsOf.parse(bodyOf(written.reply)).calls ?? []
  }

  async function answer(reply: Reply): Promise<[]> {
    const { sessionId, eventId } = (await activityOf(reply)).payload
    const question = sessionId && eventId ? await ask(() => database.row(findQuestion, [sessionId, eventId])) : undefined
    if (!question || !eventId) throw refusal('replyGone')
    const read = meaningOf(question.body, reply.mail.text)
    // An answer that comes too late is passed on to the agent as text, whatever options the question had.
    const meaning = 'unclear' in read && !question.isOpen ? { answer: reply.mail.text } : read
    if ('unclear' in meaning) throw unclear[meaning.unclear](question.body)
    if (meaning.answer.length > longestAnswer) throw refusal('replyTooLong', { count: longestAnswer })
    if ((meaning.note?.length ?? 0) > longestNote) throw refusal('replyNoteTooLong', { count: longestNote })
    const input = { sessionId, questionEventId: eventId, ...meaning, clientMutationId: reply.mutationId }
    await kernel.execute('session.answer', callerOf(reply), input)
    return []
  }

  async function activityOf({ activityId, principal }: Reply): Promise<About> {
    const about = await ask(() => database.row(findActivity, [activityId, principal.actorId]))
    if (!about) throw refusal('replyGone')
    return about
  }
}

/** The limits of the operations, checked here first so that the refusal can speak of the mail. */
const [longestComment, longestAnswer, longestNote] = [100_000, 10_000, 2_000]

/** The length of an option in a mail that is enough to tell it from the others. */
const longestOption = 200

const unclear = {
  several: () => refusal('replyToSeveral'),
  approval: () => refusal('replyToApproval'),
  choice: ({ options = [] }: Asked) =>
    refusal('replyToChoice', { options: options.map((option, at) => `\n${at + 1}. ${oneLine(option, longestOption)}`).join('') }),
}

const callsOf = writtenComment.pick({ calls: true })

const callerOf = ({ principal }: Reply) => ({ principal, address: null, device: 'mail' })

/** The same id for the same mail, however it arrives: from its Message-ID, or from its text if it has none. */
function mutationIdOf({ messageId, from, text }: MailHead & MailBody, code: string): string {
  const parts = [messageId ?? `text ${text}`, from, code]
  return `mail-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
}

/** The same reply may be taken later, such as once a lock is free. */
const isTransient = ({ status, retryAfterSeconds }: TandemError): boolean => status >= 500 || retryAfterSeconds !== undefined

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    throw failureOf(error).error
  }
}
