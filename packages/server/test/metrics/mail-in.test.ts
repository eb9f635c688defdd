import { expect, onTestFinished, test } from 'vitest'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { scrape } from './scrape.ts'

const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'

test('letters that come in are counted by what became of them, and polls of a mailbox that cannot be reached', async () => {
  const tandem = await startTestService({
    environment: {
      METRICS_TOKEN,
      MAIL_IN_ADDRESS: 'reply@tandem.test',
      MAIL_IN_SECRET: 'a-secret-of-the-mail-host-0123456789',
      MAIL_IN_IMAP_URL: 'imap://ada:secret@127.0.0.1:9/INBOX',
    },
  })
  onTestFinished(() => tandem.stop())
  const counted = async (name: string) => (await scrape(tandem.withToken(METRICS_TOKEN))).get(name)
  const answer = await fetch(`${tandem.url}/mail/in`, { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body: 'Hi' })
  expect(answer.status).toBe(401)
  expect(await counted('tandem_mail_in_total{source="http",outcome="unsigned"}')).toBe(1)
  tandem.clock.advance(1)
  await until(async () => (await counted('tandem_mail_in_polls_total{outcome="failed"}')) === 1)
})
