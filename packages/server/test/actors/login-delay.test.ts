import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MovableClock } from '../kit/clock.ts'
import { type Sender, send } from '../kit/http.ts'
import { cookieOf, type Person, password, startTestService, type TestService } from '../kit/service.ts'

const wrong = 'wrong horse battery'
const day = 86_400_000

/** Time stands still between moves, so that delays in seconds are exact on a slow machine too. */
function stillClock(): MovableClock {
  let atMs = Date.now()
  return {
    now: () => atMs,
    after: () => () => {},
    advance(ms) {
      atMs += ms
    },
  }
}

describe('the wait that wrong passwords bring', () => {
  let tandem: TestService

  beforeAll(async () => {
    tandem = await startTestService({
      clock: stillClock(),
      environment: { TRUST_PROXY: 'true', SMTP_URL: 'smtp://127.0.0.1:9' },
    })
  })
  afterAll(() => tandem?.stop())

  let addresses = 0
  const anotherAddress = () => `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses++ & 255}`
  const loginFrom = (address: string, email: string, typed: string) =>
    send(tandem.url, { 'x-forwarded-for': address }).post('/api/auth/login', { email, password: typed })
  async function someone(name: string): Promise<Person & { email: string }> {
    const email = `${randomUUID()}@example.com`
    return { ...(await tandem.register(name, { email })), email }
  }
  async function fail(email: string, times: number, addressOf: () => string): Promise<void> {
    for (let n = 0; n < times; n++) expect((await loginFrom(addressOf(), email, wrong)).status).toBe(401)
  }
  const failuresOf = async (email: string): Promise<number> =>
    (await tandem.database.pool.query('select failures from login_failures where account = $1', [email])).rows[0]?.failures ?? 0

  test('begins with the fifth from one address, doubles up to 15 minutes, and then the right password works (F76)', {
    meta: { proves: ['auth.login.delay-per-address'] },
  }, async () => {
    const { email } = await someone('Ada')
    const address = anotherAddress()
    await fail(email, 5, () => address)
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const refused = await loginFrom(address, email, password)
      expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', String(seconds)])
      tandem.clock.advance(seconds * 1000 - 1)
      expect((await loginFrom(address, email, password)).status).toBe(429)
      tandem.clock.advance(1)
      await fail(email, 1, () => address)
    }
    tandem.clock.advance(900_000)
    expect((await loginFrom(address, email, password)).status).toBe(200)
    expect(await failuresOf(email)).toBe(0)
  })

  test('does not keep the owner out, who comes from another address (F102)', {
    meta: { proves: ['auth.login.delay-spares-others'] },
  }, async () => {
    const { email } = await someone('Ada')
    const guesser = anotherAddress()
    await fail(email, 5, () => guesser)
    for (let n = 0; n < 5; n++) expect((await loginFrom(guesser, email, wrong)).status).toBe(429)
    expect((await loginFrom(anotherAddress(), email, password)).status).toBe(200)
    expect((await loginFrom(guesser, email, wrong)).status).toBe(429)
  })

  test('counts the addresses of one IPv6 network as one', async () => {
    const { email } = await someone('Ada')
    let host = 0
    const inNetwork = () => `2001:db8:0:1::${(++host).toString(16)}`
    await fail(email, 5, inNetwork)
    expect((await loginFrom(inNetwork(), email, wrong)).status).toBe(429)
    expect((await loginFrom('2001:db8:0:2::1', email, password)).status).toBe(200)
  })

  test('does not apply after four, and ends after a day without attempts', async () => {
    const { email } = await someone('Ada')
    const address = anotherAddress()
    await fail(email, 4, () => address)
    tandem.clock.advance(day + 1)
    await fail(email, 4, () => address)
    expect(await failuresOf(email)).toBe(4)
    expect((await loginFrom(address, email, password)).status).toBe(200)
  })

  test('holds for an account that does not exist, too (F76)', { meta: { proves: ['auth.login.delay-unknown-account'] } }, async () => {
    const email = `${randomUUID()}@example.com`
    const address = anotherAddress()
    await fail(email, 5, () => address)
    expect((await loginFrom(address, email, wrong)).status).toBe(429)
    await fail(email, 25, anotherAddress)
    expect((await loginFrom(anotherAddress(), email, wrong)).status).toBe(429)
  })

  test('lets some thirty through of a hundred that come at once from a hundred addresses (F76)', async () => {
    const { email } = await someone('Ada')
    const answers = await Promise.all(Array.from({ length: 100 }, () => loginFrom(anotherAddress(), email, wrong)))
    const counted = answers.filter((answer) => answer.status === 401).length
    expect(counted).toBeGreaterThanOrEqual(30)
    expect(counted).toBeLessThanOrEqual(40)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(100 - counted)
    expect(await failuresOf(email)).toBe(counted)
  })

  test('of many addresses is at most a minute, and does not hold where the owner signed in within 30 days (F102)', {
    meta: { proves: ['auth.login.delay-per-account'] },
  }, async () => {
    const { email } = await someone('Ada')
    const home = anotherAddress()
    expect((await loginFrom(home, email, password)).status).toBe(200)
    await fail(email, 30, anotherAddress)
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const refused = await loginFrom(anotherAddress(), email, password)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
      tandem.clock.advance(seconds * 1000)
      await fail(email, 1, anotherAddress)
    }
    expect((await loginFrom(home, email, password)).status).toBe(200)
    await fail(email, 30, anotherAddress)
    tandem.clock.advance(30 * day)
    await fail(email, 30, anotherAddress)
    expect((await loginFrom(home, email, password)).status).toBe(429)
  })

  test('does not concern who is signed in: neither the session nor a change of password (F102)', {
    meta: { proves: ['auth.login.delay-signed-in'] },
  }, async () => {
    const ada = await someone('Ada')
    const guesser = anotherAddress()
    await fail(ada.email, 5, () => guesser)
    await fail(ada.email, 25, anotherAddress)
    expect((await loginFrom(anotherAddress(), ada.email, wrong)).status).toBe(429)
    expect((await ada.get('/api/me')).status).toBe(200)
    expect((await ada.post('/api/auth/password', { currentPassword: password, newPassword: `${password} 2` })).status).toBe(204)
  })

  test('of wrong current passwords at a change is that of the web session alone', {
    meta: { proves: ['auth.password.delay-per-session'] },
  }, async () => {
    const ada = await someone('Ada')
    const elsewhere = await loginFrom(anotherAddress(), ada.email, password)
    const other = send(tandem.url, { cookie: cookieOf(elsewhere) })
    const change = (by: Sender, currentPassword: string) => by.post('/api/auth/password', { currentPassword, newPassword: `${password} 2` })
    for (let n = 0; n < 5; n++) expect((await change(ada, wrong)).status).toBe(401)
    expect((await change(ada, password)).status).toBe(429)
    expect((await loginFrom(anotherAddress(), ada.email, password)).status).toBe(200)
    expect((await change(other, wrong)).status).toBe(401)
    tandem.clock.advance(1000)
    expect((await change(ada, password)).status).toBe(204)
  })

  test('ends with a new password by letter', async () => {
    const { email } = await someone('Ada')
    const address = anotherAddress()
    await fail(email, 5, () => address)
    await tandem.anonymous.post('/api/auth/forgot', { email })
    const { rows } = await tandem.database.pool.query('select body from mails where recipient = $1', [email])
    const token = /\/reset#(\S+)/.exec(rows[0].body)?.[1]
    expect((await loginFrom(address, email, password)).status).toBe(429)
    expect((await tandem.anonymous.post('/api/auth/reset', { token, newPassword: `${password} 3` })).status).toBe(204)
    expect((await loginFrom(address, email, `${password} 3`)).status).toBe(200)
  })
})
