import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sender } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

const hour = 3_600_000

describe('minting tokens', () => {
  let tandem: TestService
  let ada: Person
  let grace: Person
  let [inside, outside, foreign] = ['', '', '']

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    grace = await tandem.register('Grace')
    const board = async (person: Person) => (await person.post('/api/boards', { name: 'Engine' })).body.id
    ;[inside, outside, foreign] = [await board(ada), await board(ada), await board(grace)]
  })
  afterAll(() => tandem?.stop())

  const mint = (by: Sender, scopes: string[], more: object = {}) => by.post('/api/tokens', { label: 't', scopes, ...more })
  const minted = async (by: Sender, scopes: string[], more: object = {}) => {
    const answer = await mint(by, scopes, more)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return { ...tandem.withToken(answer.body.token), id: answer.body.id as string, token: answer.body.token as string }
  }
  const inHours = (hours: number) => new Date(tandem.clock.now() + hours * hour).toISOString()

  test('a session mints what it names; the secret is shown once and stored hashed', async () => {
    const expiresAt = inHours(1)
    const scopes = ['cards:write', 'sessions:write', `board:${inside}`]
    const { status, body } = await mint(ada, scopes, { label: ' bot ', expiresAt })
    expect(status).toBe(201)
    expect(body).toEqual({ id: body.id, token: body.token, scopes, label: 'bot', actorId: ada.actorId, expiresAt })
    expect(body.token).toMatch(/^kbt_[0-9A-Za-z]{46}$/)
    const listed = await ada.get('/api/tokens')
    expect(listed.text).not.toContain(body.token)
    expect(listed.body[0]).toMatchObject({ id: body.id, lastFour: body.token.slice(-4), lastUsedAt: null, last_used_at: null, scopes })
    const { rows } = await tandem.database.pool.query('select t.*, a.* from tokens t, audit_log a, ledger l')
    expect(JSON.stringify(rows)).not.toContain(body.token)
  })

  test('sent again with its clientMutationId it mints nothing and shows no secret', async () => {
    const request = { label: 'once', scopes: ['boards:read'], clientMutationId: randomUUID() }
    const [first, again] = [await ada.post('/api/tokens', request), await ada.post('/api/tokens', request)]
    expect([again.status, again.body]).toEqual([201, { ...first.body, token: null }])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await ada.get('/api/tokens')).body.filter((row: { label: string }) => row.label === 'once')).toHaveLength(1)
  })

  test('a leashed token lists and revokes what is leashed no further, an unleashed one all', async () => {
    const [within, wide] = [`board:${inside}`, `board:${outside}`]
    const leashed = await minted(ada, ['tokens:write', 'boards:read', within])
    const own = await minted(ada, ['boards:read', within])
    const beyond = [
      await minted(ada, ['boards:read']),
      await minted(ada, ['boards:read', wide]),
      await minted(ada, ['boards:read', within, wide]),
    ]
    const listed = async (by: Sender) => ((await by.get('/api/tokens')).body as { id: string }[]).map(({ id }) => id)
    const seen = await listed(leashed)
    expect(seen).toEqual(expect.arrayContaining([leashed.id, own.id]))
    for (const { id } of beyond) {
      expect(seen).not.toContain(id)
      expect((await leashed.delete(`/api/tokens/${id}`)).status).toBe(403)
    }
    expect(await listed(ada)).toEqual(expect.arrayContaining([leashed, own, ...beyond].map(({ id }) => id)))
    expect(await listed(await minted(ada, ['tokens:write']))).toEqual(expect.arrayContaining(beyond.map(({ id }) => id)))
    expect((await leashed.delete(`/api/tokens/${own.id}`)).status).toBe(204)
    expect(await listed(leashed)).not.toContain(own.id)
  })

  test('a token without tokens:write mints none, however much else it holds', async () => {
    expect((await mint(await minted(ada, ['admin']), ['boards:read'])).status).toBe(403)
    expect((await mint(tandem.anonymous, ['boards:read'])).status).toBe(401)
  })

  test('a token mints only what is weaker than itself (F58)', async () => {
    const expiresAt = inHours(2)
    const parent = await minted(ada, ['tokens:write', 'cards:write', 'sessions:read', `board:${inside}`], { expiresAt })
    const leash = `board:${inside}`
    const refused: [string, string[], object][] = [
      ['a scope more', ['boards:write', leash], { expiresAt }],
      ['a scope that only sounds alike', ['sessions:write', leash], { expiresAt }],
      ['everything', ['admin', leash], { expiresAt }],
      ['no leash', ['cards:write'], { expiresAt }],
      ['another board', ['cards:write', `board:${outside}`], { expiresAt }],
      ['one board more', ['cards:write', leash, `board:${outside}`], { expiresAt }],
      ['an unknown board', ['cards:write', `board:${randomUUID()}`], { expiresAt }],
      ['a later expiry', ['cards:write', leash], { expiresAt: inHours(3) }],
      ['no expiry', ['cards:write', leash], {}],
      ['null as expiry', ['cards:write', leash], { expiresAt: null }],
      ['a later year of five digits', ['cards:write', leash], { expiresAt: '+010000-01-01T00:00:00.000Z' }],
      ['tokens:write itself', ['tokens:write', leash], { expiresAt }],
    ]
    const before = (await ada.get('/api/tokens')).body.length
    for (const [what, scopes, more] of refused) {
      const answer = await mint(parent, scopes, more)
      const isForm = what.includes('five digits') && answer.status === 400
      expect(isForm || (answer.status === 403 && answer.body.error.code === 'forbidden'), `${what}: ${answer.text}`).toBe(true)
    }
    expect((await ada.get('/api/tokens')).body).toHaveLength(before)
    const audit = (await ada.get('/api/me/audit')).body
    expect(audit[0]).toMatchObject({ act: 'token.create', outcome: 'forbidden', credential: `token:${parent.id}` })
    for (const scopes of [
      ['cards:write', 'sessions:read', leash],
      ['boards:read', leash],
    ])
      await minted(parent, scopes, { expiresAt })
    await minted(parent, ['boards:read', leash], { expiresAt: inHours(1) })
  })

  test('implied scopes count as held: admin mints boards:write, and no session scope', async () => {
    const parent = await minted(ada, ['tokens:write', 'admin'])
    await minted(parent, ['boards:write', 'agents:write', 'members:write'])
    await minted(parent, ['admin', `board:${outside}`])
    for (const scope of ['sessions:read', 'notifications:read', 'tokens:write']) expect((await mint(parent, [scope])).status).toBe(403)
  })

  test('for an agent mints its owner only; a leashed parent only for its own actor', async () => {
    const agent = await tandem.agent(ada, 'Robo', [inside])
    const asAgent = await minted(ada, ['boards:read'], { actorId: agent.actorId })
    expect((await asAgent.get('/api/me')).body.id).toBe(agent.actorId)
    for (const actorId of [grace.actorId, randomUUID()]) expect((await mint(ada, ['boards:read'], { actorId })).status).toBe(404)
    expect((await mint(grace, ['boards:read'], { actorId: agent.actorId })).status).toBe(404)
    expect((await mint(await minted(ada, ['tokens:write', 'boards:read']), ['boards:read'], { actorId: agent.actorId })).status).toBe(201)
    const leashed = await minted(ada, ['tokens:write', 'boards:read', `board:${inside}`])
    expect((await mint(leashed, ['boards:read', `board:${inside}`], { actorId: agent.actorId })).status).toBe(403)
    expect((await mint(leashed, ['boards:read', `board:${inside}`], { actorId: ada.actorId })).status).toBe(201)
    expect((await mint(ada, ['boards:read'], { actorId: 'nobody' })).status).toBe(400)
  })

  test('a leash names boards that one can read', async () => {
    for (const board of [foreign, randomUUID()]) expect((await mint(ada, ['boards:read', `board:${board}`])).status).toBe(400)
    const { body } = await ada.post('/api/agents', { name: 'Not yet a member' })
    await minted(ada, ['boards:read', `board:${inside}`], { actorId: body.id })
  })

  test('scopes are of the vocabulary, at least one, and each counts once', async () => {
    for (const scopes of [[], ['everything'], ['board:'], ['board:nobody'], ['cards:read'], 'admin', undefined, [1]])
      expect((await ada.post('/api/tokens', { label: 't', scopes })).status, JSON.stringify(scopes)).toBe(400)
    expect((await ada.post('/api/tokens', { scopes: ['admin'] })).status).toBe(400)
    expect((await mint(ada, ['boards:read', 'boards:read'])).body.scopes).toEqual(['boards:read'])
  })

  test('an expired or revoked token mints no more (F64)', async () => {
    const short = await minted(ada, ['tokens:write', 'boards:read'], { expiresAt: inHours(1) })
    const gone = await minted(ada, ['tokens:write', 'boards:read'])
    await ada.delete(`/api/tokens/${gone.id}`)
    tandem.clock.advance(hour + 1000)
    for (const token of [short, gone]) {
      const refused = await mint(token, ['boards:read'], { expiresAt: inHours(1) })
      expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_token'])
    }
  })
})
