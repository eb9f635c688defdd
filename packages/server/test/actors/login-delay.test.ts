import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MovableClock } from '../kit/clock.ts'
import { send } from '../kit/http.ts'
import { type Person, password, startTestService, type TestService } from '../kit/service.ts'

const wrong = 'wrong horse battery'
const day = 86_400_000

/** Stands still between moves: what is said about seconds is then exact, however slow the machine. */
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
      environment: { RATE_LIMIT_AUTH: '60/150', TRUST_PROXY: 'true', SMTP_URL: 'smtp://127.0.0.1:9' },
    })
  })
  afterAll(() => tandem?.stop())

  let addresses = 0
  /** Each from an address of its own: only the account is what they have in common. */
  const anywhere = () => send(tandem.url, { 'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses++ & 255}` })
  const login = (email: string, typed: string) => anywhere().post('/api/auth/login', { email, password: typed })
  async function someone(name: string): Promise<Person & { email: string }> {
    const email = `${randomUUID()}@example.com`
    return { ...(await tandem.register(name, { email })), email }
  }
  async function fail(email: string, times: number): Promise<void> {
    for (let n = 0; n < times; n++) expect((await login(email, wrong)).status).toBe(401)
  }
  const failuresOf = async (email: string): Promise<number> =>
    (await tandem.database.pool.query('select failures from login_failures where account = $1', [email])).rows[0]?.failures ?? 0

  test('begins with the fifth, doubles with each further one up to 15 minutes, and then the right password works (F76)', async () => {
    const { email } = await someone('Ada')
    await fail(email, 5)
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      const refused = await login(email, password)
      expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', String(seconds)])
      tandem.clock.advance(seconds * 1000 - 1)
      expect((await login(email, password)).status).toBe(429)
      tandem.clock.advance(1)
      await fail(email, 1)
    }
    tandem.clock.advance(900_000)
    expect((await login(email, password)).status).toBe(200)
    expect(await failuresOf(email)).toBe(0)
  })

  test('is not there after four, and a day of quiet forgets them', async () => {
    const { email } = await someone('Ada')
    await fail(email, 4)
    tandem.clock.advance(day + 1)
    await fail(email, 4)
    expect(await failuresOf(email)).toBe(4)
    expect((await login(email, password)).status).toBe(200)
  })

  test('holds for an account that does not exist, too (F76)', async () => {
    const email = `${randomUUID()}@example.com`
    await fail(email, 5)
    expect((await login(email, wrong)).status).toBe(429)
  })

  test('lets a handful of a hundred through that come at once from a hundred addresses (F76)', async () => {
    const { email } = await someone('Ada')
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(email, wrong)))
    const counted = answers.filter((answer) => answer.status === 401).length
    expect(counted).toBeGreaterThanOrEqual(5)
    expect(counted).toBeLessThanOrEqual(12)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(100 - counted)
    expect(await failuresOf(email)).toBe(counted)
  })

  test('comes from changing the password with a wrong current one as well', async () => {
    const ada = await someone('Ada')
    const change = (currentPassword: string) => ada.post('/api/auth/password', { currentPassword, newPassword: `${password} 2` })
    for (let n = 0; n < 5; n++) expect((await change(wrong)).status).toBe(401)
    expect((await change(password)).status).toBe(429)
    expect((await login(ada.email, password)).status).toBe(429)
    tandem.clock.advance(1000)
    expect((await change(password)).status).toBe(204)
    expect(await failuresOf(ada.email)).toBe(0)
  })

  test('ends with a new password by letter', async () => {
    const { email } = await someone('Ada')
    await fail(email, 5)
    await tandem.anonymous.post('/api/auth/forgot', { email })
    const { rows } = await tandem.database.pool.query('select body from mails where recipient = $1', [email])
    const token = /\/reset#(\S+)/.exec(rows[0].body)?.[1]
    expect((await login(email, password)).status).toBe(429)
    expect((await tandem.anonymous.post('/api/auth/reset', { token, newPassword: `${password} 3` })).status).toBe(204)
    expect((await login(email, `${password} 3`)).status).toBe(200)
  })
})
