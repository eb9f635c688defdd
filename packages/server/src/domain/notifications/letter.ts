import type { NotificationReason } from '@tandem/contract'
import type { Policy } from '../../kernel/mutation.ts'
import type { ReplyAct } from '../../kernel/replies.ts'
import { oneLine } from '../actors/letters.ts'
import { keyOf } from '../cards/summary.ts'

/** Notifications as a mail: short, plain text, one paragraph each. Specification: decisions §5. */
export type LetterNotice = {
  reason: NotificationReason
  excerpt: string | null
  /** Somebody outside the board wrote the excerpt, or the title of the card. */
  isExternal: boolean
  isTitleExternal: boolean
  timezone: string
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
/** The words of the web app. */
const external = 'External'
const fromOutside = 'From outside the board. It cannot start agents, and agents treat it as information only.'
/** The most notifications in one mail. The inbox has the others. */
const mostInLetter = 20

const sentences: Record<NotificationReason, (notice: LetterNotice) => string> = {
  question: ({ byName }) => `${nameOf(byName)} asks you a question`,
  mentioned: ({ byName }) => `${nameOf(byName)} mentioned you`,
  assigned: ({ byName }) => `${nameOf(byName)} assigned a card to you`,
  delegated: ({ byName }) => `${nameOf(byName)} delegated a card to you`,
  unblocked: () => 'the card is no longer blocked',
  review: ({ byName }) => `${nameOf(byName)} has work ready for review`,
  reviewed: ({ byName }) => `${nameOf(byName)} reviewed the work of an agent`,
  // The service or a person may have ended a session that failed.
  session_ended: ({ byName, hasFailed, isCanceled }) =>
    hasFailed ? `an agent session ${isCanceled ? 'was canceled' : 'failed'}` : `${nameOf(byName)} finished`,
  commented: ({ byName }) => `${nameOf(byName)} commented`,
  watching: ({ byName }) => `${nameOf(byName)} changed a card that you watch`,
  due_soon: ({ excerpt, timezone }) => (excerpt === null ? 'due soon' : `due ${timeOf(excerpt, timezone)}`),
  webhook_disabled: () => 'a webhook was turned off',
  rule: () => 'a rule notified you',
  agent_requested: ({ byName }) => `${nameOf(byName)} requests one of your agents`,
  budget: () => 'a budget is nearly used up',
  invited: ({ byName }) => `${nameOf(byName)} invited you to a board`,
}

/** `rows` are of one person, the oldest first; `reply` is the action of a reply to the mail, if replies have one. */
export function letterOf(
  rows: readonly LetterNotice[],
  { webUrl }: Pick<Policy, 'webUrl'>,
  reply: ReplyAct | null = null,
): { subject: string; body: string; unsubscribeUrl?: string } {
  const shown = rows.slice(0, mostInLetter)
  const [first] = shown
  const more = rows.length - shown.length
  const settings = webUrl === null ? null : `${webUrl}/settings/notifications`
  const paragraphs = [
    ...shown.map((notice) => paragraphOf(notice, webUrl)),
    ...(more > 0 ? [`${more} more in your inbox.`] : []),
    ...(reply === null ? [] : [`Reply to this e-mail to ${reply}.`]),
    `-- \n${settings === null ? 'You can choose which e-mails you get in your notification settings.' : `Choose which e-mails you get: ${settings}`}\n`,
  ]
  const others = rows.length > 1 ? ` (and ${rows.length - 1} more)` : ''
  const subject = first ? `${subjectOf(first)}${others}` : ''
  return { subject, body: paragraphs.join('\n\n'), ...(settings !== null && { unsubscribeUrl: settings }) }
}

const subjectOf = (notice: LetterNotice): string => `${placeOf(notice)}: ${sentences[notice.reason](notice)}`

function paragraphOf(notice: LetterNotice, webUrl: string | null): string {
  const quote = notice.excerpt === null || notice.reason === 'due_soon' ? [] : [...markOf(notice), quoted(notice.excerpt)]
  const link = webUrl === null || notice.number === null ? [] : [`${webUrl}/cards/${keyOf(notice.keyPrefix, notice.number)}`]
  const board = notice.number === null ? '' : ` (${nameOf(notice.boardName)})`
  return [`${placeOf(notice)}${board}: ${sentences[notice.reason](notice)}`, ...quote, ...(notice.answer ?? []), ...link].join('\n\n')
}

/** Above the quote. A title has its mark in the line above. */
const markOf = ({ isExternal }: LetterNotice): string[] => (isExternal ? [`${external}: ${fromOutside}`] : [])

/** The subject of a notification: a card, or the whole board. */
function placeOf({ keyPrefix, number, title, isTitleExternal, boardName }: LetterNotice): string {
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

export function timeOf(at: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
  return `${time} (${timeZone})`
}
