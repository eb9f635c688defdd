import { type AgentCall, approvalAnswers, type Explained, TandemError } from '@tandem/contract'
import { type Reader, sql } from '../../db/database.ts'
import { lastUuidOf } from '../../kernel/common/ids.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { PrivateAct } from '../../kernel/mutation.ts'
import { done } from '../../kernel/reply.ts'
import { type Language, languageOf } from '../../texts/language.ts'
import type { MailTexts } from '../../texts/mails/en.ts'
import { mailTexts } from '../../texts/mails/mails.ts'
import { messageIn } from '../../texts/refusals/refusals.ts'
import { queueLetter } from '../actors/letters.ts'
import type { MailHead } from './message.ts'

/**
 * Tells the person why their reply was not taken, or which agents the comment that it became did not start: once for each reply, and a few
 * times an hour. The audit log is what counts them, under the lock of the person, so that it holds for all instances.
 */
const access = { self: true } as const

const mostPerHour = 5
const hourMs = 3_600_000
/** A host retries the delivery of a mail for less than a week, and the ledger remembers its reply for that long. */
const rememberMs = 7 * 24 * hourMs
const mostRemembered = 1_000

/** `$1` actor, `$2` the least id. */
const toldLately = sql<{ reply: string; createdAt: string }>(`select detail->>'reply' as reply, created_at from audit_log
  where actor_id = $1 and id > $2 and act in ('mail.refused', 'mail.unopened') order by id desc limit ${mostRemembered}`)
const findReader = sql<{ email: string; locale: string | null }>('select email, locale from actors where id = $1 and email is not null')

type Reply = { mail: Pick<MailHead, 'messageId'>; principal: Principal; mutationId: string }
type Outcome = 'queued' | 'deactivated'

export function queueRefusal(kernel: Kernel, reply: Reply, because: TandemError): Promise<Outcome> {
  return queueAnswer(kernel, reply, {
    act: 'mail.refused',
    reason: because.reason ?? because.code,
    subject: 'refused',
    bodyIn: (language, { refused }) => `${refused}.\n\n${messageIn(language, named(language, because))}`,
  })
}

/** The refusal of a late answer, with the answer that was given to an approval in the words of the mail about it. */
function named(language: Language, { message, reason, params }: TandemError): Explained {
  const given = approvalAnswers.find((each) => each === params?.answer)
  return { message, reason, params: given === undefined ? params : { ...params, answer: mailTexts[language].question[given] } }
}

/** `calls`: those that opened no session. An agent that is at work on the card gets the comment there, and its author hears nothing of it. */
export async function queueUnopened(kernel: Kernel, reply: Reply, calls: readonly AgentCall[]): Promise<void> {
  const left = calls.filter(({ opened, because }) => !opened && because !== 'at_work')
  if (left.length === 0) return
  const lineIn = (language: Language, { handle, message: english = '', reason, params }: AgentCall) => {
    const message = messageIn(language, { message: english, reason, params })
    return message.includes(`@${handle}`) ? message : `@${handle}: ${message}`
  }
  await queueAnswer(kernel, reply, {
    act: 'mail.unopened',
    reason: [...new Set(left.map(({ because }) => because))].join(' '),
    subject: 'unopened',
    bodyIn: (language, { unopenedText }) => `${unopenedText}\n\n${left.map((call) => lineIn(language, call)).join('\n')}`,
  })
}

type Words = MailTexts['replies']
/** `act` = its name in the audit log. */
type Answer = {
  act: 'mail.refused' | 'mail.unopened'
  reason: string
  subject: 'refused' | 'unopened'
  bodyIn(language: Language, words: Words): string
}

async function queueAnswer(kernel: Kernel, { mail, principal, mutationId }: Reply, answer: Answer): Promise<Outcome> {
  const step = { name: answer.act, access }
  const queued = kernel.takeStep(step, { principal, address: null, device: 'mail' }, async (act) => {
    act.audit({ detail: { reply: mutationId, reason: answer.reason } })
    if (await mayTell(act, principal.actorId, mutationId)) await write(act, principal.actorId, mail, answer)
    return done('queued' as const)
  })
  return queued.catch((error: unknown) => {
    if (error instanceof TandemError && error.reason === 'callerDeactivated') return 'deactivated'
    throw error
  })
}

async function mayTell(act: Reader & Pick<PrivateAct, 'now'>, actorId: string, reply: string): Promise<boolean> {
  const nowMs = Date.parse(act.now)
  const lately = await act.rows(toldLately, [actorId, lastUuidOf(nowMs - rememberMs)])
  const inTheHour = lately.filter(({ createdAt }) => nowMs - Date.parse(createdAt) < hourMs)
  return inTheHour.length < mostPerHour && !lately.some((one) => one.reply === reply)
}

async function write(act: PrivateAct, actorId: string, { messageId }: Pick<MailHead, 'messageId'>, answer: Answer): Promise<void> {
  if (!act.policy.mailEnabled) return
  const person = await act.row(findReader, [actorId])
  if (!person) return
  const language = languageOf(person.locale)
  const words = mailTexts[language].replies
  const inbox = act.policy.webUrl === null ? '' : `\n\n${words.inbox}: ${act.policy.webUrl}/inbox`
  const body = `${plainLines(answer.bodyIn(language, words))}${inbox}\n`
  queueLetter(act, { recipient: person.email, language, subject: words[answer.subject], body, inReplyTo: messageId ?? '' })
}

/** It contains names and answers of other people: control characters, which could steer a terminal, are removed. */
const plainLines = (text: string): string => text.replace(/\r\n|[\r\u2028\u2029]/g, '\n').replace(/[^\P{C}\n]/gu, ' ')
