import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyIdOf } from '../../server/src/seal.ts'
import { beginHolding, urlOf } from '../../server/test/kit/database.ts'
import { send, until } from '../../server/test/kit/http.ts'
import { client, startRealProvider } from '../../server/test/kit/servers/providers.ts'
import { type Person, password, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { startReceiver } from '../../server/test/webhooks/fixture/receiver.ts'
import { createMachine, type Ended, type Machine } from './fixture/tandem.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
let tandem: TestService
let machine: Machine
let ada: Person
let grace: Person

beforeAll(async () => {
  // The service knows both already, as it does while keys are changed.
  tandem = await startTestService({ environment: { INTEGRATION_SECRET_KEY: [oldKey, newKey].map((key) => key.toString('hex')).join() } })
  ada = await tandem.register('Ada')
  grace = await tandem.register('Grace')
  machine = await createMachine({
    DATABASE_URL: urlOf(tandem.address),
    INTEGRATION_SECRET_KEY: [newKey, oldKey].map((key) => key.toString('hex')).join(),
    PUBLIC_URL: tandem.url,
  })
})
afterAll(async () => {
  await machine?.remove()
  await tandem?.stop()
})

const run = (...args: string[]): Promise<Ended> => machine.run(args)
const done = async (...args: string[]): Promise<Ended> => {
  const ended = await run(...args)
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  return ended
}
const query = async (text: string, values: unknown[] = []) => (await tandem.database.pool.query(text, values)).rows
const emailOf = async (person: Person) => (await person.get('/api/me')).body.email as string
const audited = async (act: string) => query('select detail, credential from audit_log where act = $1 order by id', [act])
const login = (email: string, word: string) => tandem.anonymous.post('/api/auth/login', { email, password: word })

describe('tandem user', () => {
  test('lists people, and agents when asked', { meta: { proves: ['cli.user.list'] } }, async () => {
    await tandem.agent(ada, 'Lister')
    expect((await done('user', 'list', '--json')).json.map((user: { name: string }) => user.name)).toEqual(
      expect.arrayContaining(['Ada', 'Grace']),
    )
    expect((await done('user', 'list')).stdout).not.toContain('@lister')
    expect((await done('user', 'list', '--agents')).stdout).toContain('@lister')
  })

  test('resets a password by a link that works once, or to one that is piped in; who was signed in is out', {
    meta: { proves: ['cli.user.reset'] },
  }, async () => {
    const user = await tandem.register('Forgetful')
    const email = await emailOf(user)
    const { link } = (await done('user', 'reset', email, '--json')).json
    expect(link).toMatch(new RegExp(`^${tandem.url}/reset#`))
    const reset = () => tandem.anonymous.post('/api/auth/reset', { token: link.split('#')[1], newPassword: 'a brand new one' })
    expect(await reset()).toMatchObject({ status: 204 })
    expect(await reset()).toMatchObject({ status: 400 })
    expect(await login(email, 'a brand new one')).toMatchObject({ status: 200 })
    expect(await machine.run(['user', 'reset', user.handle, '--password-stdin'], { stdin: 'yet another one\n' })).toMatchObject({ code: 0 })
    expect(await login(email, 'yet another one')).toMatchObject({ status: 200 })
    expect(await user.get('/api/me')).toMatchObject({ status: 401 })
    expect(await machine.run(['user', 'reset', email, '--password-stdin'], { stdin: 'short' })).toMatchObject({ code: 1 })
    expect(await run('user', 'reset', 'nobody@example.com')).toMatchObject({ code: 3, stderr: expect.stringContaining('user list') })
    expect(JSON.stringify(await audited('user.reset'))).not.toContain('another one')
  })

  test('shuts a person out with their agents and lets them in again; the last admin stays', {
    meta: { proves: ['cli.user.deactivate', 'cli.user.admin'] },
  }, async () => {
    const user = await tandem.register('Rude')
    const robo = await tandem.agent(user, 'Rudebot')
    expect((await done('user', 'deactivate', `@${user.handle}`)).stdout).toContain('deactivated')
    await until(async () => (await user.get('/api/me')).status === 401 && (await robo.get('/api/me')).status === 401)
    expect(await run('user', 'reset', user.handle)).toMatchObject({ code: 1, stderr: expect.stringContaining('--undo') })
    expect((await done('user', 'deactivate', user.handle, '--undo')).stdout).toContain('active')
    expect(await run('user', 'deactivate', ada.handle)).toMatchObject({ code: 1, stderr: expect.stringContaining('last instance admin') })
    expect(await run('user', 'admin', ada.handle, '--revoke')).toMatchObject({ code: 1 })
    await done('user', 'admin', grace.handle)
    expect((await grace.get('/api/admin/actors')).status).toBe(200)
    await done('user', 'admin', grace.handle, '--revoke')
    expect(await audited('user.update')).toContainEqual(expect.objectContaining({ credential: 'system:command line' }))
  })

  test('erases a person and their agents: what says who they are goes, what they did stays', {
    meta: { proves: ['cli.user.erase', 'log.hash.kept'] },
  }, async () => {
    const user = await tandem.register('Mortimer')
    const email = await emailOf(user)
    const board = (await user.post('/api/boards', { name: 'Left behind', template: 'kanban' })).body
    const shared = (await ada.post('/api/boards', { name: 'Shared' })).body
    await ada.post(`/api/boards/${shared.id}/members`, { actorId: user.actorId, role: 'member' })
    const bot = await tandem.agent(user, 'Mortimers bot', [board.id])
    const list = (await user.get(`/api/boards/${board.id}`)).body.lists[0]
    const card = (await user.post(`/api/lists/${list.id}/cards`, { title: 'Stays', assigneeActorIds: [user.actorId] })).body
    await user.post(`/api/cards/${card.id}/comments`, { body: 'my words' })
    await user.post(`/api/cards/${card.id}/delegation`, { agentActorId: bot.actorId })
    await user.post(`/api/boards/${board.id}/views`, { name: 'My secret view', query: {}, layout: 'board', shared: false })
    await ada.post(`/api/boards/${shared.id}/members`, { email: 'someone@example.com', role: 'member' })

    expect(await run('user', 'erase', email, '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('Left behind') })
    expect(await run('user', 'erase', email, '--boards-to', ada.handle)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    })
    expect(await user.get('/api/me')).toMatchObject({ status: 200 })
    const erased = await done('user', 'erase', email, '--boards-to', ada.handle, '--yes', '--json')
    expect(erased.json).toEqual({ actorId: user.actorId, boards: 2, agents: 1 })

    await until(async () => (await user.get('/api/me')).status === 401)
    expect(await bot.get('/api/me')).toMatchObject({ status: 401 })
    const rows = await query(
      'select name, handle, email, avatar_url, password_hash, deactivated_at from actors where id = any ($1::uuid[])',
      [[user.actorId, bot.actorId]],
    )
    for (const row of rows)
      expect(row).toMatchObject({
        name: expect.stringMatching(/^Erased/),
        handle: expect.stringMatching(/^erased-/),
        email: null,
        password_hash: null,
      })
    // Nowhere but in the log of boards, which is never rewritten.
    for (const { table_name: table } of await query(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'activities'`,
    ))
      expect(JSON.stringify(await query(`select * from "${table}"`)), table).not.toMatch(/mortimer|My secret view/i)

    expect((await ada.get(`/api/boards/${board.id}/members`)).body).toMatchObject([{ actorId: ada.actorId, role: 'admin' }])
    const after = (await ada.get(`/api/cards/${card.id}`)).body.card
    expect(after).toMatchObject({ title: 'Stays', createdBy: user.actorId, assigneeActorIds: [], delegation: null })
    expect(after.comments).toMatchObject([{ actorId: user.actorId, body: 'my words' }])
    const verbs = (await ada.get(`/api/boards/${board.id}/activity?limit=200`)).body.map((one: { verb: string }) => one.verb)
    expect(verbs).toEqual(
      expect.arrayContaining(['member.removed', 'card.unassigned', 'card.undelegated', 'board.view_removed', 'member.added']),
    )
    // The id of the person stays, and with it the hashes of their activities.
    expect((await done('verify', '--database', board.id, '--json')).json).toMatchObject({ fault: null, erased: 0, unhashed: 0 })
    expect(await login(email, password)).toMatchObject({ status: 401 })
    expect(await tandem.anonymous.post('/api/auth/register', { email, password, name: 'Somebody new' })).toMatchObject({ status: 201 })
  })
})

describe('tandem secrets rewrap', () => {
  const sealed = () =>
    query(`select id::text as place, secret_sealed as blob from webhooks union all
      select id::text || '/previous', previous_secret_sealed from webhooks where previous_secret_sealed is not null
      union all select integration_id::text || name, sealed from integration_secrets order by 1`) as Promise<
      { place: string; blob: string }[]
    >
  const keyOf = ({ blob }: { blob: string }) => blob.split('.')[1]

  test('seals everything with the first key while the service goes on, may be repeated, and what was sealed still signs', {
    meta: { proves: ['cli.secrets.rewrap'] },
  }, async () => {
    const receiver = await startReceiver(200)
    const board = (await ada.post('/api/boards', { name: 'Sealed', template: 'kanban' })).body
    const webhook = (await ada.post(`/api/boards/${board.id}/webhooks`, { url: receiver.url, events: ['card.created'] })).body.webhook
    await ada.patch(`/api/boards/${board.id}/webhooks/${webhook.id}`, { rotateSecret: true })
    const robo = await tandem.agent(ada, 'Hooked', [board.id])
    expect((await robo.post(`/api/actors/${robo.actorId}/webhooks`, { url: receiver.url, events: ['agent_session.*'] })).status).toBe(201)
    const installed = await ada.post(`/api/boards/${board.id}/integrations`, { type: 'our-chat', inboundUrl: receiver.url })
    const { integration, token } = installed.body
    await ada.put(`/api/boards/${board.id}/integrations/${integration.id}/secrets`, { password: 'hunter2' })
    const { publicKey: pushKey } = (await ada.get('/api/me/push-devices')).body
    const before = await sealed()
    expect(before.length).toBeGreaterThanOrEqual(5)
    expect(new Set(before.map(keyOf))).toEqual(new Set([keyIdOf(oldKey)]))
    expect((await run('doctor', '--json')).stdout).toContain('secrets rewrap')

    const first = await done('secrets', 'rewrap', '--json')
    expect(first.json).toMatchObject({ keyId: keyIdOf(newKey), integrationSecrets: 1, pushKeys: 1, unreadable: {} })
    const after = await sealed()
    expect(new Set(after.map(keyOf))).toEqual(new Set([keyIdOf(newKey)]))
    expect(after.map(({ place }) => place)).toEqual(before.map(({ place }) => place))
    expect((await done('secrets', 'rewrap', '--json')).json).toMatchObject({ owners: 0, webhooks: 0, integrationSecrets: 0, pushKeys: 0 })
    expect(await sealed()).toEqual(after)

    const list = (await ada.get(`/api/boards/${board.id}`)).body.lists[0]
    await ada.post(`/api/lists/${list.id}/cards`, { title: 'signed' })
    const delivered = await until(() => receiver.received.find(({ headers }) => headers['x-signature-previous'] !== undefined))
    expect(delivered.headers).toMatchObject({
      'x-signature': expect.stringMatching(/^v2=/),
      'x-signature-previous': expect.stringMatching(/^v2=/),
    })
    // The old key may go now: the plugin still gets its secret, sealed to its own.
    const environment = { INTEGRATION_SECRET_KEY: newKey.toString('hex') }
    const newKeyAlone = await startTestService({ address: tandem.address, environment })
    const plugin = newKeyAlone.withToken(token)
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect((await plugin.put('/api/integrations/self/key', publicKey.export({ format: 'jwk' }))).status).toBe(204)
    expect((await plugin.get('/api/integrations/self')).body.secrets).toMatchObject([{ name: 'password', jwe: expect.any(String) }])
    expect((await send(newKeyAlone.url, { cookie: ada.cookie ?? '' }).get('/api/me/push-devices')).body.publicKey).toBe(pushKey)
    await newKeyAlone.stop()
    expect(await audited('secrets.rewrap')).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ boardId: board.id, webhooks: 2, integrationSecrets: 1 }) }),
    )
    await receiver.stop()
  })

  test('goes on with the rest when it was broken off, beside rotations; and tells what no key opens', {
    meta: { proves: ['cli.secrets.rewrap'] },
  }, async () => {
    const receiver = await startReceiver(200)
    const boards: { boardId: string; webhookId: string }[] = []
    for (let at = 0; at < 6; at++) {
      const board = (await ada.post('/api/boards', { name: `Many ${at}` })).body
      const { webhook } = (await ada.post(`/api/boards/${board.id}/webhooks`, { url: receiver.url, events: ['card.created'] })).body
      boards.push({ boardId: board.id, webhookId: webhook.id })
    }
    // A board that cannot be locked breaks it off.
    const blocker = await tandem.database.pool.connect()
    await blocker.query(beginHolding)
    await blocker.query('select id from boards where id = $1 for update', [boards[3]?.boardId])
    const broken = run('secrets', 'rewrap')
    const rotations = boards
      .slice(0, 3)
      .map(({ boardId, webhookId }) => ada.patch(`/api/boards/${boardId}/webhooks/${webhookId}`, { rotateSecret: true }))
    await Promise.all(rotations)
    expect(await broken).toMatchObject({ code: 1, stderr: expect.stringMatching(/again/i) })
    await blocker.query('rollback')
    blocker.release()
    await done('secrets', 'rewrap')
    expect(new Set((await sealed()).map(keyOf))).toEqual(new Set([keyIdOf(newKey)]))

    await tandem.database.pool.query(
      `update webhooks set secret_sealed = regexp_replace(secret_sealed, '^v1\\.[0-9a-f]{8}', 'v1.deadbeef') where id = $1`,
      [boards[5]?.webhookId],
    )
    expect(await run('secrets', 'rewrap')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('1 secret encrypted with key deadbeef'),
    })
    const doctor = await run('doctor', '--json')
    expect(doctor).toMatchObject({ code: 1 })
    expect(doctor.stdout).toContain('deadbeef')
    await receiver.stop()
  })
})

describe('tandem migrate', () => {
  test('says what is pending, with exit code 1, applies it, and is done the second time', {
    meta: { proves: ['cli.migrate'] },
  }, async () => {
    expect(await done('migrate', '--status')).toMatchObject({ stdout: 'The schema is current.\n' })
    const [last] = await query('delete from migrations where name = (select max(name) from migrations) returning name, checksum')
    expect(await run('migrate', '--status', '--json')).toMatchObject({ code: 1, json: { pending: [last?.name] } })
    expect(await run('user', 'list')).toMatchObject({ code: 1, stderr: expect.stringContaining('tandem migrate') })
    await query('insert into migrations (name, checksum) values ($1, $2)', [last?.name, last?.checksum])
    expect((await done('migrate', '--json')).json).toEqual({ applied: [] })
  })
})

describe('tandem check', () => {
  test('names what does not fit together, with exit code 1, and nothing where all does', { meta: { proves: ['cli.check'] } }, async () => {
    await ada.post('/api/boards', { name: 'Checked' })
    const count = (by: number) => query('update boards set last_seq = last_seq + $1 where name = $2', [by, 'Checked'])
    expect(await done('check')).toMatchObject({ stdout: expect.stringContaining('Everything is consistent.') })
    await count(1)
    expect(await run('check')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^broken: seq is gapless/m) })
    expect(await run('check', '--json')).toMatchObject({
      code: 1,
      json: { broken: expect.arrayContaining([expect.stringContaining('seq is gapless')]) },
    })
    await count(-1)
    expect((await run('check')).code).toBe(0)
  })
})

describe('tandem doctor', () => {
  const findings = (ended: Ended) =>
    ended.stdout
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row) as { check: string; state: string; says: string; todo?: string })

  test('looks at everything and tells failures from warnings, without a secret', { meta: { proves: ['cli.doctor'] } }, async () => {
    const ended = await machine.run(['doctor', '--json'], {
      environment: {
        SMTP_URL: 'smtp://user:hidden-word@127.0.0.1:9',
        REDIS_URL: 'redis://:hidden-word@127.0.0.1:9',
        OUTBOUND_ALLOWED: '10.0.0.0/8',
        OIDC_PROVIDERS: JSON.stringify([
          { id: 'acme', name: 'Acme', issuer: 'http://127.0.0.1:9', clientId: 'a', clientSecret: 'hidden-word' },
        ]),
      },
    })
    const stateOf = (check: string) =>
      findings(ended)
        .filter((one) => one.check === check)
        .map(({ state }) => state)
    expect(ended.code).toBe(1)
    for (const check of ['configuration', 'database', 'migrations', 'clock', 'public URL', 'outbound', 'files'])
      expect(stateOf(check), check).not.toContain('fail')
    for (const check of ['mail', 'redis', 'sign-in']) expect(stateOf(check), check).toEqual(['fail'])
    for (const { state, todo } of findings(ended)) expect(todo === undefined).toBe(state === 'ok')
    expect(ended.stdout + ended.stderr).not.toContain('hidden-word')
    expect((await run('doctor')).stdout).toMatch(/^ok +database +PostgreSQL/m)
  })

  test('asks each provider that people sign in by who it is', async () => {
    const provider = await startRealProvider()
    try {
      provider.serve('http://127.0.0.1:3000/oidc/acme/callback')
      const acme = { id: 'acme', name: 'Acme', issuer: provider.issuer, ...client }
      const moved = { ...acme, id: 'moved', name: 'Moved', issuer: `${provider.issuer}/elsewhere` }
      const ended = await machine.run(['doctor', '--json'], { environment: { OIDC_PROVIDERS: JSON.stringify([acme, moved]) } })
      expect(findings(ended).filter(({ check }) => check === 'sign-in')).toMatchObject([
        { state: 'ok', says: expect.stringContaining(provider.issuer) },
        { state: 'fail', says: expect.stringContaining('404'), todo: expect.stringContaining('OIDC_PROVIDERS') },
      ])
    } finally {
      provider.stop()
    }
  })

  test('says what is wrong with settings, and with a database that is not there', async () => {
    const bad = await machine.run(['doctor', '--json'], { environment: { PORT: 'many', SESSION_STALE_MINUTES: '-1' } })
    expect(bad.code).toBe(1)
    expect(findings(bad)).toMatchObject([
      { check: 'configuration', state: 'fail', says: expect.stringMatching(/PORT: must be a port number.*SESSION_STALE_MINUTES/) },
    ])
    const proxied = { PUBLIC_URL: 'https://tandem.invalid', TRUST_PROXY: 'loopback' }
    for (const [environment, expected] of [
      [proxied, []],
      [{ ...proxied, TRUST_PROXY: '' }, ['warn']],
    ] as const) {
      const found = findings(await machine.run(['doctor', '--json'], { environment }))
      expect(found.filter(({ says }) => says.includes('TRUST_PROXY')).map(({ state }) => state)).toEqual(expected)
    }
    for (const [given, said] of [
      ['/no/such/file', 'path of a file'],
      ['[{"clientSecret": "hidden-word"', 'not valid JSON'],
    ] as const) {
      const { code, stdout } = await machine.run(['doctor', '--json'], { environment: { OIDC_PROVIDERS: given } })
      expect([code, stdout]).toEqual([1, expect.stringMatching(new RegExp(`OIDC_PROVIDERS: .*${said}`))])
      expect(stdout).not.toContain('hidden-word')
    }
    const away = await machine.run(['doctor', '--json'], { environment: { DATABASE_URL: 'postgres://tandem:hidden-word@127.0.0.1:9/x' } })
    expect(away.code).toBe(1)
    expect(findings(away)).toContainEqual(
      expect.objectContaining({ check: 'database', state: 'fail', todo: expect.stringContaining('DATABASE_URL') }),
    )
    expect(away.stdout).not.toContain('hidden-word')
    const empty = { DATABASE_URL: '', INTEGRATION_SECRET_KEY: '', DATA_DIR: join(machine.home, 'data') }
    const first = await machine.run(['doctor', '--json'], { environment: empty })
    expect(first.code, first.stdout).toBe(0)
    expect(findings(first)).toContainEqual({ check: 'database', state: 'ok', says: expect.stringContaining('the first start creates one') })
    expect(await readdir(machine.home)).not.toContain('data')
    const none = await machine.run(['user', 'list'], { environment: { DATABASE_URL: '', DATA_DIR: machine.home } })
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('DATA_DIR') })
  })
})
