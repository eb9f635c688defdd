import { randomUUID } from 'node:crypto'
import { signatureHeaders, signatureV2 } from '@tandem/contract'
import { expect } from 'vitest'
import type { MailServer, TakenLetter } from '../../../../packages/server/test/kit/servers/mail-server.ts'
import type { Person, TestService } from '../../../../packages/server/test/kit/service.ts'
import { type Question, refusalOf, type Surface, untilFree } from './race.ts'

export const mailInSecret = 'a-secret-of-the-mail-host-0123456789'

/** People whose letters arrive: they follow a link, or reply. */
async function readMail({ tandem, server, people }: { tandem: TestService; server: MailServer; people: readonly Person[] }) {
  const addresses = await Promise.all(people.map(async (person) => (await person.get('/api/me')).body.email as string))
  const lettersTo = (person: number) => server.letters.filter(({ to }) => to.includes(addresses[person] ?? ''))
  const find = async (person: number, fits: (letter: TakenLetter) => boolean): Promise<TakenLetter> => {
    await expect.poll(() => lettersTo(person).some(fits), { timeout: 60_000 }).toBe(true)
    return lettersTo(person).findLast(fits) as TakenLetter
  }
  const letterOf = (person: number, { text }: Question) => find(person, (letter) => letter.text.includes(`> ${text}`))
  const ready = async (question: Question) => {
    // Reading the inbox within a minute cancels the letter; that minute is over.
    const now = new Date(tandem.clock.now())
    await tandem.database.pool.query('update notification_mails set next_attempt_at = $1 where attempts = 0', [now])
    await Promise.all(people.map((_, person) => letterOf(person, question)))
  }
  return { addresses, find, letterOf, ready }
}

/** The link of an option, and the button of its page. */
export async function byLinks(tandem: TestService, server: MailServer, people: readonly Person[]): Promise<Surface> {
  const { letterOf, ready } = await readMail({ tandem, server, people })
  const heard: string[] = []
  return {
    name: 'links of a letter',
    leadMs: 20,
    people,
    async ready(question) {
      heard.length = 0
      await ready(question)
    },
    async answer(question, person, option) {
      const [, token] = new RegExp(`^${option}: \\S+/answer/(\\S+)$`, 'm').exec((await letterOf(person, question)).text) ?? []
      const input = { option: question.options.indexOf(option) }
      const { body, status } = await untilFree(() => tandem.anonymous.post(`/api/answer-links/${token}`, input))
      heard[person] = body.error?.message ?? ''
      return status === 200 && body.end.isYou === true
    },
    async told(_question, end, taken) {
      for (const [at, said] of heard.entries()) if (!taken[at]) expect(said).toContain(refusalOf(end))
    },
  }
}

/** Replies that a mail host hands over. */
export async function byReplies(tandem: TestService, server: MailServer, people: readonly Person[]): Promise<Surface> {
  const { addresses, find, letterOf, ready } = await readMail({ tandem, server, people })
  const outcomes: { outcome: string; why?: string }[] = []
  /** Of each person: the service writes no more than five letters about refused replies within an hour. */
  const refusals = people.map(() => 0)
  return {
    name: 'replies to a letter',
    leadMs: 50,
    people,
    async ready(question) {
      // The service takes 60 replies of a person within an hour; that hour is over.
      const lastHour = "update ledger set created_at = created_at - interval '1 hour' where mutation_id like 'mail-%'"
      await tandem.database.pool.query(lastHour)
      await ready(question)
    },
    async answer(question, person, option) {
      const letter = await letterOf(person, question)
      outcomes[person] = await handOver(tandem, addresses[person] ?? '', letter, option)
      return outcomes[person]?.outcome === 'answer'
    },
    async told(_question, end, taken) {
      for (const [at, { outcome, why }] of outcomes.entries()) {
        if (taken[at]) continue
        expect([outcome, why]).toEqual(['refused', 'questionAnswered'])
        refusals[at] = (refusals[at] ?? 0) + 1
        if ((refusals[at] ?? 0) <= 5) await find(at, (letter) => letter.text.includes(refusalOf(end)))
      }
    },
  }
}

async function handOver({ url, clock }: TestService, from: string, letter: TakenLetter, text: string) {
  const raw = [
    `Return-Path: <${from}>`,
    `From: <${from}>`,
    `To: ${letter.headers['reply-to']}`,
    `Subject: Re: ${letter.headers.subject}`,
    `Message-ID: <${randomUUID()}@example.com>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
    'On Thu, 26 Nov 2026 at 12:00, Tandem <tandem@mail.test> wrote:',
    '> Which of the walls?',
    '',
  ]
  const [id, seconds, body] = [randomUUID(), Math.floor(clock.now() / 1_000), Buffer.from(raw.join('\r\n'))]
  const headers = {
    'content-type': 'message/rfc822',
    [signatureHeaders.deliveryId]: id,
    [signatureHeaders.timestamp]: String(seconds),
    [signatureHeaders.signature]: await signatureV2(mailInSecret, id, seconds, body),
  }
  const answer = await untilFree(async () => {
    const response = await fetch(`${url}/mail/in`, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as { outcome: string; why?: string } }
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  return answer.body
}
