import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookieOf, type Person, password, startTestService, type TestService } from '../kit/service.ts'

const account = (name: string, more: object = {}) => ({ email: `${randomUUID()}@example.com`, password, name, ...more })

describe('registering', () => {
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada Lovelace')
  })
  afterAll(() => tandem?.stop())

  const register = (body: object) => tandem.anonymous.post('/api/auth/register', body)

  test('answers the actor and signs in; the first account is the instance admin, the next is not', async () => {
    const first = await ada.get('/api/me')
    expect(first.body).toMatchObject({ kind: 'human', name: 'Ada Lovelace', handle: 'ada-lovelace', isInstanceAdmin: true })
    const next = await register(account('Grace', { email: 'Grace@Example.com' }))
    expect(next.status).toBe(201)
    expect(next.body).toMatchObject({ email: 'grace@example.com', isInstanceAdmin: false, timezone: 'UTC', ownerActorId: null })
    expect(next.body).not.toHaveProperty('capabilities')
    const me = await tandem.anonymous.get('/api/me', { cookie: cookieOf(next) })
    expect(me.body).toMatchObject({ id: next.body.id, auth: { method: 'session', tokenId: null, scopes: null, boardId: null } })
  })

  test('an e-mail that is registered is refused in any spelling, and nothing is made', async () => {
    const body = account('Twin')
    expect((await register(body)).status).toBe(201)
    const again = await register({ ...body, email: body.email.toUpperCase(), name: 'Twin again' })
    expect([again.status, again.body.error.code]).toEqual([409, 'duplicate_email'])
    expect((await ada.get('/api/actors?handle=twin-again')).status).toBe(404)
  })

  test('an account begins in the time zone that comes along; one that is none is refused, and nothing is made', async () => {
    expect((await register(account('Zed', { timezone: 'Asia/Kolkata' }))).body.timezone).toBe('Asia/Kolkata')
    const refused = await register(account('Zone', { timezone: 'Mars/Olympus' }))
    expect([refused.status, Object.keys(refused.body.error.details.fieldErrors)]).toEqual([400, ['timezone']])
    expect((await ada.get('/api/actors?handle=zone')).status).toBe(404)
  })

  test('ten at once with one e-mail: one account, nine refusals', async () => {
    const body = account('Crowd')
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(body)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(9).fill(409)])
    expect(new Set(answers.filter((answer) => answer.status === 409).map((answer) => answer.body.error.code))).toEqual(
      new Set(['duplicate_email']),
    )
  })

  test('a handle is taken as given or derived from the name and made unique', async () => {
    expect((await register(account('Zoë  Müller!'))).body.handle).toBe('zoe-muller')
    expect((await register(account('李小龍'))).body.handle).toBe('someone')
    const long = (await register(account('x'.repeat(80)))).body.handle
    expect(long).toBe('x'.repeat(39))
    expect((await register(account('x'.repeat(80)))).body.handle).toBe(`${'x'.repeat(37)}-2`)
    expect((await register(account('Someone else', { handle: 'zoe' }))).body.handle).toBe('zoe')
    const taken = await register(account('Zoe', { handle: 'zoe' }))
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict'])
    for (const handle of ['Zoe2', '-zoe', '', 'a'.repeat(40), 'zoë'])
      expect((await register(account('Z', { handle }))).status, handle).toBe(400)
  })

  test('thirty of one name at once get thirty handles', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => register(account('Sam'))))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body.handle)).size).toBe(30)
  })

  test('passwords have 8 to 256 characters of any kind', async () => {
    for (const bad of ['', 'seven77', 'x'.repeat(257)])
      expect((await register(account('Short', { password: bad }))).body?.error.code, bad).toBe('validation')
    for (const good of ['        ', 'x'.repeat(256), 'пароль🔑 ok']) {
      const body = account('Long', { password: good })
      expect((await register(body)).status).toBe(201)
      expect((await tandem.anonymous.post('/api/auth/login', body)).status).toBe(200)
    }
  })

  test('what a caller may not choose is ignored (F63)', async () => {
    const id = randomUUID()
    const more = {
      id,
      isInstanceAdmin: true,
      kind: 'agent',
      ownerActorId: ada.actorId,
      createdAt: '2000-01-01T00:00:00Z',
      deactivatedAt: null,
    }
    const { status, body } = await register(account('Mallory', more))
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'human', isInstanceAdmin: false, ownerActorId: null })
    expect(body.id).not.toBe(id)
    expect(Date.parse(body.createdAt)).toBeGreaterThan(Date.parse('2020-01-01'))
  })

  test('who is signed in already and registers another person acts as that person', async () => {
    const made = await ada.post('/api/auth/register', account('Second self'))
    expect(made.status).toBe(201)
    const audit = await tandem.anonymous.get('/api/me/audit', { cookie: cookieOf(made) })
    expect(audit.body[0]).toMatchObject({ act: 'auth.register', outcome: 'ok', actorId: made.body.id })
  })
})

describe('the first account', () => {
  test('of many that register at once exactly one is the instance admin', async () => {
    for (let round = 0; round < 4; round++) {
      const tandem = await startTestService()
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => tandem.anonymous.post('/api/auth/register', account(`First ${n}`))),
      )
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
      expect(answers.filter((answer) => answer.body.isInstanceAdmin)).toHaveLength(1)
      await tandem.stop()
    }
  })

  test('callers without a credential can see that it is missing, until it exists', {
    meta: { proves: ['auth.first-account.told'] },
  }, async () => {
    const tandem = await startTestService({ environment: { REGISTRATION: 'invite' } })
    const awaitsFirst = async () => (await tandem.anonymous.get('/api/auth/providers')).body.firstAccount
    expect(await awaitsFirst()).toBe(true)
    await tandem.register('Ada')
    expect(await awaitsFirst()).toBe(false)
    await tandem.stop()
  })

  test('where registration is closed nobody is asked to create it', { meta: { proves: ['auth.first-account.told'] } }, async () => {
    const tandem = await startTestService({ environment: { REGISTRATION: 'closed' } })
    expect((await tandem.anonymous.get('/api/auth/providers')).body.firstAccount).toBe(false)
    await tandem.stop()
  })

  test('of many that register at once in public exactly one gets in without an invitation', async () => {
    const tandem = await startTestService({ environment: { PUBLIC_URL: 'https://tandem.example' } })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => tandem.anonymous.post('/api/auth/register', account(`First ${n}`))),
    )
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(5).fill(403)])
    await tandem.stop()
  })
})

describe('who may register', () => {
  const starting = async (environment: Record<string, string>) => {
    const tandem = await startTestService({ environment })
    return { tandem, register: (body: object) => tandem.anonymous.post('/api/auth/register', body) }
  }

  async function inviteTo(ada: Person, email: string): Promise<string> {
    const board = await ada.post('/api/boards', { name: 'Club' })
    const invited = await ada.post(`/api/boards/${board.body.id}/members`, { email, role: 'member' })
    return invited.body.inviteUrl.split('/invite/')[1]
  }

  test('invite: the first account, then only the invited', async () => {
    const { tandem, register } = await starting({ REGISTRATION: 'invite' })
    const ada = await tandem.register('Ada')
    const refused = await register(account('Stranger'))
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    const inviteToken = await inviteTo(ada, 'grace@example.com')
    expect((await register(account('Guess', { inviteToken: 'guessed' }))).status).toBe(404)
    expect((await register(account('Grace', { inviteToken }))).status).toBe(201)
    expect((await register(account('Late', { inviteToken }))).status).toBe(404)
    await tandem.stop()
  })

  test('closed: no one, also with an invitation; open: anyone', async () => {
    const closed = await starting({ REGISTRATION: 'closed' })
    expect((await closed.register(account('Anyone'))).status).toBe(403)
    await closed.tandem.stop()
    const open = await starting({ REGISTRATION: 'open', PUBLIC_URL: 'https://tandem.example' })
    for (const name of ['Ada', 'Grace']) expect((await open.register(account(name))).status).toBe(201)
    await open.tandem.stop()
  })

  test('in public the most common passwords are refused, on a local machine they are not', async () => {
    const open = await starting({ REGISTRATION: 'open', PUBLIC_URL: 'https://tandem.example' })
    for (const common of ['12345678', 'Password1', 'iloveyou', '1q2w3e4r5t'])
      expect((await open.register(account('Ada', { password: common }))).status, common).toBe(400)
    expect((await open.register(account('Ada'))).status).toBe(201)
    await open.tandem.stop()
    const local = await starting({})
    expect((await local.register(account('Ada', { password: '12345678' }))).status).toBe(201)
    await local.tandem.stop()
  })
})
