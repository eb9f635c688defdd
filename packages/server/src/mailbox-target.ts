import type { ImapFlowOptions } from 'imapflow'

/** MAIL_IN_IMAP_URL, taken apart: `imaps://user:password@host:port/MAILBOX`. `shown` is what logs may hold of it. */
export type MailboxTarget = { host: string; port: number; secure: boolean; user: string; pass: string; mailbox: string; shown: string }

/** Null for text that is not such a URL. */
export function mailboxTarget(text: string): MailboxTarget | null {
  if (!/^imaps?:\/\//.test(text) || !URL.canParse(text)) return null
  const { protocol, hostname, port, username, password, pathname } = new URL(text)
  const [user, pass, mailbox] = [decoded(username), decoded(password), decoded(pathname.replace(/^\//, ''))]
  if (hostname === '' || !user || !pass || mailbox === null) return null
  const secure = protocol === 'imaps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const shown = `${protocol}//${hostname}${port === '' ? '' : `:${port}`}/${mailbox || inbox}`
  return { host, port: Number(port) || (secure ? 993 : 143), secure, user, pass, mailbox: mailbox || inbox, shown }
}

const inbox = 'INBOX'

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const limitsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/** More than the part of a mail that is fetched. */
const mostLiteralBytes = 16 * 1_048_576

/**
 * With imap: the connection is encrypted when the server offers it, as with smtp. The library's own log is off: it would contain the
 * traffic.
 */
export const mailboxOptions = ({ host, port, secure, user, pass }: MailboxTarget, patienceMs?: number): ImapFlowOptions => ({
  host,
  port,
  secure,
  auth: { user, pass },
  logger: false,
  disableAutoIdle: true,
  maxLiteralSize: mostLiteralBytes,
  ...limitsMs,
  ...(patienceMs !== undefined && { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }),
})
