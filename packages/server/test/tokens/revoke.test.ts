import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sender, until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

describe('tokens in use', () => {
  let tandem: TestService
  let ada: Person
  let grace: Person

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    grace = await tandem.register('Grace')
  })
  afterAll(() => tandem?.stop())

  async function minted(by: Sender, scopes: string[], more: object = {}) {
    const { status, body, text } = await by.post('/api/tokens', { label: 't', scopes, ...more })
    expect(status, text).toBe(201)
    return { ...tandem.withToken(body.token), id: body.id as string, token: body.token as string }
  }
  const works = async (token: Sender) => (await token.get('/api/me')).status === 200

  test('a revoked token is unknown at once, and so is what it minted (F64)', async () => {
    const parent = await minted(ada, ['tokens:write', 'boards:read'])
    const children = [await minted(parent, ['boards:read']), await minted(parent, ['boards:read'])]
    const cousin = await minted(ada, ['boards:read'])
    const ended = await minted(parent, ['boards:read'], { expiresAt: new Date(tandem.clock.now() + 1_000).toISOString() })
    const listed = async () => {
      const { body } = await ada.get('/api/tokens')
      return [parent, ...children, cousin].map(({ id }) => body.find((row: { id: string }) => row.id === id))
    }
    const treeOf = async () => (await listed()).map(({ parentId, descendants }) => [parentId, descendants])
    const [ofParent, ofChild] = [
      [null, 3],
      [parent.id, 0],
    ]
    expect(await treeOf()).toEqual([ofParent, ofChild, ofChild, [null, 0]])
    await ada.delete(`/api/tokens/${children[1]?.id}`)
    tandem.clock.advance(1_000)
    expect((await ada.get('/api/tokens')).body.find((row: { id: string }) => row.id === parent.id).descendants).toBe(1)
    expect(await works(ended)).toBe(false)
    for (const token of [parent, children[0] as Sender, cousin]) expect(await works(token)).toBe(true)
    expect((await ada.delete(`/api/tokens/${parent.id}`)).status).toBe(204)
    for (const token of [parent, ...children]) {
      const refused = await token.get('/api/me')
      expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_token'])
    }
    expect(await works(cousin)).toBe(true)
    const left = (await ada.get('/api/tokens')).body.map((row: { id: string }) => row.id)
    expect(left).toContain(cousin.id)
    for (const token of [parent, ...children]) expect(left).not.toContain(token.id)
    expect((await ada.delete(`/api/tokens/${parent.id}`)).status).toBe(204)
  })

  test('another instance knows it within a second (F64)', async () => {
    const other = await startTestService({ clock: tandem.clock, address: tandem.address })
    const token = await minted(ada, ['boards:read'])
    const there = other.withToken(token.token)
    const first = await there.get('/api/me')
    expect(first.status, first.text).toBe(200)
    await ada.delete(`/api/tokens/${token.id}`)
    tandem.clock.advance(1000)
    expect(await works(there)).toBe(false)
    await other.stop()
  })

  test('nor later when looking it up took long there (F64)', async () => {
    const other = await startTestService({ clock: tandem.clock, address: tandem.address })
    const token = await minted(ada, ['boards:read'])
    const there = other.withToken(token.token)
    const revoking = await tandem.database.pool.connect()
    await revoking.query('begin')
    await revoking.query('update tokens set revoked_at = now() where id = $1', [token.id])
    // It is looked up, and noted as used once the row is free.
    const meanwhile = there.get('/api/me')
    await until(async () => (await tandem.database.pool.query(waiting)).rows.length > 0)
    tandem.clock.advance(900)
    await revoking.query('commit')
    revoking.release()
    expect((await meanwhile).status).toBe(200)
    tandem.clock.advance(200)
    expect(await works(there)).toBe(false)
    await other.stop()
  })

  test('a token of an agent that its owner revokes while it mints leaves no live child', async () => {
    const { body: agent } = await ada.post('/api/agents', { name: 'Minter' })
    for (let round = 0; round < 20; round++) {
      const parent = await minted(ada, ['tokens:write', 'boards:read'], { actorId: agent.id })
      const mints = Array.from({ length: 5 }, () => parent.post('/api/tokens', { label: 'child', scopes: ['boards:read'] }))
      const revoked = ada.delete(`/api/tokens/${parent.id}`)
      const answers = await Promise.all(mints)
      expect((await revoked).status).toBe(204)
      for (const answer of answers) expect([201, 401]).toContain(answer.status)
    }
    const { rows } = await tandem.database.pool.query('select 1 from tokens where actor_id = $1 and revoked_at is null', [agent.id])
    expect(rows).toEqual([])
  })

  test('a person lists and revokes only their own tokens and those of their agents', async () => {
    const agent = await tandem.agent(ada, 'Robo')
    const own = await minted(ada, ['boards:read'])
    const rows = (await ada.get('/api/tokens')).body as { id: string; actorId: string }[]
    const ofAgent = rows.find((row) => row.actorId === agent.actorId)?.id
    expect(rows.map((row) => row.id)).toContain(own.id)
    expect((await grace.get('/api/tokens')).body).toEqual([])
    for (const id of [own.id, ofAgent, randomUUID(), 'nobody']) expect((await grace.delete(`/api/tokens/${id}`)).status).toBe(404)
    expect(await works(own)).toBe(true)
    expect((await own.delete(`/api/tokens/${own.id}`)).status).toBe(403)
    expect((await ada.delete(`/api/tokens/${ofAgent}`)).status).toBe(204)
    expect(await works(agent)).toBe(false)
  })

  test('when a token was last used is known to the minute', async () => {
    const token = await minted(ada, ['boards:read'])
    await token.get('/api/me')
    const row = async () => (await ada.get('/api/tokens')).body.find((listed: { id: string }) => listed.id === token.id)
    const first = (await row()).lastUsedAt
    expect(first).not.toBeNull()
    expect((await row()).last_used_at).toBe(first)
    tandem.clock.advance(61_000)
    await token.get('/api/me')
    expect(Date.parse((await row()).lastUsedAt)).toBeGreaterThan(Date.parse(first))
  })

  test('a bearer that is no token is invalid_token, never an error of ours (F68)', async () => {
    const { token } = await minted(ada, ['boards:read'])
    const last = token.endsWith('A') ? 'B' : 'A'
    const bearers = [
      token.slice(0, -1) + last,
      token.slice(0, -1),
      `${token}A`,
      'kbt_',
      'x',
      `kbt_${'A'.repeat(46)}`,
      `kbt_${'A'.repeat(10_000)}`,
      `${token.slice(0, 20)}%00${token.slice(20)}`,
      token.toUpperCase(),
      'null',
      'undefined',
    ]
    for (const bearer of bearers) {
      const answer = await tandem.withToken(bearer).get('/api/me')
      expect([answer.status, answer.body?.error?.code], bearer.slice(0, 60)).toEqual([401, 'invalid_token'])
    }
    for (const authorization of ['Bearer', `Basic ${token}`, token, `Bearer ${token} ${token}`])
      expect((await tandem.anonymous.get('/api/me', { authorization })).status, authorization.slice(0, 10)).toBe(401)
    expect((await tandem.anonymous.get('/api/me', { authorization: `bearer ${token}` })).status).toBe(200)
  })

  test('an invalid bearer never falls back to a cookie, and no token counts in a URL (F69)', async () => {
    const { token } = await minted(ada, ['boards:read'])
    const answer = await ada.get('/api/me', { authorization: 'Bearer kbt_nonsense' })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_token'])
    for (const key of ['token', 'access_token', 'bearer', 'ticket'])
      expect((await tandem.anonymous.get(`/api/me?${key}=${token}`)).status).toBe(401)
  })
})
