import { createDecipheriv, randomBytes } from 'node:crypto'
import { manifests, pluginManifest, verifyV2 } from '@tandem/contract'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { call } from '../../src/call.ts'
import { receive, until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, makePlugin, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

const url = 'http://127.0.0.1:1025/plugin'

beforeAll(async () => {
  world = await startWorld({ WEBHOOK_MAX_PER_BOARD: '100' })
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

scenario(
  'installing answers with the integration, its token and its signing secret, this once',
  [
    ...(['integration.install.answer', 'integration.install.once', 'integration.install.types', 'integration.record.shape'] as const),
    ...(['integration.install.own-agent', 'integration.list.board', 'verb.integration.installed'] as const),
  ],
  async () => {
    const { ada } = world
    const actors = new Set<string>()
    for (const type of ['slack', 'github', 'gitlab', 'our-own-tool']) {
      const input = { boardId: board.id, type, inboundUrl: url, config: { repository: 'acme/engine' }, clientMutationId: type }
      const [[, , installed], made] = await recording(() => call(ada, 'integration.install', input as never))
      if (!made.ok) throw new Error(made.message)
      const { integration, token, signingSecret } = made.body
      expect(made.status).toBe(201)
      expect(integration).toMatchObject({ boardId: board.id, type, status: 'active', inboundUrl: url, config: input.config, secrets: [] })
      expect(installed).toMatchObject({
        verb: 'integration.installed',
        payload: { integrationId: integration.id, type, actorId: integration.actorId },
      })
      const plugin = { url: ada.url, headers: { authorization: `Bearer ${token}` } }
      expect(await allowed(plugin, 'me.get', {})).toMatchObject({ id: integration.actorId, kind: 'agent' })
      actors.add(integration.actorId)
      expect(await allowed(ada, 'integration.get', { boardId: board.id, integrationId: integration.id })).toEqual(integration)
      expect(await allowed(ada, 'integration.list', { boardId: board.id })).toContainEqual(integration)
      const replayed = await allowed(ada, 'integration.install', input as never)
      expect(replayed).toEqual({ integration, token: null, signingSecret: null })
      const told = [
        await allowed(ada, 'integration.list', { boardId: board.id }),
        await allowed(ada, 'webhook.list', { boardId: board.id }),
        await allowed(ada, 'board.activity', { boardId: board.id }),
        await allowed(ada, 'token.list', {}),
      ]
      for (const secret of [token ?? '', signingSecret ?? '']) expect(JSON.stringify(told)).not.toContain(secret)
    }
    expect(actors.size).toBe(4)
    for (const type of ['GitHub', 'a b', '', '-x']) {
      await refused(ada, 'integration.install', { boardId: board.id, type, inboundUrl: url }, 'validation')
    }
  },
)

async function recording<T>(act: () => Promise<T>) {
  let result: T | undefined
  const recorded = await board.recorded(async () => {
    result = await act()
  })
  return [recorded, result as T] as const
}

scenario(
  'only a board admin with integrations:write installs an integration',
  ['integration.install.admin-scope', 'integration.secrets.admin-only'],
  async () => {
    const { ada, mia, vic, tandem, person } = world
    const input = { boardId: board.id, type: 'slack', inboundUrl: url }
    const { integrationId } = await makePlugin(world, board.id)
    for (const who of [mia, vic]) {
      await refused(who, 'integration.install', input, 'forbidden')
      await refused(who, 'integration.secrets.put', { boardId: board.id, integrationId, botToken: 'x' }, 'forbidden')
    }
    const withScopes = async (scopes: string[]) => {
      const { body } = await person.post('/api/tokens', { label: 'install', scopes })
      return { url: tandem.url, headers: { authorization: `Bearer ${body.token}` } }
    }
    await refused(await withScopes(['boards:write', 'webhooks:write', 'members:write']), 'integration.install', input, 'forbidden')
    await allowed(await withScopes(['integrations:write']), 'integration.install', input)
    await allowed(ada, 'integration.secrets.put', { boardId: board.id, integrationId, botToken: 'x' })
  },
)

scenario(
  'the token of a plugin works on its board alone, with the scopes that it is given and no more',
  ['integration.token.leashed', 'integration.token.scopes', 'integration.token.not-powerful'],
  async () => {
    const { ada } = world
    const plugin = await makePlugin(world, board.id)
    const other = await makeBoard(world)
    await allowed(ada, 'member.add', { boardId: other.id, actorId: plugin.actorId, role: 'member' })
    const { auth } = await allowed(plugin, 'me.get', {})
    const granted = ['boards:read', 'boards:write', 'cards:write', 'comments:write', 'integrations:write']
    expect(auth.scopes?.toSorted()).toEqual([...granted, `board:${board.id}`].toSorted())
    await refused(plugin, 'board.tree', { boardId: other.id }, 'forbidden')
    expect((await allowed(plugin, 'board.list', {})).map(({ id }) => id)).toEqual([board.id])
    const { id: cardId } = await board.card()
    await allowed(plugin, 'card.update', { cardId, title: 'By the plugin' })
    await allowed(plugin, 'comment.create', { cardId, body: 'Seen' })
    await allowed(plugin, 'list.create', { boardId: board.id, name: 'By the plugin' })
    await refused(ada, 'member.update', { boardId: board.id, actorId: plugin.actorId, role: 'admin' }, 'validation')
    await refused(plugin, 'member.update', { boardId: board.id, actorId: world.vic.actorId, role: 'admin' }, 'forbidden')
    await refused(plugin, 'token.create', { label: 'more', scopes: ['boards:read'] }, 'forbidden')
    await refused(plugin, 'webhook.create', { boardId: board.id, url, events: ['*'] }, 'forbidden')
  },
)

scenario(
  'installing subscribes the address to every verb, signed with the secret that it gives out; removing ends that and the token',
  [
    ...(['integration.install.subscription', 'integration.install.signing-secret-form', 'integration.remove.soft'] as const),
    ...(['integration.remove.subscription', 'integration.remove.token', 'verb.integration.removed'] as const),
  ],
  async () => {
    const { ada } = world
    const receiver = await receive(200)
    const plugin = await makePlugin(world, board.id, { inboundUrl: receiver.url })
    expect(plugin.signingSecret).toMatch(/^whsec_\S{32,}$/)
    const shown = async () => (await allowed(ada, 'webhook.list', { boardId: board.id })).find((one) => one.url === receiver.url)
    expect(await shown()).toMatchObject({ events: ['*'], active: true })
    const { id: cardId } = await board.card()
    await until(() => receiver.received.some(({ body }) => body.verb === 'card.created' && body.cardId === cardId))
    for (const { headers, rawBody } of receiver.received) {
      const nowSeconds = Number(headers['x-kanban-timestamp'])
      expect(await verifyV2({ secret: plugin.signingSecret, headers, rawBody, nowSeconds })).toMatchObject({ ok: true })
    }
    const { integrationId } = plugin
    const [recorded, removed] = await recording(() => call(ada, 'integration.remove', { boardId: board.id, integrationId }))
    expect(removed).toMatchObject({ ok: true, status: 204 })
    expect(recorded.find(({ verb }) => verb === 'integration.removed')?.payload).toEqual({ integrationId, type: 'github' })
    expect(await allowed(ada, 'integration.get', { boardId: board.id, integrationId })).toMatchObject({ status: 'removed' })
    expect(await shown()).toMatchObject({ active: false })
    expect(await refused(plugin, 'me.get', {}, 'invalid_token')).toMatchObject({ status: 401 })
  },
)

scenario(
  'an admin changes config, status, address and name, which the plugin reads of itself',
  [...(['integration.update.fields', 'integration.record.statuses', 'integration.self.config'] as const), 'verb.integration.updated'],
  async () => {
    const plugin = await makePlugin(world, board.id)
    const { integrationId } = plugin
    const of = { boardId: board.id, integrationId }
    for (const change of [
      { config: { channels: [{ channelId: 'C1' }] } },
      { status: 'disabled' as const },
      { status: 'error' as const },
      { status: 'active' as const },
      { inboundUrl: 'http://127.0.0.1:1025/moved' },
      { name: 'Our code' },
    ]) {
      const recorded = await board.recorded(async () =>
        expect(await allowed(world.ada, 'integration.update', { ...of, ...change })).toMatchObject(change),
      )
      const { status } = await allowed(world.ada, 'integration.get', of)
      expect(recorded.find(({ verb }) => verb === 'integration.updated')?.payload).toEqual({ integrationId, status })
      expect(await allowed(plugin, 'integration.self.get', {})).toMatchObject({ id: integrationId, ...change })
    }
    for (const status of ['removed', 'paused', '']) {
      await refused(world.ada, 'integration.update', { ...of, status } as never, 'validation')
    }
  },
)

scenario(
  'secrets are put in by name, never read, and reach the plugin sealed to its key',
  [
    ...(['integration.secrets.put', 'integration.secrets.never-read', 'integration.secrets.names-shown'] as const),
    ...(['integration.self.key', 'integration.self.sealed'] as const),
  ],
  async () => {
    const { ada } = world
    const plugin = await makePlugin(world, board.id)
    const of = { boardId: board.id, integrationId: plugin.integrationId }
    const values = { botToken: 'xoxb-never-read', signingSecret: 'never-read-either' }
    const answer = await call(ada, 'integration.secrets.put', { ...of, ...values })
    expect(answer).toMatchObject({ ok: true, status: 204 })
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES+A256KW', { extractable: true })
    await refused(plugin, 'integration.self.key.put', (await exportJWK(privateKey)) as never, 'validation')
    expect(await call(plugin, 'integration.self.key.put', (await exportJWK(publicKey)) as never)).toMatchObject({ ok: true, status: 204 })
    const self = await allowed(plugin, 'integration.self.get', {})
    const shown = await allowed(ada, 'integration.get', of)
    expect(shown.secrets).toEqual([
      { name: 'botToken', setAt: expect.any(String) },
      { name: 'signingSecret', setAt: expect.any(String) },
    ])
    const activity = await allowed(ada, 'board.activity', { boardId: board.id })
    const told = JSON.stringify([self, shown, activity, await allowed(ada, 'me.audit', {})])
    for (const value of Object.values(values)) expect(told).not.toContain(value)
    const opened = await Promise.all(
      self.secrets.map(async ({ name, jwe }) => [name, new TextDecoder().decode((await compactDecrypt(jwe ?? '', privateKey)).plaintext)]),
    )
    expect(Object.fromEntries(opened)).toEqual(values)
  },
)

scenario(
  'the manifests are listed, each as its schema says; what fails the schema is none',
  ['integration.types.manifests', 'integration.types.manifest-shape', 'integration.types.manifest-invalid'],
  async () => {
    const listed = await allowed(world.vic, 'integrationType.list', {})
    expect(listed.map(({ type }) => type)).toEqual(['slack', 'github', 'gitlab'])
    for (const manifest of listed) {
      expect(pluginManifest.parse(manifest)).toEqual(manifest)
      expect(Object.keys(manifest).toSorted()).toEqual(
        ['type', 'name', 'version', 'description', 'configSchema', 'secrets', 'events', 'inbound'].toSorted(),
      )
    }
    const [good] = manifests
    for (const bad of [
      { type: 'Slack' },
      { secrets: ['1'] },
      { events: 'all' },
      { inbound: { path: 'x', signature: 'none' } },
      { name: '' },
    ])
      expect(pluginManifest.safeParse({ ...good, ...bad }).success).toBe(false)
  },
)

scenario('secrets lie in the database under AES-256-GCM, each for its place', ['integration.secrets.encrypted'], async () => {
  const key = randomBytes(32)
  const elsewhere = await startWorld({ INTEGRATION_SECRET_KEY: key.toString('hex') })
  onTestFinished(() => elsewhere.tandem.stop())
  const { id: boardId } = await makeBoard(elsewhere)
  const { integrationId } = await makePlugin(elsewhere, boardId)
  const webhookSecret = 'shared with the code host'
  await allowed(elsewhere.ada, 'integration.secrets.put', { boardId, integrationId, webhookSecret })
  const { rows } = await elsewhere.tandem.database.pool.query('select sealed, s::text as text from integration_secrets s')
  expect(rows).toHaveLength(1)
  expect(rows[0].text).not.toContain(webhookSecret)
  const sealed = Buffer.from(rows[0].sealed.split('.')[2], 'base64url')
  const open = (place: string) => {
    const opening = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(-16))
    return opening.update(sealed.subarray(12, -16), undefined, 'utf8') + opening.final('utf8')
  }
  expect(open(`integrations/${integrationId}/secrets/webhookSecret`)).toBe(webhookSecret)
  expect(() => open(`integrations/${integrationId}/secrets/botToken`)).toThrow(/authenticate/)
})

scenario(
  'a code host that knows both lists brings two rules, which are changed like any other; one that knows a single list brings none',
  [
    ...(['integration.install.code-host-rules', 'integration.install.code-host-rules-editable'] as const),
    ...(['integration.install.code-host-rules-need-both', 'scope.role.integration-is-member'] as const),
  ],
  async () => {
    const { ada } = world
    const [, inProgressListId = '', doneListId = ''] = board.lists
    await makePlugin(world, board.id, { config: { repository: 'acme/one', inProgressListId } })
    await makePlugin(world, board.id, { type: 'gitlab', config: { project: 'acme/one', doneListId } })
    expect(await allowed(ada, 'rule.list', { boardId: board.id })).toEqual([])

    const plugin = await makePlugin(world, board.id, { config: { repository: 'acme/engine', inProgressListId, doneListId } })
    const members = await allowed(ada, 'member.list', { boardId: board.id })
    expect(members.find(({ actorId }) => actorId === plugin.actorId)).toMatchObject({ role: 'member', kind: 'agent' })
    const rules = await allowed(ada, 'rule.list', { boardId: board.id })
    expect(rules.map(({ enabled, trigger, actions }) => ({ enabled, trigger, actions }))).toEqual([
      { enabled: true, trigger: { verb: 'vcs.pr_opened' }, actions: [{ type: 'move_card', listId: inProgressListId }] },
      { enabled: true, trigger: { verb: 'vcs.pr_merged', orLastClosed: true }, actions: [{ type: 'move_card', listId: doneListId }] },
    ])

    const listOf = async (cardId: string) => (await allowed(ada, 'card.get', { cardId })).card.listId
    const { id: cardId } = await board.card()
    const report = (verb: 'vcs.pr_opened' | 'vcs.pr_merged', externalId: string) =>
      allowed(plugin, 'card.event', {
        cardId,
        verb,
        externalSystem: 'github',
        externalId,
        externalUrl: 'https://example.com/1',
        title: 'PR',
      })
    await report('vcs.pr_opened', '1')
    await until(async () => (await listOf(cardId)) === inProgressListId)
    await allowed(ada, 'rule.update', { ruleId: rules[1]?.id ?? '', name: 'Merged: stays', enabled: false })
    await report('vcs.pr_merged', '1')
    await until(async () => (await world.tandem.service.workers.rules.runOnce()) === 0)
    expect(await listOf(cardId)).toBe(inProgressListId)
  },
)
