import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('actors and their boards', () => {
  let tandem: TestService
  let ada: Person
  let grace: Person

  beforeAll(async () => {
    tandem = await startTestService({ environment: { BOARD_MAX_PER_PERSON: '0' } })
    ada = await tandem.register('Ada')
    grace = await tandem.register('Grace')
  })
  afterAll(() => tandem?.stop())

  const boardOf = async (person: Person, name = 'Engine'): Promise<string> => (await person.post('/api/boards', { name })).body.id
  const logOf = async (boardId: string, person = ada) => (await person.get(`/api/boards/${boardId}/activity?limit=200`)).body
  const latest = async (boardId: string) => (await logOf(boardId))[0]
  const token = async (person: Person, scopes: string[], more = {}) =>
    tandem.withToken((await person.post('/api/tokens', { label: 't', scopes, ...more })).body.token)

  test('who am I names the credential: a session without limits, a token with its scopes and its leash', async () => {
    const [one, two] = [await boardOf(ada), await boardOf(ada)]
    expect((await ada.get('/api/me')).body.auth).toEqual({ method: 'session', tokenId: null, scopes: null, boardId: null })
    const scopes = ['cards:write', `board:${one}`]
    const { body } = await (await token(ada, scopes)).get('/api/me')
    expect(body).toMatchObject({ id: ada.actorId, auth: { method: 'token', scopes, boardId: one } })
    expect(body.auth.tokenId).toMatch(/^[0-9a-f-]{36}$/)
    const wide = await (await token(ada, ['cards:write', `board:${one}`, `board:${two}`])).get('/api/me')
    expect(wide.body.auth.boardId).toBeNull()
    expect((await tandem.anonymous.get('/api/me')).status).toBe(401)
  })

  test('a profile change that concerns more boards than can be locked at once is refused, not told to some of them', async () => {
    const person = await tandem.register('Edsger')
    const others = sql(`with made as (
        insert into boards (id, name, description, agent_guidance, key_prefix, created_by, created_at)
        select gen_random_uuid(), 'One of many', '', '', 'Z' || n, $1, now() from generate_series(1, 10000) n returning id
      ) insert into members (board_id, actor_id, role, added_at) select id, $1, 'admin', now() from made`)
    await tandem.database.rows(others, [person.actorId])
    expect((await person.patch('/api/me', { locale: 'nl' })).status).toBe(200)
    await boardOf(person)
    const refused = await person.patch('/api/me', { name: 'Edsger W.' })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
    expect(refused.body.error.message).toContain('10000 boards')
    expect((await person.get('/api/me')).body.name).toBe('Edsger')
  })

  test('a profile change is an event on every board of the actor; time zone and locale are private', async () => {
    const person = await tandem.register('Hedy')
    const boards = [await boardOf(person), await boardOf(person)]
    const changed = await person.patch('/api/me', { name: 'Hedy Lamarr', handle: 'hedy-l', avatarUrl: 'https://example.com/h.png' })
    expect(changed.body).toMatchObject({ name: 'Hedy Lamarr', handle: 'hedy-l', avatarUrl: 'https://example.com/h.png' })
    for (const board of boards) {
      const [event] = await logOf(board, person)
      expect(event).toMatchObject({ verb: 'member.profile_changed', actorId: person.actorId })
      expect(event.payload).toMatchObject({
        actorId: person.actorId,
        name: 'Hedy Lamarr',
        handle: 'hedy-l',
        previous: { name: 'Hedy', handle: 'hedy', avatarUrl: null },
      })
    }
    const before = (await logOf(boards[0] ?? '', person)).length
    const own = await person.patch('/api/me', { timezone: 'Europe/Berlin', locale: 'de-AT' })
    expect(own.body).toMatchObject({ timezone: 'Europe/Berlin', locale: 'de-AT' })
    await person.patch('/api/me', { name: 'Hedy Lamarr' })
    expect(await logOf(boards[0] ?? '', person)).toHaveLength(before)
  })

  test('a profile that cannot be is refused and changes nothing', async () => {
    await tandem.register('Taken')
    const conflict = await ada.patch('/api/me', { handle: 'taken', name: 'Other' })
    expect([conflict.status, conflict.body.error.code]).toEqual([409, 'conflict'])
    for (const body of [{ handle: 'Not A Handle' }, { avatarUrl: 'javascript:alert(1)' }, { timezone: 'Mars/Olympus' }, { name: ' ' }])
      expect((await ada.patch('/api/me', body)).status, JSON.stringify(body)).toBe(400)
    expect((await ada.get('/api/me')).body).toMatchObject({ name: 'Ada', handle: 'ada', timezone: 'UTC' })
  })

  test('of ten who want one handle at once exactly one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => tandem.register(`Racer ${n}`)))
    const answers = await Promise.all(people.map((person) => person.patch('/api/me', { handle: 'winner' })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })

  test('what a caller may not change about itself is ignored (F63)', async () => {
    const more = { id: grace.actorId, isInstanceAdmin: true, email: 'eve@example.com', kind: 'agent', ownerActorId: ada.actorId }
    const { status, body } = await grace.patch('/api/me', { ...more, name: 'Grace' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: grace.actorId, isInstanceAdmin: false, kind: 'human', ownerActorId: null })
    expect(body.email).not.toBe('eve@example.com')
  })

  test('an actor is found by its exact handle, without what is private', async () => {
    const found = await grace.get('/api/actors?handle=ada')
    expect(found.body).toMatchObject({ id: ada.actorId, name: 'Ada', kind: 'human' })
    for (const key of ['email', 'isInstanceAdmin', 'timezone']) expect(found.body).not.toHaveProperty(key)
    for (const handle of ['ad', 'ADA', 'ada%'])
      expect((await grace.get(`/api/actors?handle=${encodeURIComponent(handle)}`)).status).toBe(404)
    expect((await grace.get('/api/actors')).status).toBe(400)
    expect((await tandem.anonymous.get('/api/actors?handle=ada')).status).toBe(401)
  })

  test('an agent belongs to who makes it; both capabilities are on unless said otherwise', async () => {
    const made = await ada.post('/api/agents', { name: 'Release Bot' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ kind: 'agent', handle: 'release-bot', ownerActorId: ada.actorId })
    expect(made.body.capabilities).toEqual({ delegatable: true, mentionable: true })
    const quiet = await ada.post('/api/agents', { name: 'Quiet', handle: 'quiet', capabilities: { mentionable: false } })
    expect(quiet.body.capabilities).toEqual({ delegatable: true, mentionable: false })
    expect((await ada.post('/api/agents', { name: 'Quiet too', handle: 'quiet' })).status).toBe(409)
    const mine = (await ada.get('/api/agents')).body.map((agent: { id: string }) => agent.id)
    expect(mine).toEqual(expect.arrayContaining([made.body.id, quiet.body.id]))
    expect((await grace.get('/api/agents')).body).toEqual([])
  })

  test('a token makes agents with agents:write only, and an agent makes none', async () => {
    expect((await (await token(ada, ['agents:write'])).post('/api/agents', { name: 'By token' })).body.ownerActorId).toBe(ada.actorId)
    expect((await (await token(ada, ['boards:write'])).post('/api/agents', { name: 'No' })).status).toBe(403)
    const { body } = await ada.post('/api/agents', { name: 'Parent' })
    const asAgent = await token(ada, ['agents:write'], { actorId: body.id })
    expect((await asAgent.post('/api/agents', { name: 'Child' })).status).toBe(403)
    expect((await asAgent.patch('/api/me', { name: 'Renamed by itself' })).body.name).toBe('Renamed by itself')
  })

  test('only its owner changes an agent; each of its boards hears what changed, one event each', async () => {
    const boards = [await boardOf(ada), await boardOf(ada)]
    const agent = await tandem.agent(ada, 'Worker', boards)
    const capabilities = { delegatable: true, mentionable: false }
    const changed = await ada.patch(`/api/agents/${agent.actorId}`, { name: 'Worker 2', capabilities: { mentionable: false } })
    expect(changed.body).toMatchObject({ name: 'Worker 2', capabilities })
    for (const board of boards) {
      const [second, first] = await logOf(board)
      expect(first).toMatchObject({ verb: 'member.profile_changed', payload: { actorId: agent.actorId, name: 'Worker 2' } })
      expect(second).toMatchObject({ verb: 'actor.capabilities_changed', payload: { actorId: agent.actorId, capabilities } })
    }
    for (const other of [grace, agent])
      expect([403, 404]).toContain((await other.patch(`/api/agents/${agent.actorId}`, { name: 'X' })).status)
    expect((await ada.patch(`/api/agents/${ada.actorId}`, { name: 'X' })).status).toBe(404)
    expect((await ada.patch('/api/agents/nobody', { name: 'X' })).status).toBe(404)
    expect((await ada.get(`/api/actors?handle=${agent.handle}`)).body.name).toBe('Worker 2')
  })

  test('a leashed token changes nothing that other boards would hear of', async () => {
    const [inside, outside] = [await boardOf(ada), await boardOf(ada)]
    const agent = await tandem.agent(ada, 'Leashed', [inside, outside])
    const leashed = await token(ada, ['agents:write', `board:${inside}`])
    for (const answer of [
      await leashed.patch(`/api/agents/${agent.actorId}`, { name: 'X' }),
      await leashed.delete(`/api/agents/${agent.actorId}`),
      await leashed.patch('/api/me', { name: 'X' }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden'])
    expect((await agent.get('/api/me')).body.name).toBe('Leashed')
    expect((await leashed.patch('/api/me', { timezone: 'UTC' })).status).toBe(200)
  })

  test('a deactivated agent’s tokens stop; doing it twice is once; others cannot', async () => {
    const board = await boardOf(ada)
    const agent = await tandem.agent(ada, 'Retired', [board])
    expect((await grace.delete(`/api/agents/${agent.actorId}`)).status).toBe(404)
    expect((await agent.get('/api/me')).status).toBe(200)
    for (let n = 0; n < 2; n++) expect((await ada.delete(`/api/agents/${agent.actorId}`)).status).toBe(204)
    const refused = await agent.get('/api/me')
    expect([refused.status, refused.body.error.code]).toEqual([401, 'invalid_token'])
    expect((await ada.get('/api/agents')).body.find((row: { id: string }) => row.id === agent.actorId).deactivatedAt).not.toBeNull()
    expect((await ada.post('/api/tokens', { label: 'x', scopes: ['boards:read'], actorId: agent.actorId })).status).toBe(404)
    const elsewhere = await boardOf(ada)
    expect((await ada.post(`/api/boards/${elsewhere}/members`, { actorId: agent.actorId, role: 'member' })).status).toBe(400)
    expect((await latest(elsewhere)).verb).not.toBe('member.added')
  })

  test('private acts are in the audit log of their actor only, page by page', async () => {
    const person = await tandem.register('Audited')
    for (let n = 0; n < 5; n++) await person.patch('/api/me', { name: `Audited ${n}` })
    const first = await person.get('/api/me/audit?limit=4')
    expect(first.body).toHaveLength(4)
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await person.get(next)
    expect(second.headers.get('link')).toBeNull()
    const all = [...first.body, ...second.body]
    expect(all.map((entry) => entry.act)).toEqual([...Array(5).fill('me.update'), 'auth.register'])
    expect(new Set(all.map((entry) => entry.id)).size).toBe(6)
    expect(all[0]).toMatchObject({ actorId: person.actorId, credential: 'session', outcome: 'ok', detail: { changed: ['name'] } })
    expect((await grace.get('/api/me/audit?limit=200')).body.every((entry: { actorId: string }) => entry.actorId === grace.actorId)).toBe(
      true,
    )
  })
})
