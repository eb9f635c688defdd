import { randomUUID } from 'node:crypto'
import type * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { until } from '../kit/http.ts'
import { password, startTestService, type TestService } from '../kit/service.ts'

const counted = vi.hoisted(() => ({
  calls: 0,
  running: 0,
  most: 0,
  parameters: [] as string[],
  gate: null as Promise<void> | null,
  held: 0,
  skipped: false,
}))

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return {
    ...real,
    async verify(hash: string, typed: string) {
      counted.calls += 1
      counted.running += 1
      counted.most = Math.max(counted.most, counted.running)
      counted.parameters.push(hash.split('$').slice(1, 4).join(' '))
      if (counted.calls <= counted.held) await counted.gate
      const checked = counted.skipped ? Promise.resolve(false) : real.verify(hash, typed)
      return checked.finally(() => {
        counted.running -= 1
      })
    },
  }
})

describe('checking a password', () => {
  let tandem: TestService
  const email = 'ada@example.com'

  beforeAll(async () => {
    tandem = await startTestService()
    await tandem.register('Ada', { email })
  })
  afterAll(() => tandem?.stop())
  beforeEach(() => Object.assign(counted, { calls: 0, running: 0, most: 0, parameters: [], gate: null, held: 0, skipped: false }))

  const login = (account: string, typed: string) => tandem.anonymous.post('/api/auth/login', { email: account, password: typed })

  /** Stops the next so many checks of a password until the returned function is called. */
  function hold(held: number): () => void {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    Object.assign(counted, { gate, held })
    return open
  }

  test('one argon2id of the same strength, whether or not the account exists (F76)', async () => {
    await login(email, 'wrong horse')
    await login(`${randomUUID()}@example.com`, 'wrong horse')
    await login(email, password)
    expect(counted.calls).toBe(3)
    expect(new Set(counted.parameters)).toEqual(new Set(['argon2id v=19 m=19456,t=2,p=1']))
  })

  test('at most two hashes run at once; who comes when two hundred wait is sent away', {
    meta: { proves: ['limit.passwords.at-once'] },
  }, async () => {
    const open = hold(Number.POSITIVE_INFINITY)
    counted.skipped = true
    const answers = Array.from({ length: 210 }, () => login(`${randomUUID()}@example.com`, 'wrong horse'))
    const turnedAway = await until(async () => {
      const settled = await Promise.all(answers.map((answer) => Promise.race([answer, null])))
      const early = settled.filter((answer) => answer !== null)
      return early.length === 8 ? early : null
    })
    for (const answer of turnedAway) expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable'])
    expect(Number(turnedAway[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    open()
    const statuses = (await Promise.all(answers)).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(202)
    expect(counted.most).toBe(2)
    counted.skipped = false
    expect((await login(email, password)).status).toBe(200)
  })

  test('a login whose password is replaced while it is being checked opens no session', async () => {
    const grace = await tandem.register('Grace', { email: 'grace@example.com' })
    const open = hold(1)
    const late = login('grace@example.com', password)
    await until(() => counted.calls === 1)
    expect((await grace.post('/api/auth/password', { currentPassword: password, newPassword: 'a new long passphrase' })).status).toBe(204)
    open()
    const answer = await late
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
    expect((await login('grace@example.com', 'a new long passphrase')).status).toBe(200)
  })
})
