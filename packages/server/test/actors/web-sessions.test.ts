import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf, type Person, password, startTestService, type TestService } from '../kit/service.ts'

describe('where a person is signed in', () => {
  let tandem: TestService
  beforeAll(async () => {
    tandem = await startTestService()
  })
  afterAll(() => tandem?.stop())

  async function someone(name: string): Promise<Person & { email: string }> {
    const email = `${randomUUID()}@example.com`
    return { ...(await tandem.register(name, { email })), email }
  }
  /** In another browser: its cookie. */
  async function signIn(email: string, device: string): Promise<string> {
    return cookieOf(await tandem.anonymous.post('/api/auth/login', { email, password }, { 'user-agent': device }))
  }
  const isIn = async (cookie: string) => (await tandem.anonymous.get('/api/me', { cookie })).status === 200
  const sessionsOf = async (person: Person) => (await person.get('/api/me/web-sessions')).body

  test('is listed, the one used last first, with what each browser calls itself', {
    meta: { proves: ['auth.web-session.list', 'limit.sign-in.device'] },
  }, async () => {
    const ada = await someone('Ada')
    tandem.clock.advance(60_000)
    await signIn(ada.email, 'Firefox')
    tandem.clock.advance(60_000)
    await signIn(ada.email, 'x'.repeat(2_000))
    const listed = await sessionsOf(ada)
    expect(listed).toMatchObject([
      { device: 'x'.repeat(300), isCurrent: false },
      { device: 'Firefox', isCurrent: false },
      { device: expect.any(String), isCurrent: true },
    ])
    expect(Object.keys(listed[0]).toSorted()).toEqual(['createdAt', 'device', 'expiresAt', 'id', 'isCurrent', 'lastSeenAt'])
    tandem.clock.advance(31 * 86_400_000)
    const cookie = await signIn(ada.email, 'Later')
    expect((await tandem.anonymous.get('/api/me/web-sessions', { cookie })).body).toMatchObject([{ device: 'Later', isCurrent: true }])
  })

  test('ends in one browser and stays in the others; the security log tells of it', {
    meta: { proves: ['auth.web-session.end'] },
  }, async () => {
    const ada = await someone('Ada')
    const [phone, laptop] = [await signIn(ada.email, 'Phone'), await signIn(ada.email, 'Laptop')]
    const { id } = (await sessionsOf(ada)).find(({ device }: { device: string }) => device === 'Phone')
    expect((await ada.delete(`/api/me/web-sessions/${id}`)).status).toBe(204)
    expect([await isIn(phone), await isIn(laptop), await isIn(ada.cookie ?? '')]).toEqual([false, true, true])
    expect((await ada.get('/api/me/audit')).body[0]).toMatchObject({ act: 'webSession.end', outcome: 'ok', detail: { webSessionId: id } })
    expect(await ada.delete(`/api/me/web-sessions/${id}`)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })

  test('ends everywhere but here', { meta: { proves: ['auth.web-session.end-others'] } }, async () => {
    const ada = await someone('Ada')
    const others = [await signIn(ada.email, 'Phone'), await signIn(ada.email, 'Laptop')]
    expect((await ada.delete('/api/me/web-sessions')).status).toBe(204)
    expect(await Promise.all([...others, ada.cookie ?? ''].map(isIn))).toEqual([false, false, true])
    expect(await sessionsOf(ada)).toMatchObject([{ isCurrent: true }])
  })

  test('is visible to its person only, who alone can end it, and not with a token', {
    meta: { proves: ['auth.web-session.own-only'] },
  }, async () => {
    const [ada, bob] = [await someone('Ada'), await someone('Bob')]
    const [{ id }] = await sessionsOf(ada)
    expect((await bob.delete(`/api/me/web-sessions/${id}`)).status).toBe(404)
    expect((await bob.delete('/api/me/web-sessions')).status).toBe(204)
    expect(await sessionsOf(ada)).toMatchObject([{ id }])
    const { token } = (await ada.post('/api/tokens', { label: 'All', scopes: ['admin', 'tokens:write'] })).body
    const byToken = tandem.withToken(token)
    const answers = [
      await byToken.get('/api/me/web-sessions'),
      await byToken.delete(`/api/me/web-sessions/${id}`),
      await byToken.delete('/api/me/web-sessions'),
    ]
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(Array.from({ length: 3 }, () => [403, 'forbidden']))
    expect((await tandem.anonymous.get('/api/me/web-sessions')).status).toBe(401)
    expect(await sessionsOf(ada)).toMatchObject([{ id }])
  })
})
