import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, until } from '../kit/http.ts'
import { connect } from '../kit/oauth.ts'
import { cookieOf, type Person, password, startTestService, type TestService } from '../kit/service.ts'

const other = 'another long passphrase'

describe('a new password and tokens', () => {
  let tandem: TestService

  beforeAll(async () => {
    tandem = await startTestService({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  })
  afterAll(() => tandem?.stop())

  const login = (email: string, typed: string) => tandem.anonymous.post('/api/auth/login', { email, password: typed })
  async function someone(name: string): Promise<Person & { email: string }> {
    const email = `${randomUUID()}@example.com`
    return { ...(await tandem.register(name, { email })), email }
  }
  async function letterTo(email: string): Promise<string> {
    await tandem.anonymous.post('/api/auth/forgot', { email })
    const { rows } = await tandem.database.pool.query('select body from mails where recipient = $1 order by id desc', [email])
    return /\/reset#(\S+)/.exec(rows[0].body)?.[1] ?? ''
  }

  /** All that may act for a person: their token, one that it minted, a plugin's, their agent's, and a program's by OAuth. */
  async function everyToken(ada: Person) {
    const mint = async (by: Pick<Person, 'post'>, more = {}) =>
      tandem.withToken((await by.post('/api/tokens', { label: 'x', scopes: ['boards:read', 'tokens:write'], ...more })).body.token)
    const own = await mint(ada)
    const child = await mint(own, { scopes: ['boards:read'] })
    const { id: actorId } = (await ada.post('/api/agents', { name: 'Robo' })).body
    const agent = await mint(ada, { actorId })
    const ofAgent = await mint(agent, { scopes: ['boards:read'] })
    const { access } = await connect(tandem.url, ada.cookie ?? '', { all: true })
    return async () => {
      const rest = await Promise.all([own, child, agent, ofAgent].map(async (caller) => (await caller.get('/api/me')).status))
      const mcp = await fetch(`${tandem.url}/mcp`, { headers: { authorization: `Bearer ${access}` } })
      return [...rest, mcp.status]
    }
  }
  const [alive, ended] = [
    [200, 200, 200, 200, 405],
    [401, 401, 401, 401, 401],
  ]

  test.each([
    [
      'changing',
      async (ada: Person & { email: string }, more: object) =>
        ada.post('/api/auth/password', { currentPassword: password, newPassword: other, ...more }),
    ],
    [
      'resetting',
      async (ada: Person & { email: string }, more: object) =>
        tandem.anonymous.post('/api/auth/reset', { token: await letterTo(ada.email), newPassword: other, ...more }),
    ],
  ])(
    '%s one leaves tokens as they are, unless revokeTokens ends those of the person and their agents',
    { meta: { proves: ['auth.password.tokens-stay', 'auth.password.revoke-tokens'] } },
    async (_, renew) => {
      const [kept, chosen, bystander] = [await someone('Ada'), await someone('Grace'), await someone('Eve')]
      const [ofKept, ofChosen, ofBystander] = [await everyToken(kept), await everyToken(chosen), await everyToken(bystander)]
      expect((await renew(kept, {})).status).toBe(204)
      expect((await renew(chosen, { revokeTokens: true })).status).toBe(204)
      expect([await ofKept(), await ofChosen(), await ofBystander()]).toEqual([alive, ended, alive])
      expect((await login(chosen.email, other)).status).toBe(200)
      const { rows } = await tandem.database.pool.query(
        `select detail from audit_log where actor_id = $1 and act in ('auth.password', 'auth.reset') and outcome = 'ok'`,
        [chosen.actorId],
      )
      expect(rows).toMatchObject([{ detail: { revoked: { tokens: 4, grants: 1 } } }])
    },
  )

  test('a refused change revokes nothing', async () => {
    const ada = await someone('Ada')
    const tokens = await everyToken(ada)
    const change = { currentPassword: 'not this one', newPassword: other, revokeTokens: true }
    expect((await ada.post('/api/auth/password', change)).status).toBe(401)
    expect((await tandem.anonymous.post('/api/auth/reset', { token: 'guess', newPassword: other, revokeTokens: true })).status).toBe(400)
    expect(await tokens()).toEqual(alive)
  })

  test('a token that is being minted at the same moment is revoked too, or refused (F110)', async () => {
    const ada = await someone('Ada')
    const { id: actorId } = (await ada.post('/api/agents', { name: 'Robo' })).body
    const { token } = (await ada.post('/api/tokens', { label: 'x', scopes: ['boards:read', 'tokens:write'], actorId })).body
    const agent = tandem.withToken(token)
    const [changed, ...minted] = await Promise.all([
      ada.post('/api/auth/password', { currentPassword: password, newPassword: other, revokeTokens: true }),
      ...Array.from({ length: 20 }, () => agent.post('/api/tokens', { label: 'y', scopes: ['boards:read'] })),
    ])
    expect(changed.status).toBe(204)
    const { rows } = await tandem.database.pool.query('select 1 from tokens where actor_id = $1 and revoked_at is null', [actorId])
    expect(rows).toEqual([])
    for (const { status } of minted) expect([201, 401]).toContain(status)
  })

  const waiting = async () =>
    (await tandem.database.pool.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rows.length
  const signIn = async (email: string, typed: string) => send(tandem.url, { cookie: cookieOf(await login(email, typed)) })

  /** While `holder` has the row, `first` and then `second` wait for it, in this order. */
  async function inOrder<A, B>(lock: string, id: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
    const holder = await tandem.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query(lock, [id])
      const one = first()
      await until(async () => (await waiting()) >= 1)
      const other = second()
      await until(async () => (await waiting()) >= 2)
      await holder.query('commit')
      return await Promise.all([one, other])
    } finally {
      holder.release()
    }
  }
  const lockPerson = 'select 1 from actors where id = $1 for update'

  test('what a signed-in browser asks for while the password changes is refused once the change is there', {
    meta: { proves: ['auth.password.race'] },
  }, async () => {
    const ada = await someone('Ada')
    const board = (await ada.post('/api/boards', { name: 'Engine', template: 'empty' })).body.id
    const thief = await signIn(ada.email, password)
    const change = (to: string) => () =>
      ada.post('/api/auth/password', { currentPassword: to === other ? password : other, newPassword: to, revokeTokens: true })
    const mint = () => thief.post('/api/tokens', { label: 'kept', scopes: ['boards:read'] })
    const [changed, minted] = await inOrder(lockPerson, ada.actorId, change(other), mint)
    expect([changed.status, minted.status, minted.body.error.code]).toEqual([204, 401, 'unauthorized'])
    expect((await ada.get('/api/tokens')).body).toEqual([])
    // The other way round: minted first, it ends with the change.
    const again = await signIn(ada.email, other)
    const [first, then] = await inOrder(
      lockPerson,
      ada.actorId,
      () => again.post('/api/tokens', { label: 'kept', scopes: ['boards:read'] }),
      change(password),
    )
    expect([first.status, then.status]).toEqual([201, 204])
    expect((await tandem.withToken(first.body.token).get('/api/me')).status).toBe(401)
    // An installation hands out a token too, under the lock of its board.
    const third = await signIn(ada.email, password)
    const holder = await tandem.database.pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from boards where id = $1 for update', [board])
    const installed = third.post(`/api/boards/${board}/integrations`, { type: 'github', inboundUrl: 'http://127.0.0.1:1025/' })
    await until(async () => (await waiting()) >= 1)
    expect((await change(other)()).status).toBe(204)
    await holder.query('commit')
    holder.release()
    expect((await installed).status).toBe(401)
    expect((await ada.get(`/api/boards/${board}/integrations`)).body).toEqual([])
  })

  test('a plugin takes no token for a person who has revoked all of them since', async () => {
    const ada = await someone('Ada')
    const board = (await ada.post('/api/boards', { name: 'Engine', template: 'empty' })).body.id
    const { token } = (await ada.post(`/api/boards/${board}/integrations`, { type: 'slack', inboundUrl: 'http://127.0.0.1:1025/' })).body
    const plugin = tandem.withToken(token)
    const confirmed = async () => {
      const { body } = await plugin.post('/api/integrations/self/person-links', { externalUserId: 'U1', displayName: 'ada' })
      expect((await ada.post(`/api/person-links/${new URL(body.url).pathname.split('/').at(-1)}/confirm`)).status).toBeLessThan(300)
      return body.id as string
    }
    const claim = (id: string) => plugin.post(`/api/integrations/self/person-links/${id}/claim`)
    const change = (from: string, to: string) =>
      ada.post('/api/auth/password', { currentPassword: from, newPassword: to, revokeTokens: true })
    const late = await confirmed()
    expect((await change(password, other)).status).toBe(204)
    expect((await claim(late)).status).toBe(404)
    // Both at once: the one that comes first holds the link.
    const lockLink = 'select 1 from person_links where id = $1 for update'
    const one = await confirmed()
    const [changed, refused] = await inOrder(
      lockLink,
      one,
      () => change(other, password),
      () => claim(one),
    )
    expect([changed.status, refused.status]).toEqual([204, 404])
    const two = await confirmed()
    const [claimed, ended] = await inOrder(
      lockLink,
      two,
      () => claim(two),
      () => change(password, other),
    )
    expect([claimed.status, ended.status]).toEqual([200, 204])
    expect((await tandem.withToken(claimed.body.token).get('/api/me')).status).toBe(401)
  })
})
