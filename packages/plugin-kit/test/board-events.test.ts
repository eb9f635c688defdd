import { signatureV2 } from '@tandem/contract'
import { freePort, type InstalledPlugin, idle, installPlugin, pluginEnvironment } from '@tandem/plugin-test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { scenario } from '../../../conformance/src/scenario.ts'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { startReceiver } from '../../server/test/webhooks/fixture/receiver.ts'
import { type RunningPlugin, type StartOptions, startPlugin } from '../src/index.ts'
import { createRecorder, post, type Recorder, signed } from './fixture/recorder.ts'

/** A machine that does much else at once is slow, not wrong. */
const patience = { timeout: 60_000 }

/** Delivery of board events to a plugin. Specification: service §6 (integration event handling, webhook delivery), decisions §5. */
let tandem: TestService
let ada: Person
let installs: InstalledPlugin[]
let recorder: Recorder
let plugin: RunningPlugin
let environment: Record<string, string>
let remove: () => Promise<void>

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem.stop())

beforeEach(async () => {
  const port = await freePort()
  const pluginUrl = `http://127.0.0.1:${port}`
  installs = []
  for (const name of ['one', 'two']) {
    const options = { type: 'recorder', pluginUrl, name, config: () => ({ workspace: name }), secrets: { signingSecret: 's' } }
    installs.push(await installPlugin(ada, options))
  }
  ;({ environment, remove } = await pluginEnvironment(tandem, installs, { port }))
  recorder = createRecorder('github-sha256')
  await start()
})
afterEach(async () => {
  await plugin.stop()
  await remove()
})

const start = async (options: Partial<StartOptions> = {}) => {
  plugin = await startPlugin(recorder, { environment, retry: { firstDelayMs: 10, longestDelayMs: 50 }, ...options })
}
const [one, two] = [() => installs[0]!, () => installs[1]!]
const makeCard = async (board: InstalledPlugin, title: string): Promise<string> =>
  (await ada.post(`/api/lists/${board.lists[0]?.id}/cards`, { title })).body.id
const seen = () => recorder.seen.map(({ verb, cardId }) => [verb, cardId])

scenario(
  'events that the manifest names arrive, others do not; what the plugin does itself is none',
  ['integration.plugin.drops-echo'],
  async () => {
    const card = await makeCard(one(), 'First')
    const asPlugin = tandem.withToken(one().token)
    await asPlugin.post(`/api/cards/${card}/comments`, { body: 'mine' })
    await ada.patch(`/api/boards/${one().boardId}`, { name: 'Renamed' })
    await ada.post(`/api/cards/${card}/comments`, { body: 'hers' })
    await vi.waitFor(
      () =>
        expect(seen()).toEqual([
          ['card.created', card],
          ['comment.added', card],
        ]),
      { timeout: 60_000 },
    )
    expect(recorder.seen[1]?.payload).toMatchObject({ body: 'hers' })
  },
)

test('what a plugin does for an event belongs to the trace of the call that caused the event', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const receiver = await startReceiver()
  onTestFinished(() => receiver.stop())
  await ada.post(`/api/boards/${one().boardId}/webhooks`, { url: receiver.url, events: ['comment.added'] })
  recorder.onBoardEvent = async ({ cardId }, { tandem: api, mutationId }) => {
    await api.call('comment.create', { cardId: cardId ?? '', body: 'Seen', clientMutationId: mutationId('comment') })
  }
  await ada.post(`/api/lists/${one().lists[0]?.id}/cards`, { title: 'Traced' }, { traceparent })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 60_000 })
  expect(receiver.received[0]).toMatchObject({ body: { actorId: one().actorId }, headers: { traceparent } })
})

async function deliver(
  install: InstalledPlugin,
  activity: object,
  { deliveryId = crypto.randomUUID(), atMs = Date.now(), secret = install.signingSecret } = {},
) {
  const body = JSON.stringify(activity)
  const timestamp = Math.floor(atMs / 1000)
  const signature = await signatureV2(secret, deliveryId, timestamp, body)
  const headers = { 'x-signature': signature, 'x-kanban-delivery-id': deliveryId, 'x-kanban-timestamp': String(timestamp) }
  return post(`${plugin.url}/tandem/${install.name}`, { headers: { 'content-type': 'application/json', ...headers }, body })
}

const activityOn = (board: InstalledPlugin, more: object = {}) => ({
  id: crypto.randomUUID(),
  boardId: board.boardId,
  actorId: ada.actorId,
  cardId: crypto.randomUUID(),
  verb: 'card.updated',
  seq: 9,
  payload: {},
  createdAt: new Date().toISOString(),
  ...more,
})

test('one delivery counts once, also over a restart', async () => {
  const [activity, deliveryId] = [activityOn(one()), crypto.randomUUID()]
  for (let time = 0; time < 2; time++) expect((await deliver(one(), activity, { deliveryId })).status).toBe(204)
  await vi.waitFor(() => expect(recorder.seen).toHaveLength(1), patience)
  await plugin.stop()
  await start()
  expect((await deliver(one(), activity, { deliveryId })).status).toBe(204)
  expect((await deliver(one(), activityOn(one(), { verb: 'card.moved' }))).status).toBe(204)
  await vi.waitFor(() => expect(recorder.seen.map(({ verb }) => verb)).toEqual(['card.updated', 'card.moved']), patience)
})

test("F55: a delivery that is stale, of another install's secret, or of an install that is not there is refused", async () => {
  expect((await deliver(one(), activityOn(one()), { atMs: Date.now() - 400_000 })).status).toBe(401)
  expect((await deliver(one(), activityOn(one()), { atMs: Date.now() + 400_000 })).status).toBe(401)
  expect((await deliver(one(), activityOn(one()), { secret: two().signingSecret })).status).toBe(401)
  expect((await deliver({ ...one(), name: 'three' }, activityOn(one()))).status).toBe(404)
  expect(recorder.seen).toEqual([])
})

test('an echo is known by the actor, and by the origin; a verb that is new and keys that are new pass', async () => {
  // An act of the plugin as a person has that person as actor and no origin: it is delivered like the acts of others.
  expect((await deliver(one(), activityOn(one(), { verb: 'card.completed', actorId: crypto.randomUUID() }))).status).toBe(204)
  expect((await deliver(one(), activityOn(one(), { actorId: one().actorId }))).status).toBe(204)
  expect((await deliver(one(), activityOn(one(), { origin: { integrationId: one().integrationId } }))).status).toBe(204)
  expect((await deliver(one(), { verb: 'something.else' })).status).toBe(204)
  expect((await deliver(one(), activityOn(one(), { verb: 'card.teleported', news: { deep: 1 } }))).status).toBe(204)
  await vi.waitFor(() => expect(recorder.seen.map(({ verb }) => verb)).toEqual(['card.completed', 'card.teleported']), patience)
})

scenario(
  'uninstalled, one install stops and the other goes on; after the last the plugin ends',
  ['integration.plugin.uninstalled-on-401'],
  async () => {
    let hasEnded = false
    void plugin.ended.then(() => (hasEnded = true))
    const hear = (install: InstalledPlugin) =>
      post(
        `${plugin.url}/provider/${install.name}`,
        signed('github-sha256', JSON.stringify({ id: crypto.randomUUID(), workspace: install.name, text: 'x' }), 's'),
      )
    recorder.onHearing = async (_event, { tandem: api }) => {
      await api.call('board.list')
    }
    await ada.delete(`/api/boards/${one().boardId}/integrations/${one().integrationId}`)
    // The first call of any kind that gets a 401 ends it.
    await vi.waitFor(async () => expect((await hear(one())).status).toBe(410), patience)
    expect((await hear(two())).status).toBe(200)
    await vi.waitFor(() => expect(recorder.heard.map(({ install }) => install)).toEqual(['two']), patience)
    expect(plugin.state().installs.map(({ state }) => state)).toEqual(['removed', 'active'])
    expect(hasEnded).toBe(false)
    await ada.delete(`/api/boards/${two().boardId}/integrations/${two().integrationId}`)
    await vi.waitFor(async () => expect((await hear(two())).status).toBe(410), patience)
    await plugin.ended
  },
)

test('started with tokens that Tandem does not know, it says so and ends; with one that it knows, it serves that', async () => {
  await plugin.stop()
  const known = environment.TANDEM_INSTALLS ?? ''
  environment = { ...environment, TANDEM_INSTALLS: known.replaceAll(/"kbt_[^"]*"/g, () => `"kbt_${crypto.randomUUID()}"`) }
  await expect(start()).rejects.toThrow('Tandem does not know the token of one, two: it is not the one that the installation returned')
  await expect(fetch(`${plugin.url}/health/live`)).rejects.toThrow('fetch failed')
  environment = { ...environment, TANDEM_INSTALLS: known.replace(one().token, `kbt_${crypto.randomUUID()}`) }
  await start()
  expect(plugin.state().installs.map(({ state }) => state)).toEqual(['removed', 'active'])
})

test('a port that is taken, a folder that is held, and one that cannot be made are named at the start; then it can be started again', async () => {
  const second = (change: Record<string, string>) => startPlugin(recorder, { environment: { ...environment, ...change } })
  await expect(second({})).rejects.toThrow(/^STATE_DIR: .* is in use by another process/)
  const folder = `${environment.STATE_DIR}/other`
  await expect(second({ STATE_DIR: folder })).rejects.toThrow(`HOST, PORT: 127.0.0.1:${environment.PORT} cannot be used (EADDRINUSE)`)
  await expect(second({ STATE_DIR: `${environment.STATE_DIR}/journal.ndjson/x`, PORT: '0' })).rejects.toThrow('cannot be created (ENOTDIR)')
  const other = await second({ STATE_DIR: folder, PORT: '0' })
  await other.stop()
  await plugin.stop()
  await start()
  const ready = await fetch(`${plugin.url}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
})

test('while Tandem is away it starts, keeps what the provider sends, and acts when Tandem is back', async () => {
  await plugin.stop()
  const away = await freePort()
  environment = { ...environment, TANDEM_URL: `http://127.0.0.1:${away}`, PROVIDER_SECRET: 's' }
  const sent = signed('github-sha256', JSON.stringify({ id: 'kept', workspace: 'one', text: 'kept' }), 's')
  const starting = start()
  await vi.waitFor(async () => expect((await post(`http://127.0.0.1:${environment.PORT}/provider`, sent)).status).toBe(200), {
    timeout: 60_000,
  })
  const unready = await fetch(`http://127.0.0.1:${environment.PORT}/health/ready`)
  expect([unready.status, await unready.json()]).toEqual([503, { status: 'starting' }])
  expect((await fetch(`http://127.0.0.1:${environment.PORT}/health/live`)).status).toBe(200)
  await starting
  await plugin.stop()
  environment = { ...environment, TANDEM_URL: tandem.url }
  await start()
  await vi.waitFor(() => expect(recorder.heard).toMatchObject([{ install: 'one', text: 'kept' }]), patience)
})

test('while Tandem is away, an install whose secret is kept there lets the provider send again; the others have it once', async () => {
  await plugin.stop()
  recorder = createRecorder('github-sha256')
  recorder.provider.isFor = () => true
  const withSecret = (name: string) => ({ secrets: name === 'one' ? { signingSecret: 's' } : {} })
  const known = JSON.parse(environment.TANDEM_INSTALLS ?? '').map((install: { name: string }) => ({
    ...install,
    ...withSecret(install.name),
  }))
  environment = { ...environment, TANDEM_INSTALLS: JSON.stringify(known), TANDEM_URL: `http://127.0.0.1:${await freePort()}` }
  const send = () =>
    post(
      `http://127.0.0.1:${environment.PORT}/provider`,
      signed('github-sha256', JSON.stringify({ id: 'again', workspace: 'x', text: 'x' }), 's'),
    )
  const starting = start()
  await vi.waitFor(async () => expect((await send()).status).toBe(503), { timeout: 60_000 })
  await starting
  await plugin.stop()
  environment = { ...environment, TANDEM_URL: tandem.url }
  await start()
  expect((await send()).status).toBe(200)
  await idle(environment)
  expect(recorder.heard.map(({ install }) => install).toSorted()).toEqual(['one', 'two'])
})

test('with a new state folder, and so a new key, it still opens the secrets that Tandem stores; without the key they stay closed', async () => {
  const send = () =>
    post(
      `${plugin.url}/provider/one`,
      signed('github-sha256', JSON.stringify({ id: crypto.randomUUID(), workspace: 'one', text: 'x' }), 's'),
    )
  expect((await send()).status).toBe(200)
  const asPlugin = tandem.withToken(one().token)
  const before = (await asPlugin.get('/api/integrations/self')).body.secrets
  await plugin.stop()
  environment = { ...environment, STATE_DIR: `${environment.STATE_DIR}/new` }
  await start()
  expect((await send()).status).toBe(200)
  const after = (await asPlugin.get('/api/integrations/self')).body.secrets
  const kidOf = ({ jwe }: { jwe: string }) => JSON.parse(Buffer.from(jwe.split('.')[0] ?? '', 'base64url').toString()).kid
  expect(kidOf(after[0])).not.toBe(kidOf(before[0]))
  expect(JSON.stringify(after)).not.toContain('"s"')
})
