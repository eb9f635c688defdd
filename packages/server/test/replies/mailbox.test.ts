import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { mailIn } from '../../src/administration/checks/network.ts'
import { readConfig } from '../../src/config.ts'
import { mailboxTarget } from '../../src/mailbox-target.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { createMailboxWorker } from '../../src/workers/mailbox.ts'
import { until } from '../kit/http.ts'
import { hasDovecot, testDovecot, whyNoDovecot } from '../kit/servers/dovecot.ts'
import { created } from '../sessions/fixture/team.ts'
import { mailInSecret, startReplying } from './fixture/replying.ts'

const minute = 60_000

test('replies are taken from a mailbox, once, and other mail stays as it is', {
  meta: { proves: ['mail.in.imap', 'mail.in.once', 'config.mail-in.imap'] },
}, async ({ skip }) => {
  skip(!hasDovecot, whyNoDovecot)
  const dovecot = await testDovecot()
  onTestFinished(() => dovecot.remove())
  await dovecot.start()
  const at = await startReplying({ MAIL_IN_IMAP_URL: dovecot.url })
  const { team } = at
  const { mailbox } = team.tandem.service.workers
  const cardId = await team.newCard()
  created(await team.ada.post(`/api/cards/${cardId}/comments`, { body: `@${team.bob.handle} look` }))
  const [letter] = await at.letters(team.bob)
  if (!letter || !mailbox) throw new Error('no letter, or no mailbox')
  const bodies = async () => (await team.ada.get(`/api/cards/${cardId}/comments`)).body.map(({ body }: { body: string }) => body)

  const deliver = (letter: string, agoMs = 0) => dovecot.deliver(letter, team.tandem.clock.now() - agoMs)
  const raw = await at.write(team.bob, letter, 'by IMAP')
  await deliver('From: bob@example.com\r\nTo: team@example.com\r\nSubject: lunch\r\n\r\nreply+ at noon?\r\n')
  await deliver('From: bob@example.com\r\nTo: noreply+list@example.com\r\nSubject: news\r\n\r\nNews\r\n')
  await deliver(raw)
  await deliver(await at.write(team.bob, letter, 'Away', { 'Auto-Submitted': 'auto-replied' }))
  expect(await mailbox.runOnce()).toBe(2)
  expect(await dovecot.flags()).toEqual(['', '', 'S', 'S'])
  expect(await bodies()).toEqual(['by IMAP', expect.stringContaining('look')])
  expect(await mailbox.runOnce()).toBe(0)

  // The reply arrived by HTTP too, and is in the mailbox once more: a process died before it marked this one as done.
  expect((await at.handOver(raw)).body).toEqual({ outcome: 'comment' })
  await deliver(raw)
  const other = await at.write(team.bob, letter, 'by two at once')
  await deliver(other)
  await Promise.all([mailbox.runOnce(), mailbox.runOnce()])
  expect(await dovecot.flags()).toEqual(['', '', 'S', 'S', 'S', 'S'])
  expect((await bodies()).filter((body: string) => body.startsWith('by'))).toEqual(['by two at once', 'by IMAP'])

  // A reply is remembered for a week: an older mail could be processed a second time, so it is not touched.
  await deliver(raw, 7 * 86_400_000)
  expect(await mailbox.runOnce()).toBe(0)
  expect(await dovecot.flags()).toContain('')

  const url = { MAIL_IN_ADDRESS: 'reply@tandem.test', MAIL_IN_IMAP_URL: dovecot.url }
  const patient = { config: readConfig(url), embedded: true, client: null }
  expect(await mailIn.run(patient)).toEqual([
    { state: 'ok', says: expect.stringMatching(/are read from imap:\/\/127\.0\.0\.1:\d+\/INBOX$/) },
  ])
  const wrong = { ...patient, config: readConfig({ ...url, MAIL_IN_IMAP_URL: dovecot.url.replace('ecret', 'guess') }) }
  const [found] = await mailIn.run(wrong)
  expect(found).toMatchObject({ state: 'fail', todo: 'Check MAIL_IN_IMAP_URL.' })
  expect(JSON.stringify(found)).not.toMatch(/guess/)
})

test('a letter that could not be taken stays unread, and holds up none behind it', { meta: { proves: ['mail.in.imap'] } }, async ({
  skip,
}) => {
  skip(!hasDovecot, whyNoDovecot)
  const dovecot = await testDovecot()
  onTestFinished(() => dovecot.remove())
  await dovecot.start()
  await dovecot.deliver('From: bob@example.com\r\nTo: reply+x@tandem.test\r\n\r\nHi\r\n')
  const metrics = createMetrics()
  await dovecot.deliver('From: bob@example.com\r\nTo: reply+x@tandem.test\r\n\r\nBehind it\r\n')
  let isFailing = true
  let nowMs = Date.now()
  const worker = createMailboxWorker({
    replies: {
      async take(raw) {
        if (isFailing && !Buffer.from(raw).toString().includes('Behind')) throw new Error('it fails')
        return { outcome: 'comment' }
      },
    },
    target: mailboxTarget(dovecot.url) ?? { host: '', port: 0, secure: false, user: '', pass: '', mailbox: '', shown: '' },
    replyAddress: 'reply@tandem.test',
    clock: { now: () => nowMs, after: () => () => {} },
    log: pino({ level: 'silent' }),
    metrics,
  })
  expect(await worker.runOnce()).toBe(1)
  expect(await dovecot.flags()).toEqual(['', 'S'])
  isFailing = false
  expect(await worker.runOnce()).toBe(0)
  nowMs += minute
  expect(await worker.runOnce()).toBe(1)
  expect(await dovecot.flags()).toEqual(['S', 'S'])
  const counted = await metrics.text()
  expect(counted).toContain('tandem_mail_in_total{source="imap",outcome="comment"} 2')
  expect(counted).toContain('tandem_mail_in_total{source="imap",outcome="failed"} 1')
})

test('a mailbox that cannot be reached is asked more and more rarely, and logged once, without its password', {
  meta: { proves: ['mail.in.imap'] },
}, async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const metrics = createMetrics()
  let [nowMs, wake] = [0, () => {}]
  const target = mailboxTarget('imap://ada:s%2Fecret@127.0.0.1:9/INBOX')
  if (!target) throw new Error('no target')
  const worker = createMailboxWorker({
    replies: { take: async () => ({ outcome: 'comment' }) },
    target,
    replyAddress: 'reply@tandem.test',
    clock: {
      now: () => nowMs,
      after(delayMs, listener) {
        wake = () => {
          nowMs += delayMs
          wake = () => {}
          listener()
        }
        return () => {}
      },
    },
    log,
    metrics,
  })
  const looks = async () => Number(/in_polls_total\{outcome="failed"\} (\d+)/.exec(await metrics.text())?.[1] ?? 0)
  const rounds = async () => Number(/rounds_total\{worker="mailbox",outcome="ok"\} (\d+)/.exec(await metrics.text())?.[1] ?? 0)
  worker.start()
  onTestFinished(() => worker.stop())
  const poll = async () => {
    const before = await rounds()
    wake()
    await until(async () => (await rounds()) > before)
  }
  for (let n = 0; n < 7; n++) await poll()
  // At once, after a minute, and two minutes after that.
  expect([await looks(), nowMs]).toEqual([3, 6 * 0.5 * minute])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('imap://127.0.0.1:9/INBOX')
  expect(lines[0]).not.toMatch(/ecret/)
})

test.each([
  ['imaps://ada:secret@mail.example.com', 993, 'INBOX'],
  ['imap://ada%40example.com:s%3Aecret@mail.example.com:1143/Replies%20to%20Tandem', 1143, 'Replies to Tandem'],
])('%s names a mailbox', (url, port, mailbox) => {
  expect(mailboxTarget(url)).toMatchObject({ host: 'mail.example.com', port, mailbox, secure: url.startsWith('imaps') })
})

test.each(['https://a:b@c', 'imaps://mail.example.com', 'imaps://ada@mail.example.com', 'imaps://a:%zz@mail.example.com'])(
  '%s names none',
  (url) => {
    expect(mailboxTarget(url)).toBeNull()
  },
)

test.each([
  [{ MAIL_IN_ADDRESS: 'reply@tandem.test' }, 'MAIL_IN_ADDRESS: needs MAIL_IN_SECRET or MAIL_IN_IMAP_URL'],
  [{ MAIL_IN_SECRET: mailInSecret }, 'MAIL_IN_ADDRESS: must be set'],
  [{ MAIL_IN_ADDRESS: 'reply', MAIL_IN_SECRET: mailInSecret }, 'MAIL_IN_ADDRESS: must be an address'],
  [{ MAIL_IN_ADDRESS: 'reply+to@tandem.test', MAIL_IN_SECRET: mailInSecret }, 'MAIL_IN_ADDRESS: must be an address'],
  [{ MAIL_IN_ADDRESS: 'replies.to.us@tandem.test', MAIL_IN_SECRET: mailInSecret }, 'with at most 11 letters'],
  [{ MAIL_IN_ADDRESS: 'reply@tandem.test', MAIL_IN_SECRET: 'short' }, 'MAIL_IN_SECRET: must be 16 to 256 characters'],
])('%o is refused at the start', { meta: { proves: ['config.mail-in.address'] } }, (environment, says) => {
  expect(() => readConfig(environment)).toThrow(says)
})

test('the error about a mailbox does not show its password', { meta: { proves: ['config.mail-in.imap'] } }, () => {
  const given = { MAIL_IN_ADDRESS: 'reply@tandem.test', MAIL_IN_IMAP_URL: 'imaps:ada:hunter2' }
  expect(() => readConfig(given)).toThrow(/^(?![^]*hunter2)[^]*MAIL_IN_IMAP_URL: must be a URL such as/)
})
