import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('quotas', () => {
  let tandem: TestService

  beforeAll(async () => {
    tandem = await startTestService({
      environment: {
        TRUST_PROXY: 'true',
        REGISTRATION_MAX_PER_ADDRESS: '3',
        REGISTRATION_MAX_PER_INVITER: '2',
        BOARD_MAX_PER_PERSON: '4',
        AGENT_MAX_PER_PERSON: '2',
        TOKEN_MAX_PER_PERSON: '3',
        ATTACHMENT_PERSON_QUOTA_BYTES: '1000',
      },
    })
  })
  afterAll(() => tandem?.stop())

  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()
  const atOnce = async <T>(times: number, act: (n: number) => Promise<T>) => Promise.all(Array.from({ length: times }, (_, n) => act(n)))
  const newBoard = (by: Person, more = {}) => by.post('/api/boards', { name: 'Engine', ...more })
  const upload = async (by: Person, cardId: string, bytes: number) => {
    const form = new FormData()
    form.append('file', new Blob(['x'.repeat(bytes)]), 'x.txt')
    const headers: Record<string, string> = by.token ? { authorization: `Bearer ${by.token}` } : { cookie: by.cookie ?? '' }
    const answer = await fetch(`${tandem.url}/api/cards/${cardId}/attachments`, { method: 'POST', headers, body: form })
    return { status: answer.status, body: (await answer.json()) as any }
  }

  test('an address registers so many accounts a day, also at once; others and the machine itself are not counted (F109)', {
    meta: { proves: ['config.quota.registrations'] },
  }, async () => {
    const from = (address: string) => send(tandem.url, { 'x-forwarded-for': address })
    let sent = 0
    const register = (address: string) =>
      from(address).post('/api/auth/register', { email: `q${++sent}@example.com`, password: 'correct horse battery', name: 'Q' })
    const answers = await atOnce(5, () => register('203.0.113.1'))
    expect(statuses(answers)).toEqual([201, 201, 201, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('REGISTRATION_MAX_PER_ADDRESS') })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await register('203.0.113.2')).status).toBe(201)
    // An invited person can join, once.
    const inviter = await tandem.register('Inviter')
    const board = (await newBoard(inviter)).body.id
    const email = 'invited@example.com'
    const { body } = await inviter.post(`/api/boards/${board}/members`, { email, role: 'member' })
    const inviteToken = body.inviteUrl.split(/[/#]/).at(-1)
    const invited = (mail: string) =>
      from('203.0.113.1').post('/api/auth/register', { email: mail, password: 'correct horse battery', name: 'I', inviteToken })
    expect((await invited(email)).status).toBe(201)
    expect((await invited('second@example.com')).status).toBe(404)
    expect(statuses(await atOnce(4, () => register('127.0.0.1')))).toEqual([201, 201, 201, 201])
    tandem.clock.advance(86_400_000 + 1_000)
    expect((await register('203.0.113.1')).status).toBe(201)
  })

  test('to try whether addresses are taken, by dry runs or by what is refused anyway, counts like registering', {
    meta: { proves: ['dry-run.invited'] },
  }, async () => {
    const from = send(tandem.url, { 'x-forwarded-for': '203.0.113.9', prefer: 'dry-run' })
    const tried = (n: number) =>
      from.post('/api/auth/register', { email: `t${n}@example.com`, password: 'correct horse battery', name: 'T' })
    const answers = []
    for (const n of [1, 2, 3, 4]) answers.push(await tried(n))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    const { rows } = await tandem.database.pool.query("select 1 from actors where email like 't_@example.com'")
    expect(rows).toEqual([])
    // A real try that another field spoils tells the same.
    const { email, handle } = (await (await tandem.register('Known')).get('/api/me')).body
    const spoilt = (address: string) =>
      send(tandem.url, { 'x-forwarded-for': '203.0.113.10' }).post('/api/auth/register', {
        email: address,
        password: 'correct horse battery',
        name: 'T',
        handle,
      })
    const real = []
    for (const address of [email, 't1@example.com', 't2@example.com', email]) real.push(await spoilt(address))
    expect(real.map(({ status }) => status)).toEqual([409, 409, 409, 429])
  })

  test('invitations of a person and their agents bring so many accounts a day, also at once; those of others are not counted (F109)', {
    meta: { proves: ['config.quota.invited'] },
  }, async () => {
    const invite = async (by: Person, board: string, email: string) => {
      const { body } = await by.post(`/api/boards/${board}/members`, { email, role: 'member' })
      return { email, inviteToken: body.inviteUrl.split(/[/#]/).at(-1) as string }
    }
    const register = (invited: { email: string; inviteToken: string }) =>
      send(tandem.url, {}).post('/api/auth/register', { ...invited, password: 'correct horse battery', name: 'I' })
    const inviter = await tandem.register('Sender')
    const board = (await newBoard(inviter)).body.id
    const agent = await tandem.agent(inviter, 'Robo', [], ['boards:write', 'members:write'])
    expect((await inviter.post(`/api/boards/${board}/members`, { actorId: agent.actorId, role: 'admin' })).status).toBe(201)
    const letters = []
    for (let n = 0; n < 4; n += 1) letters.push(await invite(n % 2 ? agent : inviter, board, `letter${n}@example.com`))
    const answers = await Promise.all(letters.map(register))
    expect(statuses(answers)).toEqual([201, 201, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.error).toMatchObject({ code: 'rate_limited', reason: 'invitedOften' })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await inviter.get(`/api/boards/${board}/members`)).body).toHaveLength(4)
    const other = await tandem.register('Other')
    const others = (await newBoard(other)).body.id
    expect((await register(await invite(other, others, 'fifth@example.com'))).status).toBe(201)
    // The invitation was not used up.
    tandem.clock.advance(86_400_000 + 1_000)
    expect((await register(letters[answers.findIndex(({ status }) => status === 429)]!)).status).toBe(201)
  })

  test("to guess addresses with an invitation of one's own counts for the inviter, tried or real, whatever the answer (F109)", {
    meta: { proves: ['config.quota.invited', 'dry-run.invited'] },
  }, async () => {
    const victim = await tandem.register('Victim')
    const eve = await tandem.register('Guesser')
    const board = (await newBoard(eve)).body.id
    const link = async (email: string) =>
      (await eve.post(`/api/boards/${board}/members`, { email, role: 'member' })).body.inviteUrl.split(/[/#]/).at(-1) as string
    const guess = (inviteToken: string, email: string, { handle, ...headers }: Record<string, string> = {}) =>
      send(tandem.url, headers).post('/api/auth/register', { email, password: 'correct horse battery', name: 'G', handle, inviteToken })
    const taken = (await victim.get('/api/me')).body
    const kinds: Record<string, Record<string, string>> = { tried: { prefer: 'dry-run' }, real: { handle: taken.handle } }
    for (const [kind, how] of Object.entries(kinds)) {
      const tokens = [await link(`${kind}1@eve.example`), await link(`${kind}2@eve.example`), await link(`${kind}3@eve.example`)] as const
      const hit = await guess(tokens[0], taken.email, how)
      expect([hit.status, hit.body.error.reason], kind).toEqual([409, 'emailRegistered'])
      expect((await guess(tokens[1], 'nobody@eve.example', how)).status, kind).toBe(kind === 'tried' ? 200 : 409)
      // Beyond the limit taken and free are alike.
      const beyond = await Promise.all([taken.email, 'nobody@eve.example'].map((email) => guess(tokens[2], email, how)))
      expect(
        beyond.map(({ status, body }) => `${status} ${body.error.reason}`),
        kind,
      ).toEqual(Array(2).fill('429 invitedOften'))
      tandem.clock.advance(86_400_000 + 1_000)
    }
    const { rows } = await tandem.database.pool.query(
      "select actor_id, detail from audit_log where act = 'auth.register' and outcome = 'duplicate_email' and detail->>'boardId' = $1",
      [board],
    )
    const told = { actor_id: null, detail: expect.objectContaining({ boardId: board, invitedBy: eve.actorId }) }
    expect(rows).toEqual([told, told])
    expect((await tandem.database.pool.query("select from actors where email like '%eve.example'")).rows).toEqual([])
    expect((await eve.get(`/api/boards/${board}/invitations`)).body).toHaveLength(6)
  })

  test('a person makes so many boards together with their agents, by creating and copying; a deleted one makes room (F109)', {
    meta: { proves: ['config.quota.boards'] },
  }, async () => {
    const ada = await tandem.register('Ada')
    const board = (await newBoard(ada)).body
    const agent = await tandem.agent(ada, 'Robo', [], ['boards:write'])
    const made = await atOnce(6, (n) => (n % 2 ? newBoard(ada) : newBoard(agent)))
    expect(statuses(made)).toEqual([201, 201, 201, 409, 409, 409])
    const refused = made.find(({ status }) => status === 409)
    expect(refused?.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /ask an admin of one that you have left to delete it, or ask the server operator to raise BOARD_MAX_PER_PERSON/,
      ),
      details: { limit: 4 },
    })
    expect((await ada.post(`/api/boards/${board.id}/copy`)).status).toBe(409)
    await ada.patch(`/api/boards/${board.id}`, { archived: true })
    expect((await ada.delete(`/api/boards/${board.id}`, { name: board.name })).status).toBe(204)
    const last = (await newBoard(ada)).body
    expect((await newBoard(await tandem.register('Eve'))).status).toBe(201)
    // One that she has left counts until an admin who stayed deletes it.
    const bob = await tandem.register('Bob')
    await ada.post(`/api/boards/${last.id}/members`, { actorId: bob.actorId, role: 'admin' })
    expect((await ada.delete(`/api/boards/${last.id}/members/${ada.actorId}`)).status).toBe(204)
    expect((await newBoard(ada)).status).toBe(409)
    await bob.patch(`/api/boards/${last.id}`, { archived: true })
    expect((await bob.delete(`/api/boards/${last.id}`, { name: last.name })).status).toBe(204)
    expect((await newBoard(ada)).status).toBe(201)
  })

  test('a person has so many agents; a deactivated one makes room (F109)', { meta: { proves: ['config.quota.agents'] } }, async () => {
    const ada = await tandem.register('Ada')
    const made = await atOnce(4, (n) => ada.post('/api/agents', { name: `Robo ${n}` }))
    expect(statuses(made)).toEqual([201, 201, 409, 409])
    expect(made.find(({ status }) => status === 409)?.body.error.message).toContain('AGENT_MAX_PER_PERSON')
    await ada.delete(`/api/agents/${made.find(({ status }) => status === 201)?.body.id}`)
    expect((await ada.post('/api/agents', { name: 'Another' })).status).toBe(201)
  })

  test('a person has so many tokens together with their agents; one that is revoked or expired makes room (F109)', {
    meta: { proves: ['config.quota.tokens'] },
  }, async () => {
    const ada = await tandem.register('Ada')
    const { id: actorId } = (await ada.post('/api/agents', { name: 'Robo' })).body
    const mint = (more = {}) => ada.post('/api/tokens', { label: 'x', scopes: ['boards:read'], ...more })
    const soon = new Date(tandem.clock.now() + 60_000).toISOString()
    expect((await mint({ expiresAt: soon })).status).toBe(201)
    const made = await atOnce(4, (n) => mint(n % 2 ? { actorId } : {}))
    expect(statuses(made)).toEqual([201, 201, 409, 409])
    expect(made.find(({ status }) => status === 409)?.body.error.message).toContain('TOKEN_MAX_PER_PERSON')
    tandem.clock.advance(61_000)
    expect((await mint()).status).toBe(201)
    await ada.delete(`/api/tokens/${made.find(({ status }) => status === 201)?.body.id}`)
    expect((await mint()).status).toBe(201)
    expect((await mint()).status).toBe(409)
  })

  test('the files that a person has attached are counted over all boards, also at once, and each once (F109)', {
    meta: { proves: ['config.quota.uploads'] },
  }, async () => {
    const ada = await tandem.register('Ada')
    const cards: string[] = []
    for (let n = 0; n < 2; n++) {
      const { id } = (await newBoard(ada, { template: 'kanban' })).body
      const [list] = (await ada.get(`/api/boards/${id}`)).body.lists
      cards.push((await ada.post(`/api/lists/${list.id}/cards`, { title: 'Card' })).body.id)
    }
    const answers = await atOnce(4, (n) => upload(ada, cards[n % 2] ?? '', 400))
    expect(statuses(answers)).toEqual([201, 201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('ATTACHMENT_PERSON_QUOTA_BYTES'),
      details: { limit: 1_000 },
    })
    expect((await ada.post(`/api/cards/${cards[0]}/copy`)).status).toBe(201)
    expect((await upload(ada, cards[0] ?? '', 200)).status).toBe(201)
    await ada.delete(`/api/attachments/${answers.find(({ status }) => status === 201)?.body.id}`)
  })
})

test('an invitation is tried ten times a day, so that who has one cannot use up the day of the inviter; a new link begins anew (F109)', {
  meta: { proves: ['limit.registration.tries'] },
}, async () => {
  const tandem = await startTestService({ environment: { REGISTRATION_MAX_PER_INVITER: '15' } })
  try {
    const ada = await tandem.register('Ada')
    const board = (await ada.post('/api/boards', { name: 'Engine' })).body.id
    const invite = async (email: string) =>
      (await ada.post(`/api/boards/${board}/members`, { email, role: 'member' })).body.inviteUrl.split(/[/#]/).at(-1)
    const register = (inviteToken: string, email: string, headers = {}) =>
      send(tandem.url, headers).post('/api/auth/register', { email, password: 'correct horse battery', name: 'I', inviteToken })
    const token = await invite('eve@example.com')
    const tries = await Promise.all(Array.from({ length: 13 }, (_, n) => register(token, `free${n}@example.com`, { prefer: 'dry-run' })))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), 429, 429, 429])
    const refused = await register(token, 'eve@example.com')
    expect([refused.status, refused.body.error.reason]).toEqual([429, 'invitationTriedOften'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await register(await invite('bob@example.com'), 'bob@example.com')).status).toBe(201)
    expect((await register(await invite('eve@example.com'), 'eve@example.com')).status).toBe(201)
  } finally {
    await tandem.stop()
  }
})
