import type { NotificationReason } from '@tandem/contract'
import type { Policy } from '../../kernel/mutation.ts'
import { oneLine } from '../actors/letters.ts'
import { keyOf } from '../cards/wire.ts'

/** Notifications as a letter: short, plain text, one paragraph each. Specification: decisions §5. */
export type Told = {
  reason: NotificationReason
  excerpt: string | null
  timezone: string
  board_name: string
  key_prefix: string
  number: number | null
  title: string | null
  by_name: string
}

const longestName = 80
/** More would hardly be read; they are in the inbox. */
const mostInLetter = 20

const sentences: Record<NotificationReason, (told: Told) => string> = {
  question: ({ by_name }) => `${nameOf(by_name)} asks you a question`,
  mentioned: ({ by_name }) => `${nameOf(by_name)} mentioned you`,
  assigned: ({ by_name }) => `${nameOf(by_name)} assigned you`,
  delegated: ({ by_name }) => `${nameOf(by_name)} delegated to you`,
  session_ended: ({ by_name }) => `${nameOf(by_name)} ended a session`,
  commented: ({ by_name }) => `${nameOf(by_name)} commented`,
  watching: ({ by_name }) => `${nameOf(by_name)} changed a card that you watch`,
  due_soon: ({ excerpt, timezone }) => (excerpt === null ? 'due soon' : `due ${timeOf(excerpt, timezone)}`),
  webhook_disabled: () => 'a webhook was switched off',
  rule: () => 'a rule tells you',
}

/** `rows` are of one person, the oldest first. */
export function letterOf(
  rows: readonly Told[],
  { webUrl }: Pick<Policy, 'webUrl'>,
): { subject: string; body: string; unsubscribeUrl?: string } {
  const shown = rows.slice(0, mostInLetter)
  const [first] = shown
  const more = rows.length - shown.length
  const settings = webUrl === null ? null : `${webUrl}/settings/notifications`
  const paragraphs = [
    ...shown.map((told) => paragraphOf(told, webUrl)),
    ...(more > 0 ? [`${more} more in your inbox.`] : []),
    `-- \n${settings === null ? 'Your notification settings say what is mailed to you.' : `Choose what is mailed to you: ${settings}`}\n`,
  ]
  const others = rows.length > 1 ? ` (and ${rows.length - 1} more)` : ''
  const subject = first ? `${subjectOf(first)}${others}` : ''
  return { subject, body: paragraphs.join('\n\n'), ...(settings !== null && { unsubscribeUrl: settings }) }
}

const subjectOf = (told: Told): string => `${placeOf(told)}: ${sentences[told.reason](told)}`

function paragraphOf(told: Told, webUrl: string | null): string {
  const quote = told.excerpt === null || told.reason === 'due_soon' ? [] : [quoted(told.excerpt)]
  const link = webUrl === null || told.number === null ? [] : [`${webUrl}/cards/${keyOf(told.key_prefix, told.number)}`]
  const board = told.number === null ? '' : ` (${nameOf(told.board_name)})`
  return [`${placeOf(told)}${board}: ${sentences[told.reason](told)}`, ...quote, ...link].join('\n\n')
}

/** What it is about: a card, or all of a board. */
function placeOf({ key_prefix, number, title, board_name }: Told): string {
  return number === null || title === null ? nameOf(board_name) : `${keyOf(key_prefix, number)} ${nameOf(title)}`
}

const nameOf = (name: string): string => oneLine(name, longestName)

/** Line by line, without what would steer a terminal. */
const quoted = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${line.replace(/[\p{Cc}\p{Cs}]/gu, ' ')}`)
    .join('\n')

function timeOf(at: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
  return `${time} (${timeZone})`
}
