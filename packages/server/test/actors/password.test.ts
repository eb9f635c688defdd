import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf, type Person, password, startTestService, type TestService } from '../kit/service.ts'

const other = 'another long passphrase'

describe('passwords', () => {
  let tandem: TestService

  beforeAll(async () => {
    tandem = await startTestService({ environment: { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://tandem.test' } })
    await tandem.register('Admin')
  })
  afterAll(() => tandem?.stop())

  const login = (email: string, typed: string) => tandem.anonymous.post('/api/auth/login', { email, password: typed })
  async function someone(name: string): Promise<Person & { email: string }> {
    const email = `${randomUUID()}@example.com`
    return { ...(await tandem.register(name, { email })), email }
  }
  const forgot = (email: string) => tandem.anonymous.post('/api/auth/forgot', { email })
  const reset = (token: string, newPassword = other) => tandem.anonymous.post('/api/auth/reset', { token, newPassword })
  async function lettersTo(email: string): Promise<string[]> {
    const { rows } = await tandem.database.pool.query('select body from mails where recipient = $1 order by id', [email])
    return rows.map((row) => /\/reset#(\S+)/.exec(row.body)?.[1] ?? '')
  }
  async function letterTo(email: string): Promise<string> {
    await forgot(email)
    return (await lettersTo(email)).at(-1) ?? ''
  }

  test('changing one ends the other sessions and keeps this one (F73)', async () => {
    const ada = await someone('Ada')
    const elsewhere = cookieOf(await login(ada.email, password))
    expect((await ada.post('/api/auth/password', { currentPassword: password, newPassword: other })).status).toBe(204)
    expect((await ada.get('/api/me')).status).toBe(200)
    expect((await tandem.anonymous.get('/api/me', { cookie: elsewhere })).status).toBe(401)
    expect((await login(ada.email, password)).status).toBe(401)
    expect((await login(ada.email, other)).status).toBe(200)
  })

  test('the letter for a new one is in the language of the account; without one, in that of the browser that asks', async () => {
    const letterAfter = async (locale: string | null, languages: string) => {
      const ada = await someone('Ada')
      await ada.patch('/api/me', { locale })
      await tandem.anonymous.post('/api/auth/forgot', { email: ada.email }, { 'accept-language': languages })
      const { rows } = await tandem.database.pool.query('select language, subject from mails where recipient = $1', [ada.email])
      return rows
    }
    const german = [{ language: 'de', subject: 'Dein Tandem-Passwort zurücksetzen' }]
    const spanish = [{ language: 'es', subject: 'Restablece tu contraseña de Tandem' }]
    const english = [{ language: 'en', subject: 'Reset your Tandem password' }]
    expect(await letterAfter('de-CH', 'es')).toEqual(german)
    expect(await letterAfter('nl', 'es')).toEqual(english)
    expect(await letterAfter(null, 'nl, en;q=0.2, es;q=0.8')).toEqual(spanish)
    expect(await letterAfter(null, 'nl')).toEqual(english)
  })

  test('changing one needs the current one', async () => {
    const ada = await someone('Ada')
    const refused = await ada.post('/api/auth/password', { currentPassword: 'not the password', newPassword: other })
    expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_credentials'])
    expect((await ada.get('/api/me/audit')).body[0]).toMatchObject({ act: 'auth.password', outcome: 'invalid_credentials' })
    expect((await login(ada.email, password)).status).toBe(200)
  })

  test('only a session changes it, never a token', async () => {
    const ada = await someone('Ada')
    const { body } = await ada.post('/api/tokens', { label: 'all', scopes: ['admin', 'tokens:write'] })
    const answer = await tandem.withToken(body.token).post('/api/auth/password', { currentPassword: password, newPassword: other })
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
  })

  test('two changes at once: one wins, the other is refused', async () => {
    const ada = await someone('Ada')
    const change = (newPassword: string) => ada.post('/api/auth/password', { currentPassword: password, newPassword })
    const answers = await Promise.all([change(`${other} a`), change(`${other} b`)])
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1)
    expect([401, 409]).toContain(answers.find((answer) => answer.status !== 204)?.status)
  })

  test('a letter sets a new one and ends all sessions; its token works once (F74)', async () => {
    const ada = await someone('Ada')
    const token = await letterTo(ada.email)
    expect((await reset(token)).status).toBe(204)
    expect((await ada.get('/api/me')).status).toBe(401)
    expect((await login(ada.email, other)).status).toBe(200)
    const again = await reset(token, 'yet another passphrase')
    expect([again.status, again.body.error.code]).toEqual([400, 'validation'])
    expect((await login(ada.email, other)).status).toBe(200)
  })

  test('a token of a letter used ten times at once sets one password (F74)', async () => {
    const ada = await someone('Ada')
    const token = await letterTo(ada.email)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(token, `${other} ${n}`)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, ...Array(9).fill(400)])
  })

  test('a letter expires after 30 minutes, and one that was used takes the others with it (F74)', async () => {
    const ada = await someone('Ada')
    const late = await letterTo(ada.email)
    tandem.clock.advance(30 * 60_000 + 1000)
    expect((await reset(late)).status).toBe(400)
    const [first, second] = [await letterTo(ada.email), await letterTo(ada.email)]
    expect((await reset(first)).status).toBe(204)
    expect((await reset(second)).status).toBe(400)
    for (const guess of ['', 'guess', late.slice(1)]) expect((await reset(guess)).status).toBe(400)
  })

  test('a letter does not bring back a deactivated account (F74)', async () => {
    const ada = await someone('Ada')
    const token = await letterTo(ada.email)
    await tandem.database.pool.query('update actors set deactivated_at = now() where id = $1', [ada.actorId])
    expect((await reset(token)).status).toBe(400)
    expect((await login(ada.email, other)).status).toBe(401)
    await forgot(ada.email)
    expect(await lettersTo(ada.email)).toHaveLength(1)
  })

  test('a reset request answers the same for known and unknown addresses, and the number of letters is limited', {
    meta: { proves: ['limit.resets.open'] },
  }, async () => {
    const ada = await someone('Ada')
    const stranger = `${randomUUID()}@example.com`
    for (const email of [ada.email, stranger, 'no e-mail']) expect((await forgot(email)).status).toBe(204)
    for (let n = 0; n < 5; n++) expect((await forgot(ada.email)).status).toBe(204)
    expect(await lettersTo(ada.email)).toHaveLength(3)
    expect(await lettersTo(stranger)).toEqual([])
  })

  test('no secret is in the database in clear but in the letter itself', async () => {
    const ada = await someone('Ada')
    const token = await letterTo(ada.email)
    const { rows } = await tandem.database.pool.query('select * from password_resets, actors, web_sessions, audit_log limit 5000')
    const dump = JSON.stringify(rows)
    for (const secret of [token, password, ada.cookie?.split('=')[1] ?? '']) expect(dump).not.toContain(secret)
  })
})

test('without SMTP a forgotten password is answered alike and writes no letter', async () => {
  const tandem = await startTestService()
  const email = 'ada@example.com'
  await tandem.register('Ada', { email })
  expect((await tandem.anonymous.post('/api/auth/forgot', { email })).status).toBe(204)
  expect((await tandem.database.pool.query('select 1 from mails')).rows).toEqual([])
  await tandem.stop()
})
