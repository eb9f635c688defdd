import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A real mail server on loopback, with the mails that it has accepted, oldest first. */
export type MailServer = {
  /** For SMTP_URL. */
  url: string
  letters: TakenLetter[]
  /** Makes it refuse all mails from now on, or accept them again. */
  refuse(refusing: boolean): void
  stop(): Promise<void>
}
/** `text` is the body with its soft line breaks undone, `headers` are by name in lower case. */
export type TakenLetter = { to: string[]; headers: Record<string, string>; text: string; raw: string }

export async function startMailServer(): Promise<MailServer> {
  const letters: TakenLetter[] = []
  let refusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusing) return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        letters.push({ to, ...read(Buffer.concat(chunks).toString()) })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    letters,
    refuse(on) {
      refusing = on
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function read(raw: string): Omit<TakenLetter, 'to'> {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), decodedWords(line.slice(line.indexOf(':') + 2))]),
  )
  const body = raw.slice(end + 4)
  const isBase64 = headers['content-transfer-encoding'] === 'base64'
  const text = isBase64 ? Buffer.from(body, 'base64').toString() : unquoted(body.replace(/=\r\n/g, ''))
  return { headers, text: text.replace(/\r\n/g, '\n'), raw }
}

/** Of quoted-printable, each of whose escapes is a byte of UTF-8. */
const unquoted = (text: string): string =>
  text.replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())

/** Encoded words (RFC 2047); the space between two of them is not part of the text. */
const decodedWords = (header: string): string =>
  header
    .replace(/(\?=) (?==\?)/g, '$1')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, coding: string, word: string) =>
      coding.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
    )
