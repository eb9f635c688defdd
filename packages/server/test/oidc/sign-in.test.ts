import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, openBrowser, type Page } from '../kit/browser.ts'
import { send } from '../kit/http.ts'
import { client, type RealProvider, startRealProvider } from '../kit/servers/providers.ts'
import { type Person, password, startTestService, type TestService } from '../kit/service.ts'

/** Against a provider as others run it, over real sockets. */
let provider: RealProvider
let tandem: TestService
let ada: Person
let browser: Browser
let count = 0

async function start(environment: Record<string, string> = {}, more: Record<string, unknown> = {}): Promise<TestService> {
  const settings = { id: 'acme', name: 'Acme', issuer: provider.issuer, ...client, ...more }
  const service = await startTestService({ environment: { OIDC_PROVIDERS: JSON.stringify([settings]), ...environment } })
  provider.serve(`${service.url}/oidc/acme/callback`)
  return service
}

beforeAll(async () => {
  provider = await startRealProvider()
})
afterAll(() => provider?.stop())
beforeEach(() => {
  browser = openBrowser()
  count += 1
  provider.as = { sub: `person-${count}`, email: `person-${count}@example.com`, email_verified: true, name: `Person ${count}` }
})

const startUrl = (next = '/') => `${tandem.url}/oidc/acme/start?next=${encodeURIComponent(next)}`
const isOurs = (url: string) => url.startsWith(tandem.url) && !url.includes('/callback')
const signIn = (next?: string, by = browser): Promise<Page> => by.follow(startUrl(next), isOurs)
const as = (by = browser) => send(tandem.url, { cookie: by.cookie('kb_session') ?? '' })
const me = async (by = browser) => (await as(by).get('/api/me')).body
const callback = (url: string) => url.includes('/oidc/acme/callback')

async function link(by = browser): Promise<Page> {
  const { body } = await by.post(`${tandem.url}/oidc/acme/start`, { link: true, next: '/settings' })
  return by.follow(body.location, isOurs)
}

async function localPerson(email = `local-${count}@example.com`): Promise<Browser> {
  await tandem.register('Local', { email })
  const local = openBrowser()
  await local.post(`${tandem.url}/api/auth/login`, { email, password })
  return local
}

describe('where registration is open', () => {
  beforeAll(async () => {
    tandem = await start()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())

  test('a name from the provider counts up to 100 characters, and the place to go on up to 6,000', {
    meta: { proves: ['limit.sign-in.name', 'limit.sign-in.next'] },
  }, async () => {
    provider.as = { ...provider.as, name: 'é'.repeat(101) }
    const next = (length: number) => `/boards/${'x'.repeat(length - '/boards/'.length)}`
    expect((await signIn(next(6_000))).location).toBe(`${tandem.url}${next(6_000)}`)
    expect((await me()).name).toBe('é'.repeat(100))
    expect((await signIn(next(6_001), openBrowser())).location).toBe(`${tandem.url}/`)
  })

  test('a first sign-in at the provider creates an account, and continues to the wanted page', {
    meta: { proves: ['auth.oidc.account'] },
  }, async () => {
    const first = await signIn('/boards/1?card=2#c')
    expect([first.status, first.location]).toEqual([303, `${tandem.url}/boards/1?card=2#c`])
    const account = await me()
    expect(account).toMatchObject({ name: `Person ${count}`, email: `person-${count}@example.com`, isInstanceAdmin: false })

    const again = openBrowser()
    await signIn('/', again)
    expect((await me(again)).id).toBe(account.id)
    expect((await as().get('/api/me/audit')).body.map(({ act, outcome }: any) => [act, outcome])).toEqual([
      ['auth.oidc', 'ok'],
      ['auth.oidc', 'ok'],
    ])
  })

  test.each([
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Mars/Olympus', 'UTC'],
  ])('an account begins in the time zone of the browser: %s as %s', async (timezone, kept) => {
    const { body } = await browser.post(`${tandem.url}/oidc/acme/start`, { timezone })
    await browser.follow(body.location, isOurs)
    expect((await me()).timezone).toBe(kept)
  })

  test('a subject that changes its e-mail is the same person, and their e-mail here stays', {
    meta: { proves: ['auth.oidc.account', 'auth.identity.list'] },
  }, async () => {
    await signIn()
    const { id, email } = await me()
    provider.as = { ...provider.as, email: `renamed-${count}@example.com` }
    const again = openBrowser()
    await signIn('/', again)
    expect(await me(again)).toMatchObject({ id, email })
    expect((await as(again).get('/api/me/identities')).body).toMatchObject([
      { providerName: 'Acme', email: `renamed-${count}@example.com` },
    ])
  })

  test('an e-mail that is known here opens nothing: only its owner, signed in, connects the account', {
    meta: { proves: ['auth.oidc.known-email', 'auth.identity.connect'] },
  }, async () => {
    const local = await localPerson(provider.as.email)
    const refused = await signIn()
    expect([refused.status, browser.cookie('kb_session')]).toEqual([409, undefined])
    expect(refused.text).toContain('connect this provider')

    expect((await link(local)).location).toBe(`${tandem.url}/settings`)
    await signIn()
    expect((await me()).id).toBe((await me(local)).id)
  })

  test('fifty accounts are connected; one more is refused until one is disconnected', {
    meta: { proves: ['limit.identities'] },
  }, async () => {
    const local = await localPerson()
    await tandem.database.pool.query(
      `insert into identities (id, actor_id, issuer, subject, created_at, last_used_at)
         select gen_random_uuid(), $1::uuid, 'https://elsewhere.example', $1::uuid || '-' || n, now(), now() from generate_series(1, 50) n`,
      [(await me(local)).id],
    )
    const connected = async () => (await as(local).get('/api/me/identities')).body as { id: string }[]
    const refused = await link(local)
    expect([refused.status, refused.text.includes('50 accounts')]).toEqual([409, true])
    const [first, ...others] = await connected()
    expect(others).toHaveLength(49)
    expect((await as(local).delete(`/api/me/identities/${first?.id}`)).status).toBe(204)
    expect((await link(local)).location).toBe(`${tandem.url}/settings`)
    expect(await connected()).toHaveLength(50)
  })

  test('an unverified e-mail is not taken over', { meta: { proves: ['auth.oidc.unverified-email'] } }, async () => {
    const local = await localPerson(provider.as.email)
    provider.as = { ...provider.as, email_verified: false }
    await signIn()
    expect((await me()).id).not.toBe((await me(local)).id)
    expect((await me()).email).toBeNull()
  })

  test('an account that signs in one person is not connected to another', { meta: { proves: ['auth.identity.connect'] } }, async () => {
    await signIn()
    const local = await localPerson()
    expect(await link(local)).toMatchObject({ status: 409 })
    expect((await as(local).get('/api/me/identities')).body).toEqual([])
  })

  test('who is signed in as another by the time they come back connects nothing', {
    meta: { proves: ['auth.identity.connect'] },
  }, async () => {
    const local = await localPerson()
    const { body } = await local.post(`${tandem.url}/oidc/acme/start`, { link: true })
    const back = await local.follow(body.location, callback)
    await tandem.register('Other', { email: `other-${count}@example.com` })
    await local.post(`${tandem.url}/api/auth/login`, { email: `other-${count}@example.com`, password })
    expect((await local.get(back.location)).status).toBe(403)
    expect((await as(local).get('/api/me/identities')).body).toEqual([])
  })

  test('only a signed-in person can start connecting, on our own origin', {
    meta: { proves: ['auth.identity.connect'] },
  }, async () => {
    const { cookie } = await tandem.register('Own')
    const post = (headers: Record<string, string>) => tandem.anonymous.post('/oidc/acme/start', { link: true }, headers)
    expect((await post({})).status).toBe(401)
    expect((await post({ cookie: cookie ?? '', origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ cookie: cookie ?? '', origin: tandem.url })).status).toBe(200)
  })

  test('the last way in stays; one of two can be disconnected', {
    meta: { proves: ['auth.identity.disconnect', 'auth.identity.list'] },
  }, async () => {
    await signIn()
    const [own] = (await as().get('/api/me/identities')).body
    expect((await as().delete(`/api/me/identities/${own.id}`)).status).toBe(409)

    const local = await localPerson()
    provider.as = { ...provider.as, sub: `another-${count}` }
    await link(local)
    const [connected] = (await as(local).get('/api/me/identities')).body
    expect((await as().delete(`/api/me/identities/${connected.id}`)).status).toBe(404)
    expect((await as(local).delete(`/api/me/identities/${connected.id}`)).status).toBe(204)
    expect((await as(local).get('/api/me/identities')).body).toEqual([])
    expect((await as(local).get('/api/me/audit')).body.map(({ act }: any) => act)).toEqual(
      expect.arrayContaining(['me.identities.link', 'me.identities.unlink']),
    )
  })

  test('a deactivated account stays out', { meta: { proves: ['auth.oidc.deactivated'] } }, async () => {
    await signIn()
    const { id } = await me()
    await ada.patch(`/api/admin/actors/${id}`, { deactivated: true })
    const again = openBrowser()
    expect(await signIn('/', again)).toMatchObject({ status: 403, text: expect.stringContaining('deactivated') })
    const { body } = await ada.get(`/api/admin/audit?actorId=${id}`)
    expect(body[0]).toMatchObject({ act: 'auth.oidc', outcome: 'forbidden' })
    expect(again.cookie('kb_session')).toBeUndefined()
  })

  test('an answer of the provider works in the browser that asked, once', { meta: { proves: ['auth.oidc.once'] } }, async () => {
    const { location } = await browser.follow(startUrl(), callback)
    expect(await openBrowser().get(location)).toMatchObject({ status: 400, text: expect.stringContaining('started elsewhere') })
    expect((await browser.get(location)).status).toBe(303)
    expect((await browser.get(location)).status).toBe(400)
  })

  test('the provider refuses a used code, also with the right cookie', async () => {
    const { location } = await browser.follow(startUrl(), callback)
    const held = browser.cookie('kb_oidc') ?? ''
    const headers = { cookie: held }
    expect((await fetch(location, { headers, redirect: 'manual' })).status).toBe(303)
    expect((await fetch(location, { headers, redirect: 'manual' })).status).toBe(400)
  })

  test('a sign-in that takes longer than ten minutes begins anew', {
    meta: { proves: ['auth.oidc.once', 'limit.sign-in.time'] },
  }, async () => {
    const { location } = await browser.follow(startUrl(), callback)
    tandem.clock.advance(600_000)
    expect((await browser.get(location)).status).toBe(400)
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', '/..//evil.example', 'javascript:alert(1)'])(
    '%j does not redirect to another site',
    { meta: { proves: ['auth.oidc.same-site'] } },
    async (next) => {
      expect((await signIn(next)).location).toMatch(new RegExp(`^${tandem.url}/[^/]*$`))
    },
  )

  test('the cookies of a sign-in are out of the reach of scripts, and end with it', async () => {
    const begun = await browser.get(startUrl())
    expect(begun.setCookies.find((line) => line.startsWith('kb_oidc='))).toMatch(/Path=\/oidc; HttpOnly; SameSite=Lax/)
    expect(begun.setCookies.join()).not.toContain('state')
    await browser.follow(begun.location, isOurs)
    expect(browser.cookie('kb_oidc')).toBeUndefined()
  })

  test('an unknown provider is answered 404', { meta: { proves: ['auth.providers.listed'] } }, async () => {
    expect((await browser.get(`${tandem.url}/oidc/none/start`)).status).toBe(404)
    expect((await tandem.anonymous.get('/api/auth/providers')).body).toEqual({
      localLogin: true,
      providers: [{ id: 'acme', name: 'Acme' }],
      firstAccount: false,
    })
  })
})

test('newcomers whom a person and their agents invite count for that person, with a password or by the provider, also at once (F109)', {
  meta: { proves: ['config.quota.invited'] },
}, async () => {
  tandem = await start({ REGISTRATION: 'invite', REGISTRATION_MAX_PER_INVITER: '3' })
  try {
    ada = await tandem.register('Ada')
    const boardId = (await ada.post('/api/boards', { name: 'Club' })).body.id
    const invite = async (email: string): Promise<string> =>
      (await ada.post(`/api/boards/${boardId}/members`, { email, role: 'member' })).body.inviteUrl.split('/invite/')[1]
    const inviteToken = await invite('local@example.com')
    const registered = await tandem.anonymous.post('/api/auth/register', {
      email: 'local@example.com',
      password,
      name: 'Local',
      inviteToken,
    })
    expect(registered.status).toBe(201)
    const arrive = async (n: number, byLink: boolean) => {
      const token = await invite(`person-${count}-${n}@example.com`)
      provider.as = { sub: `person-${count}-${n}`, email: `person-${count}-${n}@example.com`, email_verified: true, name: `Person ${n}` }
      const by = openBrowser()
      const { body } = await by.post(`${tandem.url}/oidc/acme/start`, byLink ? { inviteToken: token } : {})
      return { by, at: await by.follow(body.location, callback) }
    }
    const arrivals = [await arrive(1, true), await arrive(2, false), await arrive(3, true), await arrive(4, false)]
    const answers = await Promise.all(arrivals.map(({ by, at }) => by.follow(at.location, isOurs)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 303, 429, 429])
    expect((await ada.get(`/api/boards/${boardId}/members`)).body).toHaveLength(4)
    expect((await ada.get(`/api/boards/${boardId}/invitations`)).body).toHaveLength(2)
  } finally {
    await tandem.stop()
  }
})

describe('where registration needs an invitation', () => {
  let boardId: string
  beforeAll(async () => {
    tandem = await start({ REGISTRATION: 'invite' })
    ada = await tandem.register('Ada')
    boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  })
  afterAll(() => tandem?.stop())

  const invite = async (email: string): Promise<string> =>
    (await ada.post(`/api/boards/${boardId}/members`, { email, role: 'member' })).body.inviteUrl.split('/invite/')[1]
  const boards = async () => (await as().get('/api/boards')).body.map(({ id }: any) => id)

  test('a stranger stays out', { meta: { proves: ['auth.oidc.registration'] } }, async () => {
    expect(await signIn()).toMatchObject({ status: 403, text: expect.stringContaining('invitation') })
  })

  test('a verified e-mail that was invited comes in, onto the board', { meta: { proves: ['auth.oidc.registration'] } }, async () => {
    await invite(`person-${count}@example.com`)
    await signIn()
    expect(await boards()).toEqual([boardId])
  })

  test('an unverified e-mail finds no invitation; the link of one lets its holder in', {
    meta: { proves: ['auth.oidc.unverified-email'] },
  }, async () => {
    const token = await invite(`person-${count}@example.com`)
    provider.as = { ...provider.as, email_verified: false }
    expect((await signIn()).status).toBe(403)
    const { body } = await browser.post(`${tandem.url}/oidc/acme/start`, { inviteToken: token })
    await browser.follow(body.location, isOurs)
    expect(await boards()).toEqual([boardId])
  })
})

describe('where people come by the provider alone', () => {
  beforeAll(async () => {
    tandem = await start(
      { LOCAL_LOGIN: 'false' },
      { roleClaim: 'groups', adminValues: ['ops'], allowedDomains: ['example.com', 'example.org'] },
    )
  })
  afterAll(() => tandem?.stop())

  test('the first becomes the instance admin; the role comes and goes with the claim, and the last one keeps it', {
    meta: { proves: ['auth.oidc.admin-claim', 'auth.first-account.told'] },
  }, async () => {
    const awaitsFirst = async () => (await tandem.anonymous.get('/api/auth/providers')).body.firstAccount
    expect(await awaitsFirst()).toBe(true)
    const signInWith = async (groups: string[], sub: string) => {
      provider.as = { sub, email: `${sub}@example.com`, email_verified: true, groups }
      const by = openBrowser()
      await signIn('/', by)
      return (await me(by)).isInstanceAdmin
    }
    expect(await signInWith([], 'first')).toBe(true)
    expect(await awaitsFirst()).toBe(false)
    expect(await signInWith(['staff'], 'second')).toBe(false)
    expect(await signInWith(['staff', 'ops'], 'second')).toBe(true)
    expect(await signInWith([], 'first')).toBe(false)
    expect(await signInWith([], 'second')).toBe(true)
  })

  test('an address of another domain, or one that is not verified, stays out', {
    meta: { proves: ['auth.oidc.allowed-domains'] },
  }, async () => {
    provider.as = { ...provider.as, email: 'someone@other.example' }
    expect(await signIn()).toMatchObject({ status: 403, text: expect.stringContaining('is at example.com, example.org can sign in') })
    provider.as = { ...provider.as, email: 'someone@example.com', email_verified: false }
    expect((await signIn('/', openBrowser())).status).toBe(403)
  })

  test('no password is taken, none is registered, none is reset', { meta: { proves: ['auth.local-login.off'] } }, async () => {
    const { anonymous } = tandem
    const typed = { email: 'ada@example.com', password }
    expect((await anonymous.post('/api/auth/login', typed)).status).toBe(403)
    expect((await anonymous.post('/api/auth/register', { ...typed, name: 'Ada' })).status).toBe(403)
    expect((await anonymous.post('/api/auth/forgot', { email: typed.email })).status).toBe(403)
    expect((await anonymous.post('/api/auth/reset', { token: 'x', newPassword: password })).status).toBe(403)
  })
})

test('a service that the provider does not know by this secret says that it is nothing that the person could fix', async () => {
  tandem = await start({}, { clientSecret: 'another one' })
  try {
    const page = await signIn()
    expect(page).toMatchObject({ status: 503, text: expect.stringContaining('Acme does not accept the credentials of this service') })
  } finally {
    await tandem.stop()
  }
})
