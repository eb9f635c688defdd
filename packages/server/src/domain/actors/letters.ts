import { mails } from '../../db/tables/service/mails.ts'
import { insertInto } from '../../db/writes.ts'
import type { Policy, PrivateAct } from '../../kernel/mutation.ts'
import type { Language } from '../../texts/language.ts'

/** Mails commit with the act that writes them; the mail worker sends them afterwards. */
const insertLetter = insertInto(mails, ['id', 'recipient', 'subject', 'body', 'nextAttemptAt', 'createdAt', 'inReplyTo', 'language'])

/** `inReplyTo`: set for an automatic reply, to the Message-ID of the mail that it answers, or empty if that had none. */
export type Letter = { recipient: string; language: Language; subject: string; body: string; inReplyTo?: string }

export function queueLetter(act: Pick<PrivateAct, 'send' | 'now' | 'newId'>, letter: Letter): void {
  act.send(insertLetter({ inReplyTo: null, ...letter, id: act.newId(), nextAttemptAt: act.now, createdAt: act.now }))
}

const longestName = 80

/**
 * A name chosen by one person, in a mail to another: one short line without control or invisible characters, in which no mail program finds
 * a link (`http[:]//evil[.]example`).
 */
export function plainName(name: string): string {
  return oneLine(name, longestName)
    .replace(/:(?=[/\\])/g, '[:]')
    .replace(/[.。．｡](?=[\p{L}\p{N}])/gu, '[.]')
}

/** The text without control and invisible characters, cut to `longest` characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()
  return Array.from(line).slice(0, longest).join('')
}

/** A link into the web: absolute whenever the service knows where people reach it. */
export const webLink = (policy: Policy, path: string): string => `${policy.webUrl ?? ''}${path}`
