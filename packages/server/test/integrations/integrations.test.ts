import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { install, type Plugin } from './plugin.ts'

let tandem: TestService
let ada: Person
let mia: Person
let boardId: string
let lists: string[]

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  mia = await tandem.register('Mia')
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'member' })
  lists = (await ada.get(`/api/boards/${boardId}`)).body.lists.map((list: { id: string }) => list.id)
})

const path = (plugin?: Plugin) => `/api/boards/${boardId}/integrations${plugin ? `/${plugin.integrationId}` : ''}`
const verbs = async () => (await ada.get(`/api/boards/${boardId}/activity?limit=200`)).body.map((row: { verb: string }) => row.verb)

const credentials = sql<{ tokens: number; webhooks: number; secrets: number; active: number; members: number }>(`select
  (select count(*)::int from tokens where integration_id = $1 and revoked_at is null) as tokens,
  (select count(*)::int from webhooks where integration_id = $1 and active) as webhooks,
  (select count(*)::int from integration_secrets where integration_id = $1) as secrets,
  (select count(*)::int from integrations i join actors a on a.id = i.actor_id where i.id = $1 and a.deactivated_at is null) as active,
  (select count(*)::int from integrations i join members m on m.actor_id = i.actor_id where i.id = $1) as members`)
const left = ({ integrationId }: Plugin) => tandem.database.row(credentials, [integrationId])
const rowsLeft = sql<{ id: string }>('select id from boards where id = $1 union all select id from integrations where board_id = $1')
const nothing = { tokens: 0, webhooks: 0, secrets: 0, active: 0, members: 0 }

test('installing makes an agent, its leashed token and a subscription to everything; the secrets are shown this once', async () => {
  const input = { type: 'github', inboundUrl: 'http://127.0.0.1:1025/in', config: { repository: 'acme/engine' }, clientMutationId: 'one' }
  const made = await ada.post(path(), input)
  expect(made).toMatchObject({ status: 201, body: { integration: { type: 'github', name: 'GitHub', status: 'active', secrets: [] } } })
  expect(made.body.token).toMatch(/^kbt_/)
  expect(made.body.signingSecret).toMatch(/^whsec_/)
  const { integration } = made.body
  const again = await ada.post(path(), input)
  expect(again).toMatchObject({ status: 201, body: { integration, token: null, signingSecret: null } })
  const me = (await tandem.withToken(made.body.token).get('/api/me')).body
  expect(me).toMatchObject({ id: integration.actorId, kind: 'agent', capabilities: { delegatable: false, mentionable: false } })
  expect(me.auth.scopes.toSorted()).toEqual(
    ['boards:read', 'boards:write', 'cards:write', 'comments:write', 'integrations:write', `board:${boardId}`].toSorted(),
  )
  const webhooks = (await ada.get(`/api/boards/${boardId}/webhooks`)).body
  expect(webhooks).toMatchObject([{ url: input.inboundUrl, events: ['*'], active: true }])
  expect((await verbs()).slice(0, 3)).toEqual(['integration.installed', 'webhook.created', 'member.added'])
  const dump = JSON.stringify([(await ada.get(path())).body, webhooks, (await ada.get(`/api/boards/${boardId}/activity`)).body])
  expect(dump).not.toContain(made.body.token)
  expect(dump).not.toContain(made.body.signingSecret)
})

test('an integration is at most a member, so that it does not outlast the rights of who installed it', {
  meta: { proves: ['scope.role.integration-is-member'] },
}, async () => {
  const mallory = await tandem.register('Mallory')
  await ada.post(`/api/boards/${boardId}/members`, { actorId: mallory.actorId, role: 'admin' })
  const plugin = await install(tandem, mallory, boardId)
  const member = `/api/boards/${boardId}/members/${plugin.actorId}`
  const refusal = { status: 400, body: { error: { details: { fieldReasons: { role: [{ reason: 'boardAgentNoAdmin' }] } } } } }
  const before = await verbs()
  expect(await mallory.patch(member, { role: 'admin' })).toMatchObject(refusal)
  expect(await verbs()).toEqual(before)
  // One that was made an admin before that was refused is treated as a member.
  await tandem.database.pool.query(`update members set role = 'admin' where board_id = $1 and actor_id = $2`, [boardId, plugin.actorId])
  expect(await mallory.patch(member, { role: 'admin' })).toMatchObject(refusal)
  expect((await ada.get(`/api/boards/${boardId}/members`)).body).toContainEqual(
    expect.objectContaining({ actorId: plugin.actorId, role: 'member', grantedRole: 'admin' }),
  )
  await ada.delete(`/api/boards/${boardId}/members/${mallory.actorId}`)
  const rule = { name: 'x', trigger: { verb: 'card.created' }, actions: [{ type: 'complete_card' }] }
  for (const answer of [
    await plugin.post(`/api/boards/${boardId}/rules`, rule),
    await plugin.patch(`/api/boards/${boardId}`, { name: 'x' }),
  ])
    expect(answer).toMatchObject({ status: 403, body: { error: { details: { requiredRole: 'admin', role: 'member' } } } })
  expect(await plugin.post(`/api/lists/${lists[0]}/cards`, { title: 'Of the plugin' })).toMatchObject({ status: 201 })
  for (const role of ['viewer', 'member']) expect(await ada.patch(member, { role })).toMatchObject({ status: 200, body: { role } })
})

test('nor does it become an admin of another board, nor the automation of this one', async () => {
  const plugin = await install(tandem, ada, boardId)
  const other = (await ada.post('/api/boards', { name: 'Other' })).body.id
  const add = (role: string) => ada.post(`/api/boards/${other}/members`, { actorId: plugin.actorId, role })
  expect(await add('admin')).toMatchObject({ status: 400 })
  expect((await ada.get(`/api/boards/${other}/members`)).body).toHaveLength(1)
  expect(await add('member')).toMatchObject({ status: 201 })
  await ada.post(`/api/boards/${boardId}/rules`, { name: 'x', trigger: { verb: 'card.created' }, actions: [{ type: 'complete_card' }] })
  await ada.post(`/api/lists/${lists[0]}/cards`, { title: 'Pump' })
  await tandem.service.workers.rules.runOnce()
  const automation = (await ada.get(`/api/boards/${boardId}/members`)).body.find((member: { name: string }) => member.name === 'Automation')
  expect(await ada.patch(`/api/boards/${boardId}/members/${automation.actorId}`, { role: 'admin' })).toMatchObject({ status: 400 })
})

test('of installs with one clientMutationId at once, one is made', async () => {
  const input = { type: 'slack', inboundUrl: 'http://127.0.0.1:1025/in', clientMutationId: 'twice' }
  const answers = await Promise.all([1, 2, 3, 4].map(() => ada.post(path(), input)))
  expect(new Set(answers.map((answer) => answer.body.integration.id)).size).toBe(1)
  expect(answers.filter((answer) => answer.body.token !== null)).toHaveLength(1)
  expect((await ada.get(path())).body).toHaveLength(1)
})

test('an admin installs, changes and removes; a member reads, without the address; the plugin itself does none of it', async () => {
  const plugin = await install(tandem, ada, boardId)
  for (const who of [mia, plugin]) {
    expect((await who.post(path(), { type: 'slack', inboundUrl: 'http://127.0.0.1:1025/' })).status).toBe(403)
    expect((await who.patch(path(plugin), { status: 'disabled' })).status).toBe(403)
    expect((await who.put(`${path(plugin)}/secrets`, { a: 'b' })).status).toBe(403)
    expect((await who.delete(path(plugin))).status).toBe(403)
    expect((await who.get(path(plugin))).body).toMatchObject({ id: plugin.integrationId, inboundUrl: null })
  }
  expect((await ada.get(path(plugin))).body.inboundUrl).toBe('http://127.0.0.1:1025/github')
  const other = (await ada.post('/api/boards', { name: 'Other' })).body.id
  expect((await ada.get(`/api/boards/${other}/integrations/${plugin.integrationId}`)).status).toBe(404)
  expect((await ada.delete(`/api/boards/${other}/integrations/${plugin.integrationId}`)).status).toBe(404)
  expect((await plugin.get(`/api/boards/${other}`)).status).toBe(404)
  expect((await ada.post(path(), { type: 'Bad Type', inboundUrl: 'http://127.0.0.1:1025/' })).status).toBe(400)
  expect((await ada.post(path(), { type: 'own', inboundUrl: 'ftp://127.0.0.1/' })).status).toBe(400)
  const foreign = (await ada.get(`/api/boards/${other}`)).body.lists
  expect(foreign).toEqual([])
  expect((await ada.post(path(), { type: 'gitlab', inboundUrl: 'http://127.0.0.1:1025/', config: { doneListId: other } })).status).toBe(400)
  await install(tandem, ada, boardId, { type: 'gitlab', config: { doneListId: lists[0], inProgressListId: lists[1] } })
})

test('config, name, status and address change; the subscription follows the address and rests while disabled', async () => {
  const plugin = await install(tandem, ada, boardId)
  const webhook = async () => (await ada.get(`/api/boards/${boardId}/webhooks`)).body[0]
  const change = (input: Record<string, unknown>) => ada.patch(path(plugin), input)
  expect((await change({ config: { a: 1 }, name: 'Code' })).body).toMatchObject({ config: { a: 1 }, name: 'Code', status: 'active' })
  expect((await plugin.get('/api/me')).body.name).toBe('Code')
  const before = (await verbs()).length
  expect((await change({ config: { a: 1 } })).status).toBe(200)
  expect((await verbs()).length).toBe(before)
  await change({ inboundUrl: 'http://127.0.0.1:1025/new', status: 'disabled' })
  expect(await webhook()).toMatchObject({ url: 'http://127.0.0.1:1025/new', active: false })
  expect((await plugin.get('/api/integrations/self')).body).toMatchObject({ status: 'disabled', inboundUrl: 'http://127.0.0.1:1025/new' })
  await change({ status: 'error' })
  expect(await webhook()).toMatchObject({ active: true })
  expect((await change({ status: 'removed' })).status).toBe(400)
})

test('the subscription of an integration cannot be taken over, and stays when the person who installed it leaves', async () => {
  await ada.patch(`/api/boards/${boardId}/members/${mia.actorId}`, { role: 'admin' })
  const plugin = await install(tandem, mia, boardId)
  const [webhook] = (await ada.get(`/api/boards/${boardId}/webhooks`)).body
  const hook = `/api/boards/${boardId}/webhooks/${webhook.id}`
  expect((await ada.delete(hook)).status).toBe(409)
  expect((await ada.patch(hook, { url: 'http://127.0.0.1:1025/elsewhere' })).status).toBe(409)
  expect((await ada.patch(hook, { rotateSecret: true })).body.secret).toMatch(/^whsec_/)
  await ada.delete(`/api/boards/${boardId}/members/${mia.actorId}`)
  expect((await plugin.get(`/api/boards/${boardId}`)).status).toBe(200)
  await ada.delete(path(plugin))
  expect((await ada.patch(hook, { active: true })).status).toBe(409)
  expect((await ada.delete(hook)).status).toBe(204)
})

test('removing leaves no live credential: 401 at once, no delivery, no secret; the record and its links stay', async () => {
  const plugin = await install(tandem, ada, boardId)
  const cardId = (await ada.post(`/api/lists/${lists[0]}/cards`, { title: 'Card' })).body.id
  await ada.put(`${path(plugin)}/secrets`, { webhookSecret: 's3cret' })
  const link = { externalSystem: 'github', externalId: 'a#1', externalUrl: 'https://example.com/1' }
  expect((await plugin.put(`/api/cards/${cardId}/links`, link)).status).toBe(200)
  expect((await ada.delete(path(plugin))).status).toBe(204)
  expect(await plugin.get('/api/me')).toMatchObject({ status: 401, body: { error: { code: 'invalid_token' } } })
  expect(await left(plugin)).toEqual(nothing)
  expect((await ada.get(path(plugin))).body).toMatchObject({ status: 'removed', secrets: [] })
  expect((await ada.get(path())).body).toEqual([])
  expect((await ada.get(`/api/cards/${cardId}`)).body.card.links).toHaveLength(1)
  expect((await verbs()).slice(0, 3)).toEqual(['member.removed', 'integration.removed', 'webhook.updated'])
  const before = (await verbs()).length
  expect((await ada.delete(path(plugin))).status).toBe(204)
  expect((await ada.patch(path(plugin), { status: 'active' })).status).toBe(409)
  expect((await ada.put(`${path(plugin)}/secrets`, { a: 'b' })).status).toBe(409)
  expect((await verbs()).length).toBe(before)
})

test('taking its agent off the board, deleting the board, or deactivating the agent uninstalls it too', async () => {
  const [one, two, three] = [await install(tandem, ada, boardId), await install(tandem, ada, boardId), await install(tandem, ada, boardId)]
  for (const plugin of [one, two, three]) await ada.put(`${path(plugin)}/secrets`, { a: 'b' })
  expect((await ada.delete(`/api/boards/${boardId}/members/${one.actorId}`)).status).toBe(204)
  expect(await left(one)).toEqual(nothing)
  expect((await ada.patch(`/api/admin/actors/${two.actorId}`, { deactivated: true })).status).toBe(200)
  expect(await left(two)).toEqual({ ...nothing, members: 1 })
  await ada.patch(`/api/boards/${boardId}`, { archived: true })
  expect((await ada.delete(`/api/boards/${boardId}`, { name: 'Engine' })).status).toBe(204)
  expect(await left(three)).toEqual(nothing)
  for (const plugin of [one, two, three]) expect((await plugin.get('/api/me')).status).toBe(401)
  tandem.clock.advance(1_000)
  await tandem.service.workers.boardRemoval.runOnce()
  expect(await tandem.database.rows(rowsLeft, [boardId])).toEqual([])
})

test('a plugin that writes while it is removed either has written before, or is told 401', async () => {
  for (let round = 0; round < 5; round++) {
    const plugin = await install(tandem, ada, boardId)
    const writes = Array.from({ length: 12 }, (_, at) => plugin.post(`/api/lists/${lists[0]}/cards`, { title: `${round}.${at}` }))
    const [removed, ...answers] = await Promise.all([ada.delete(path(plugin)), ...writes])
    expect(removed?.status).toBe(204)
    for (const answer of answers) expect([201, 401]).toContain(answer.status)
    const log = (await ada.get(`/api/boards/${boardId}/activity?limit=200`)).body as {
      verb: string
      actorId: string
      seq: number
      payload: any
    }[]
    const end = log.find((row) => row.payload.integrationId === plugin.integrationId && row.verb === 'integration.removed')?.seq ?? 0
    expect(log.filter((row) => row.actorId === plugin.actorId && row.seq > end)).toEqual([])
    expect(await left(plugin)).toEqual(nothing)
  }
})

const sealedRows = sql<{ name: string; sealed: string }>(
  'select name, sealed from integration_secrets where integration_id = $1 order by name',
)
const swapSealed = sql(
  `update integration_secrets s set sealed = o.sealed from integration_secrets o
   where s.integration_id = $1 and o.integration_id = $1 and o.name <> s.name`,
)

test('secrets go in, lie sealed for their place, and come out for the key of the plugin alone', async () => {
  const plugin = await install(tandem, ada, boardId)
  const value = 'a secret of the code host'
  expect((await ada.put(`${path(plugin)}/secrets`, { webhookSecret: value, other: 'else', clientMutationId: 'put' })).status).toBe(204)
  expect((await ada.get(path(plugin))).body.secrets).toMatchObject([{ name: 'other' }, { name: 'webhookSecret' }])
  expect(JSON.stringify(await tandem.database.rows(sealedRows, [plugin.integrationId]))).not.toContain(value)
  expect((await plugin.get('/api/integrations/self')).body.secrets).toMatchObject([{ jwe: null }, { jwe: null }])

  for (const alg of ['ECDH-ES+A256KW', 'RSA-OAEP-256']) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
    const key = await exportJWK(publicKey)
    expect((await plugin.put('/api/integrations/self/key', { ...(await exportJWK(privateKey)) })).status).toBe(400)
    expect((await plugin.put('/api/integrations/self/key', key)).status).toBe(204)
    const answer = await plugin.get('/api/integrations/self')
    expect(answer.text).not.toContain(value)
    const [, { jwe }] = answer.body.secrets
    expect(new TextDecoder().decode((await compactDecrypt(jwe, privateKey)).plaintext)).toBe(value)
  }
  expect((await plugin.put('/api/integrations/self/key', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' })).status).toBe(400)
  expect((await ada.get('/api/integrations/self')).status).toBe(404)

  await tandem.database.rows(swapSealed, [plugin.integrationId])
  expect((await plugin.get('/api/integrations/self')).body.secrets).toMatchObject([{ jwe: null }, { jwe: null }])
  await ada.put(`${path(plugin)}/secrets`, { webhookSecret: null })
  expect((await ada.get(path(plugin))).body.secrets).toMatchObject([{ name: 'other' }])
  expect((await ada.put(`${path(plugin)}/secrets`, { '1 bad': 'x' })).status).toBe(400)
})

const kept = sql<{ body: unknown; inputHash: string }>('select body, input_hash from ledger where mutation_id = $1')
test('of the input that sets secrets nothing is kept for repeats, not even a hash', async () => {
  const plugin = await install(tandem, ada, boardId)
  const put = (secret: string) => ada.put(`${path(plugin)}/secrets`, { apiKey: secret, clientMutationId: 'keep' })
  expect([(await put('one')).status, (await put('two')).headers.get('idempotency-replayed')]).toEqual([204, 'true'])
  expect(await tandem.database.rows(kept, ['keep'])).toEqual([{ body: null, inputHash: '' }])
})

test('the manifests of the kinds that are known are listed, as their schema says', async () => {
  const { status, body } = await mia.get('/api/integration-types')
  expect(status).toBe(200)
  expect(body.map((manifest: { type: string }) => manifest.type)).toEqual(['slack', 'github', 'gitlab'])
})
