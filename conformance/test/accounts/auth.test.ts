import { afterAll, beforeAll, expect } from 'vitest'
import { cookieOf, type Person, password, startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { type Caller, call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'

let tandem: TestService
let ada: Person
beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

const anonymous = (): Caller => ({ url: tandem.url, headers: {} })
const as = (person: Person): Caller => ({ url: tandem.url, headers: { cookie: person.cookie ?? '' } })
const account = (name: string) => ({ name, email: `${name.toLowerCase()}@example.org`, password })

scenario(
  'registering answers the actor and signs in with a cookie that scripts cannot read',
  [
    'auth.register.created',
    'auth.register.open',
    'auth.cookie.attributes',
    'auth.cookie.secure-over-https',
    'actor.admin.first-account',
    'actor.record.shape',
  ],
  async () => {
    const answer = await tandem.anonymous.post('/api/auth/register', account('Grace'))
    expect(answer.status).toBe(201)
    const cookie = answer.headers.getSetCookie().join()
    expect(cookie).toMatch(/^kb_session=/)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Secure')
    expect(answer.body).toMatchObject({ kind: 'human', name: 'Grace', isInstanceAdmin: false })
    expect((await allowed(as(ada), 'me.get', {})).isInstanceAdmin).toBe(true)
    const https = await startTestService({ environment: { PUBLIC_URL: 'https://tandem.example.org' } })
    const secure = await https.anonymous.post('/api/auth/register', account('First'))
    expect(secure.headers.getSetCookie().join()).toContain('Secure')
    await https.stop()
  },
)

scenario(
  'a password has 8 to 256 characters and an address one account',
  ['auth.register.password-length', 'auth.register.duplicate-email', 'error.code.duplicate-email'],
  async () => {
    await refused(anonymous(), 'auth.register', { ...account('Short'), password: '1234567' }, 'validation')
    await refused(anonymous(), 'auth.register', { ...account('Long'), password: 'x'.repeat(257) }, 'validation')
    await allowed(anonymous(), 'auth.register', account('Twice'))
    const again = await tandem.anonymous.post('/api/auth/register', { ...account('Twice'), email: 'TWICE@example.org' })
    expect([again.status, again.body.error.code, again.headers.getSetCookie()]).toEqual([409, 'duplicate_email', []])
  },
)

scenario(
  'logging in takes the right password, and says the same of a wrong one and of an unknown address',
  ['auth.login.ok', 'auth.login.refused', 'error.code.invalid-credentials', 'auth.logout.ends-session', 'auth.cookie.revocable'],
  async () => {
    await allowed(anonymous(), 'auth.register', account('Login'))
    const email = 'login@example.org'
    const wrong = await tandem.anonymous.post('/api/auth/login', { email, password: 'wrong password' })
    const unknown = await tandem.anonymous.post('/api/auth/login', { email: 'nobody@example.org', password })
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body])
    expect(wrong.headers.getSetCookie()).toEqual([])
    const right = await tandem.anonymous.post('/api/auth/login', { email, password })
    expect(right.status).toBe(200)
    const signedIn = { url: tandem.url, headers: { cookie: cookieOf(right) } }
    await allowed(signedIn, 'me.get', {})
    expect((await call(signedIn, 'auth.logout', {})).status).toBe(204)
    await refused(signedIn, 'me.get', {}, 'unauthorized')
  },
)

scenario(
  'changing the password needs the current one and ends the other sessions',
  ['auth.password.change', 'auth.password.wrong-current', 'auth.password.ends-other-sessions'],
  async () => {
    const first = await tandem.anonymous.post('/api/auth/register', account('Change'))
    const here = { url: tandem.url, headers: { cookie: cookieOf(first) } }
    const there = { url: tandem.url, headers: { cookie: cookieOf(await tandem.anonymous.post('/api/auth/login', account('Change'))) } }
    await refused(here, 'auth.password', { currentPassword: 'not this one', newPassword: 'another passphrase' }, 'invalid_credentials')
    await allowed(there, 'me.get', {})
    expect((await call(here, 'auth.password', { currentPassword: password, newPassword: 'another passphrase' })).status).toBe(204)
    await allowed(here, 'me.get', {})
    await refused(there, 'me.get', {}, 'unauthorized')
    await refused(anonymous(), 'auth.login', { email: 'change@example.org', password }, 'invalid_credentials')
    await allowed(anonymous(), 'auth.login', { email: 'change@example.org', password: 'another passphrase' })
  },
)

scenario('a cookie from elsewhere changes nothing', ['auth.csrf.foreign-origin', 'auth.csrf.own-origin'], async () => {
  const before = (await allowed(as(ada), 'me.get', {})).name
  const foreign = await call(as(ada), 'me.update', { name: 'Mallory' }, { origin: 'https://evil.example' })
  expect([foreign.ok, foreign.status]).toEqual([false, 403])
  expect((await allowed(as(ada), 'me.get', {})).name).toBe(before)
  expect((await call(as(ada), 'me.update', { name: before }, { origin: tandem.url })).ok).toBe(true)
})

scenario(
  'registration can be closed, or by invitation',
  ['auth.register.closed', 'auth.register.invite-needs-token', 'auth.register.default-invite', 'auth.register.default-open'],
  async () => {
    const closed = await startTestService({ environment: { REGISTRATION: 'closed' } })
    await refused({ url: closed.url, headers: {} }, 'auth.register', account('No'), 'forbidden')
    await closed.stop()
    const invite = await startTestService({ environment: { PUBLIC_URL: 'https://tandem.example.org' } })
    const open = { url: invite.url, headers: {} }
    const first = await invite.anonymous.post('/api/auth/register', account('First'))
    expect(first.status).toBe(201)
    await refused(open, 'auth.register', account('Second'), 'forbidden')
    const admin = { url: invite.url, headers: { cookie: cookieOf(first) } }
    const board = await allowed(admin, 'board.create', { name: 'One' })
    const invited = await allowed(admin, 'member.add', { boardId: board.id, email: 'second@example.org', role: 'member' })
    const inviteToken = 'inviteUrl' in invited ? new URL(invited.inviteUrl ?? '').pathname.split('/').at(-1) : undefined
    await allowed(open, 'auth.register', { ...account('Second'), inviteToken })
    await invite.stop()
  },
)

scenario(
  'what needs no credential works without, the rest is 401',
  ['auth.public.openapi', 'auth.public.account-routes', 'auth.public.health', 'auth.required.everywhere', 'error.code.unauthorized'],
  async () => {
    expect((await tandem.anonymous.get('/openapi.json')).status).toBe(200)
    expect((await tandem.anonymous.get('/health/live')).status).toBe(200)
    expect((await tandem.anonymous.get('/health/ready')).status).toBe(200)
    expect((await tandem.anonymous.post('/api/auth/forgot', { email: 'nobody@example.org' })).status).toBe(204)
    for (const path of [
      '/api/me',
      '/api/boards',
      '/api/tokens',
      '/api/notifications',
      '/api/sessions/mine',
      '/api/agents',
      '/api/me/work',
    ]) {
      const answer = await tandem.anonymous.get(path)
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 401, 'unauthorized'])
    }
  },
)

scenario(
  'an agent is owned, has capabilities, and is found by its handle',
  [
    'actor.agents.create',
    'actor.agents.list-mine',
    'actor.capabilities.agent-default',
    'actor.capabilities.human-absent',
    'actor.handle.derived',
    'actor.handle.unique',
    'actor.lookup.by-handle',
    'actor.lookup.no-prefix-match',
    'actor.record.kind',
  ],
  async () => {
    const agent = await allowed(as(ada), 'agent.create', { name: 'Robo Cop' })
    expect(agent).toMatchObject({
      kind: 'agent',
      ownerActorId: ada.actorId,
      capabilities: { delegatable: true, mentionable: true },
      handle: 'robo-cop',
    })
    expect((await allowed(as(ada), 'agent.create', { name: 'Robo Cop' })).handle).not.toBe('robo-cop')
    await refused(as(ada), 'agent.create', { name: 'Other', handle: 'robo-cop' }, 'conflict')
    expect((await allowed(as(ada), 'agent.list', {})).map((own) => own.id)).toContain(agent.id)
    const bob = await tandem.register('Bob')
    expect(await allowed(as(bob), 'agent.list', {})).toEqual([])
    const found = await tandem.anonymous.get('/api/actors?handle=robo-cop')
    expect(found.status).toBe(401)
    expect(JSON.stringify(await allowed(as(bob), 'actor.find', { handle: 'robo-cop' }))).toContain(agent.id)
    const partial = await call(as(bob), 'actor.find', { handle: 'robo' })
    expect(partial.ok && JSON.stringify(partial.body).includes(agent.id)).toBe(false)
    expect((await allowed(as(ada), 'me.get', {})).capabilities ?? null).toBeNull()
  },
)

scenario(
  'deactivating an agent ends its tokens, sessions and delegations',
  ['actor.agents.deactivate', 'actor.agents.deactivate-tokens', 'actor.agents.deactivate-sessions', 'actor.agents.deactivate-delegations'],
  async () => {
    const board = await allowed(as(ada), 'board.create', { name: 'Leaving', template: 'kanban' })
    const robo = await tandem.agent(ada, 'Leaver', [board.id])
    const listId = (await allowed(as(ada), 'board.tree', { boardId: board.id })).lists[0]?.id ?? ''
    const card = await allowed(as(ada), 'card.create', { listId, title: 'T' })
    const { session } = await allowed(as(ada), 'delegation.set', { cardId: card.id, agentActorId: robo.actorId })
    expect((await call(as(ada), 'agent.deactivate', { agentActorId: robo.actorId })).ok).toBe(true)
    expect((await robo.get('/api/me')).status).toBe(401)
    expect((await allowed(as(ada), 'session.get', { sessionId: session.id })).state).toBe('error')
    expect((await allowed(as(ada), 'card.get', { cardId: card.id })).card.delegation).toBeNull()
  },
)

scenario(
  'the profile of the caller, and how it signed in',
  ['actor.me.caller', 'actor.me.auth', 'actor.me.patch', 'actor.me.timezone-iana', 'actor.me.timezone-default', 'actor.me.profile-changed'],
  async () => {
    const carl = await tandem.register('Carl')
    const board = await allowed(as(carl), 'board.create', { name: 'Profile' })
    const me = await allowed(as(carl), 'me.get', {})
    expect(me).toMatchObject({ id: carl.actorId, timezone: 'UTC', auth: { method: 'session', tokenId: null } })
    const changed = await allowed(as(carl), 'me.update', { name: 'Carlo', timezone: 'Europe/Berlin', locale: 'de' })
    expect(changed).toMatchObject({ name: 'Carlo', timezone: 'Europe/Berlin', locale: 'de' })
    await refused(as(carl), 'me.update', { timezone: 'Mars/Olympus' }, 'validation')
    expect((await allowed(as(carl), 'board.activity', { boardId: board.id, limit: 1 }))[0]).toMatchObject({
      verb: 'member.profile_changed',
    })
    const { token } = await allowed(as(carl), 'token.create', { label: 'x', scopes: ['boards:read', `board:${board.id}`] })
    const byToken = await allowed({ url: tandem.url, headers: { authorization: `Bearer ${token}` } }, 'me.get', {})
    expect(byToken.auth).toMatchObject({ method: 'token', boardId: board.id })
  },
)

scenario(
  'the instance admin sees and changes accounts, by cookie only, and the last one stays',
  [
    'actor.admin.list',
    'actor.admin.cookie-only',
    'actor.admin.patch',
    'actor.admin.last-stays',
    'actor.audit.all-for-admin',
    'actor.audit.own',
    'actor.audit.row',
    'actor.audit.no-secret',
  ],
  async () => {
    const dora = await tandem.register('Dora')
    await refused(as(dora), 'admin.actors.list', {}, 'forbidden')
    await refused(as(dora), 'admin.audit', {}, 'forbidden')
    expect((await allowed(as(ada), 'admin.actors.list', {})).map((actor) => actor.id)).toContain(dora.actorId)
    const { token } = await allowed(as(ada), 'token.create', { label: 'x', scopes: ['admin'] })
    await refused({ url: tandem.url, headers: { authorization: `Bearer ${token}` } }, 'admin.actors.list', {}, 'forbidden')
    await allowed(as(ada), 'admin.actors.update', { actorId: dora.actorId, deactivated: true })
    await refused(as(dora), 'me.get', {}, 'unauthorized')
    await refused(as(ada), 'admin.actors.update', { actorId: ada.actorId, isInstanceAdmin: false }, 'validation')
    const rows = await allowed(as(ada), 'admin.audit', {})
    expect(JSON.stringify(rows)).not.toContain(password)
    expect(rows[0]).toMatchObject({ actorId: ada.actorId })
    const own = await allowed(as(ada), 'me.audit', {})
    expect(new Set(own.map((row) => row.actorId))).toEqual(new Set([ada.actorId]))
  },
)
