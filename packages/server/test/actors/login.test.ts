import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, send } from '../kit/http.ts'
import { cookieOf, type Person, password, startTestService, type TestService } from '../kit/service.ts'

const wrong = 'wrong horse battery'
const day = 86_400_000

describe('signing in', () => {
  let tandem: TestService

  beforeAll(async () => {
    tandem = await startTestService()
    await tandem.register('Admin')
  })
  afterAll(() => tandem?.stop())

  const login = (email: string, typed: string, headers?: Record<string, string>) =>
    tandem.anonymous.post('/api/auth/login', { email, password: typed }, headers)
  const me = (cookie: string): Promise<Answer> => tandem.anonymous.get('/api/me', { cookie })
  async function someone(name: string): Promise<Person & { email: string }> {
    const email = `${randomUUID()}@example.com`
    return { ...(await tandem.register(name, { email })), email }
  }

  test('works with the right password in any spelling of the e-mail; a wrong one is invalid_credentials', async () => {
    const ada = await someone('Ada')
    const answer = await login(` ${ada.email.toUpperCase()} `, password)
    expect([answer.status, answer.body.id]).toEqual([200, ada.actorId])
    expect((await me(cookieOf(answer))).body.id).toBe(ada.actorId)
    const refused = await login(ada.email, wrong)
    expect([refused.status, refused.body.error.code, refused.headers.getSetCookie()]).toEqual([401, 'invalid_credentials', []])
  })

  test('an unknown e-mail is answered like a wrong password (F76)', async () => {
    const ada = await someone('Ada')
    const known = await login(ada.email, wrong)
    for (const email of [`${randomUUID()}@example.com`, 'no e-mail at all', "' or 1=1 --"]) {
      const unknown = await login(email, wrong)
      expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    }
  })

  test('failures are in the audit log of the account, without what was typed (F126)', {
    meta: { proves: ['actor.audit.failed-sign-in'] },
  }, async () => {
    const ada = await someone('Ada')
    await login(ada.email, wrong)
    await login(ada.email, password)
    const { body } = await ada.get('/api/me/audit')
    expect(body.map((entry: { act: string; outcome: string }) => [entry.act, entry.outcome])).toEqual([
      ['auth.login', 'ok'],
      ['auth.login', 'invalid_credentials'],
      ['auth.register', 'ok'],
    ])
    expect(body[1].address).toBe('127.0.0.1')
    expect(JSON.stringify(body)).not.toContain(wrong)
  })

  test('signing out ends this session and clears its cookie', async () => {
    const ada = await someone('Ada')
    const other = cookieOf(await login(ada.email, password))
    const answer = await ada.post('/api/auth/logout')
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^kb_session=;/)
    expect((await ada.get('/api/me')).status).toBe(401)
    expect((await me(other)).status).toBe(200)
    expect((await tandem.anonymous.post('/api/auth/logout')).status).toBe(401)
  })

  test('a session id that the browser brought is never taken over (F73)', async () => {
    const ada = await someone('Ada')
    const planted = 'kb_session=planted-by-somebody-else'
    const answer = await login(ada.email, password, { cookie: planted })
    expect(answer.status).toBe(200)
    expect(cookieOf(answer)).not.toBe(planted)
    expect((await me(planted)).status).toBe(401)
  })

  test('a session ends after 30 days without use, and rolls on while it is used (F73)', async () => {
    const ada = await someone('Ada')
    for (let n = 0; n < 3; n++) {
      tandem.clock.advance(29 * day)
      const answer = await ada.get('/api/me')
      expect(answer.status).toBe(200)
      expect(answer.headers.getSetCookie()[0]).toContain('kb_session=')
    }
    tandem.clock.advance(30 * day + 1000)
    expect((await ada.get('/api/me')).status).toBe(401)
  })

  test('cookies are HttpOnly and Lax without a domain, and Secure in public (F73)', async () => {
    const ada = await someone('Ada')
    const [local] = (await login(ada.email, password)).headers.getSetCookie()
    expect(local).toMatch(/HttpOnly/)
    expect(local).toMatch(/SameSite=Lax/)
    expect(local).toMatch(/Path=\//)
    expect(local).not.toMatch(/Domain|Secure/)
    const open = await startTestService({ environment: { PUBLIC_URL: 'https://tandem.example' } })
    const body = { email: 'ada@example.com', password, name: 'Ada' }
    expect((await open.anonymous.post('/api/auth/register', body)).headers.getSetCookie()[0]).toMatch(/Secure/)
    await open.stop()
  })

  test('what another site sends with the cookie is refused and changes nothing (F75)', async () => {
    const ada = await someone('Ada')
    const attempts: [Record<string, string>, unknown][] = [
      [{ 'sec-fetch-site': 'cross-site' }, { name: 'Eve' }],
      [{ 'sec-fetch-site': 'same-site' }, { name: 'Eve' }],
      [{ origin: 'https://evil.example' }, { name: 'Eve' }],
      [{ origin: 'null' }, { name: 'Eve' }],
    ]
    for (const [headers, body] of attempts) {
      const answer = await ada.patch('/api/me', body, headers)
      expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect((await ada.patch('/api/me', '{"name":"Eve"}', { 'content-type': type })).status).toBe(415)
    expect((await ada.patch('/api/me', { name: 'Ada L.' }, { origin: tandem.url, 'sec-fetch-site': 'same-origin' })).body.name).toBe(
      'Ada L.',
    )
  })

  test('nor can another site sign somebody in', async () => {
    const ada = await someone('Ada')
    expect((await login(ada.email, password, { origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('logins per address', () => {
  test('a forged X-Forwarded-For does not buy more of them (F77)', async () => {
    const tandem = await startTestService({ environment: { RATE_LIMIT_AUTH: '60/5' } })
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      const forged = send(tandem.url, { 'x-forwarded-for': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` })
      statuses.push((await forged.post('/api/auth/login', { email: `a${n}@example.com`, password: wrong })).status)
    }
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses.slice(5)).toContain(429)
    await tandem.stop()
  })
})
