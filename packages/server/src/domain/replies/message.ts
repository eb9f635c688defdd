import PostalMime, { type Email } from 'postal-mime'
import type { Automatic } from '../../kernel/replies.ts'
import { textOfHtml } from './html-text.ts'
import { replyTextIn } from './reply-text.ts'

/**
 * The headers of a mail that decide whether it is processed. They are read first, because parsing a body may cost far more: anyone can send
 * us mail, and only one with a valid code and sender has its body read.
 */
export type MailHead = {
  messageId: string | null
  /** The only address of the only From header, in lower case; null when there are none or several. */
  from: string | null
  /** All that it may have been sent to. */
  recipients: string[]
  /** The reason why the mail gets no answer; null when a person wrote it. */
  automatic: Automatic | null
}
export type MailBody = {
  /** The text without quotes and signature. */
  text: string
  hasAttachments: boolean
}

/** `ownDomain` is that of the Message-IDs of our mails. Null for bytes that are not a message. */
export async function readHead(raw: Uint8Array, ownDomain: string): Promise<MailHead | null> {
  const mail = await PostalMime.parse(headOf(raw), { maxHeadersSize: mostHeaderBytes }).catch(() => null)
  if (!mail) return null
  const messageId = idIn(mail.messageId)
  return {
    messageId,
    from: senderOf(mail),
    recipients: recipientsOf(mail),
    automatic: isOwn(messageId, ownDomain) ? 'own' : automaticBy(headersOf(mail)),
  }
}

/** Null for a body that cannot be read. */
export async function readBody(raw: Uint8Array): Promise<MailBody | null> {
  if (hasManyParts(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))) return null
  const mail = await PostalMime.parse(raw, { maxNestingDepth: deepest, maxHeadersSize: mostHeaderBytes }).catch(() => null)
  return mail && { text: textOf(mail), hasAttachments: mail.attachments.length > 0 }
}

const deepest = 32
const mostHeaderBytes = 262_144
const mostParts = 1_000

/** Up to the empty line. */
function headOf(raw: Uint8Array): Uint8Array {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, mostHeaderBytes))
  const ends = ['\r\n\r\n', '\n\n'].map((end) => bytes.indexOf(end)).filter((at) => at !== -1)
  return raw.subarray(0, ends.length > 0 ? Math.min(...ends) + 2 : bytes.length)
}

/** Each part costs far more than its octets, and the parser limits how deep they are nested, not how many there are. */
function hasManyParts(raw: Buffer): boolean {
  let parts = 0
  for (let at = raw.indexOf('\n--'); at !== -1; at = raw.indexOf('\n--', at + 3)) {
    parts += 1
    if (parts > mostParts) return true
  }
  return false
}

const longestId = 998

/** In ASCII, as RFC 5322 has it: the database keeps no NUL, which an encoded one could hold. */
function idIn(given: string | undefined): string | null {
  const id = given?.trim() ?? ''
  return id.length <= longestId && /^<[\x21-\x7e]+>$/.test(id) ? id : null
}

const longestFrom = 2_000

/**
 * Reads the From header as it was sent, without quoted strings and comments in parentheses. Encoded words are not decoded: the mail host
 * has not checked an address in one. With two addresses or two headers the sender is unknown.
 */
function senderOf({ headerLines }: Email): string | null {
  const [line, another] = headerLines.filter(({ key }) => key === 'from')
  if (!line || another || line.line.length > longestFrom) return null
  const value = line.line
    .replace(/^[^:]*:/, '')
    .replace(/\r?\n/g, ' ')
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\([^()]*\)/g, '')
    .trim()
  const [, inBrackets, bare] = /^(?:[^<>@,;:"()]*<([^\s<>@,;:"()]+@[^\s<>@,;:"()]+)>|([^\s<>@,;:"()]+@[^\s<>@,;:"()]+))$/.exec(value) ?? []
  return (inBrackets ?? bare)?.toLowerCase() ?? null
}

/** The headers in which mail hosts record the recipient, if To does not have it. */
const addressHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to', 'original-recipient']
const mostHeaders = 200

const recipientsOf = ({ headers }: Email): string[] =>
  headers
    .filter(({ key }) => addressHeaders.includes(key))
    .slice(0, mostHeaders)
    .flatMap(({ value }) => value.split(/[\s<>,;:"]+/).filter((word) => word.includes('@')))

type Headers = (name: string) => string | undefined

function headersOf({ headers }: Email): Headers {
  return (name) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
}

/** Answering machines must not answer one another (RFC 3834 §2). */
const marks: readonly { why: Automatic; is(headers: Headers): boolean }[] = [
  { why: 'bounce', is: (header) => header('return-path') === '<>' || header('return-path') === '' },
  { why: 'bounce', is: (header) => header('content-type')?.startsWith('multipart/report') ?? false },
  { why: 'automatic', is: (header) => !/^(no\b.*)?$/.test(header('auto-submitted') ?? '') },
  { why: 'list', is: (header) => /^(bulk|list|junk)\b/.test(header('precedence') ?? '') || header('list-id') !== undefined },
  {
    why: 'automatic',
    is: (header) => ['x-autoreply', 'x-autorespond', 'x-vacation', 'x-autogenerated'].some((name) => header(name) !== undefined),
  },
  { why: 'automatic', is: (header) => vacation.test(header('subject') ?? '') },
]
/** For programs that mark their answers in no other way. */
const vacation =
  /^(automatic reply|auto(matic)? ?-?response|out of( the)? office|automatische antwort|abwesenheit(snotiz)?|respuesta automática|fuera de la oficina)\b/

const automaticBy = (headers: Headers): MailHead['automatic'] => marks.find(({ is }) => is(headers))?.why ?? null

/** Ours are UUIDs of version 7; Apple Mail makes some of version 4. */
function isOwn(messageId: string | null, ownDomain: string): boolean {
  const [, domain] = /^<[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}@([^>]+)>$/.exec(messageId ?? '') ?? []
  return domain?.toLowerCase() === ownDomain.toLowerCase()
}

function textOf({ text = '', html = '' }: Email): string {
  const written = text.trim() === '' ? textOfHtml(html) : text
  // PostgreSQL stores neither NUL nor lone surrogates.
  return replyTextIn(written).replaceAll('\0', '').toWellFormed()
}
