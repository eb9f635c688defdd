import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from '../../packages/server/test/kit/http.ts'
import type { TestService } from '../../packages/server/test/kit/service.ts'

/** A mail server on loopback that keeps the mails it accepts. `url` is for SMTP_URL. */
export type Mailbox = {
  url: string
  letters: { to: string[]; text: string }[]
  /** Waits for a letter to an address; returns the oldest that was not returned before. */
  letterTo(address: string, tandem: TestService): Promise<string>
  stop(): Promise<void>
}

/** Longer than the mail worker waits between two polls of its queue. */
const patienceMs = 6_000

export async function startMailbox(): Promise<Mailbox> {
  const letters: Mailbox['letters'] = []
  const given = new Set<Mailbox['letters'][number]>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        letters.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: withoutSoftBreaks(Buffer.concat(chunks).toString()),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    letters,
    async letterTo(address, tandem) {
      tandem.clock.advance(patienceMs)
      const letter = await until(() => letters.find((one) => one.to.includes(address) && !given.has(one)))
      given.add(letter)
      return letter.text
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Joins the lines that quoted-printable has folded. */
const withoutSoftBreaks = (text: string): string => text.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
