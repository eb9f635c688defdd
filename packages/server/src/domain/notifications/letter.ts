import type { NotificationReason } from '@tandem/contract'
import type { Policy } from '../../kernel/mutation.ts'
import type { ReplyAct } from '../../kernel/replies.ts'
import { dateTagOf, type Language, languageOf } from '../../texts/language.ts'
import type { MailTexts } from '../../texts/mails/en.ts'
import { mailTexts } from '../../texts/mails/mails.ts'
import { oneLine } from '../actors/letters.ts'
import { keyOf } from '../cards/summary.ts'

/** Notifications as a mail in the language of its reader: short, plain text, one paragraph each. Specification: decisions §5. */
export type LetterNotice = {
  reason: NotificationReason
  excerpt: string | null
  /** Somebody outside the board wrote the excerpt, or the title of the card. */
  isExternal: boolean
  isTitleExternal: boolean
  /** Of the reader, as is the locale. */
  timezone: string
  locale: string | null
  boardName: string
  keyPrefix: string
  number: number | null
  title: string | null
  byName: string
  /** Of `session_ended`. */
  hasFailed: boolean
  /** Of a failed one: the delegation was removed. */
  isCanceled: boolean
  /** For an open question: how it can be answered (answer-links.ts). */
  answer?: readonly string[]
}

const longestName = 80
/** The most notifications in one mail. The inbox has the others. */
const mostInLetter = 20

/** `rows` are of one person, the oldest first; `reply` is the action of a reply to the mail, if replies have one. */
export function letterOf(
  rows: readonly LetterNotice[],
  { webUrl }: Pick<Policy, 'webUrl'>,
  reply: ReplyAct | null = null,
): { subject: string; body: string; language: Language; unsubscribeUrl?: string } {
  const shown = rows.slice(0, mostInLetter)
  const [first] = shown
  const language = languageOf(first?.locale ?? null)
  const texts = mailTexts[language]
  const more = rows.length - shown.length
  const settings = webUrl === null ? null : `${webUrl}/settings/notifications`
  const paragraphs = [
    ...shown.map((notice) => paragraphOf(notice, webUrl, texts)),
    ...(more > 0 ? [texts.moreInInbox(more)] : []),
    ...(reply === null ? [] : [texts.replyTo[reply]]),
    `-- \n${settings === null ? texts.settings : texts.settingsAt(settings)}\n`,
  ]
  const others = rows.length > 1 ? ` ${texts.othersInSubject(rows.length - 1)}` : ''
  const subject = first ? `${placeOf(first, texts)}: ${sentenceOf(first, texts)}${others}` : ''
  return { subject, body: paragraphs.join('\n\n'), language, ...(settings !== null && { unsubscribeUrl: settings }) }
}

function sentenceOf({ reason, byName, excerpt, locale, timezone, hasFailed, isCanceled }: LetterNotice, texts: MailTexts): string {
  const due = reason === 'due_soon' && excerpt !== null ? timeOf(excerpt, { timezone, locale }) : null
  return texts.reasons[reason]({ name: nameOf(byName), due, hasFailed, isCanceled })
}

function paragraphOf(notice: LetterNotice, webUrl: string | null, texts: MailTexts): string {
  const quote = notice.excerpt === null || notice.reason === 'due_soon' ? [] : [...markOf(notice, texts), quoted(notice.excerpt)]
  const link = webUrl === null || notice.number === null ? [] : [`${webUrl}/cards/${keyOf(notice.keyPrefix, notice.number)}`]
  const board = notice.number === null ? '' : ` (${nameOf(notice.boardName)})`
  return [`${placeOf(notice, texts)}${board}: ${sentenceOf(notice, texts)}`, ...quote, ...(notice.answer ?? []), ...link].join('\n\n')
}

/** Above the quote. A title has its mark in the line above. */
const markOf = ({ isExternal }: LetterNotice, { external, fromOutside }: MailTexts): string[] =>
  isExternal ? [`${external}: ${fromOutside}`] : []

/** The subject of a notification: a card, or the whole board. */
function placeOf({ keyPrefix, number, title, isTitleExternal, boardName }: LetterNotice, { external }: MailTexts): string {
  if (number === null || title === null) return nameOf(boardName)
  return `${keyOf(keyPrefix, number)} ${isTitleExternal ? `[${external}] ` : ''}${nameOf(title)}`
}

const nameOf = (name: string): string => oneLine(name, longestName)

/** Line by line, without what would steer a terminal. */
const quoted = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${line.replace(/[\p{Cc}\p{Cs}]/gu, ' ')}`)
    .join('\n')

/** The time where its reader is. */
export function timeOf(at: string, { timezone: timeZone, locale }: Pick<LetterNotice, 'timezone' | 'locale'>): string {
  const time = new Intl.DateTimeFormat(dateTagOf(locale), { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
  return `${time} (${timeZone})`
}
