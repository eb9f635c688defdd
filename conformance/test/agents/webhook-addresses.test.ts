import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { mayReachPrivateAddresses } from '../../../packages/server/src/config/derived.ts'
import { readConfig } from '../../../packages/server/src/config.ts'
import { createOutbound } from '../../../packages/server/src/outbound/outbound.ts'
import { freshDatabase } from '../../../packages/server/test/kit/database.ts'
import { startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { call } from '../../src/call.ts'
import { receive, until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

const publicUrl = 'https://93.184.216.34/hook'
const events = ['card.created']

/** A world and a board of it; both end with the test. */
async function start(
  { onTestFinished }: { onTestFinished(end: () => Promise<void>): void },
  environment: Record<string, string>,
): Promise<{ world: World; board: Board }> {
  const world = await startWorld(environment)
  onTestFinished(() => world.tandem.stop())
  return { world, board: await makeBoard(world) }
}

/** Which of the addresses may be registered, for a subscription of the board and, alike, of an actor. */
async function taken({ ada }: World, board: Board, urls: readonly string[]): Promise<string[]> {
  const ok = []
  for (const url of urls) {
    const answers = [
      await call(ada, 'webhook.create', { boardId: board.id, url, events }),
      await call(ada, 'actorWebhook.create', { actorId: ada.actorId, url, events: ['agent_session.*'] }),
    ]
    for (const answer of answers) if (!answer.ok) expect([url, answer.code]).toEqual([url, 'validation'])
    expect(new Set(answers.map((answer) => answer.ok)).size).toBe(1)
    if (answers[0]?.ok) ok.push(url)
  }
  return ok
}

const hidden = [
  'http://127.0.0.1:8080/',
  'http://localhost:8080/',
  'http://[::1]:8080/',
  'http://2130706433/',
  'http://[::ffff:127.0.0.1]/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://[fd12::1]/',
  'http://169.254.1.1/',
  'http://[fe80::1]/',
]
const metadata = ['http://169.254.169.254/latest/meta-data/', 'http://[fd00:ec2::254]/']

scenario(
  'an outbound address is http or https without credentials, in every operation',
  ['webhook.outbound.scheme', 'webhook.outbound.credentials'],
  async (context) => {
    const { world, board } = await start(context, { OUTBOUND_ALLOW_PRIVATE: 'true' })
    const schemes = ['ftp://93.184.216.34/', 'file:///etc/passwd', 'javascript:alert(1)', 'ws://93.184.216.34/']
    const credentials = ['https://ada@93.184.216.34/', 'https://ada:pass@93.184.216.34/', 'https://:pass@93.184.216.34/']
    const good = [publicUrl, 'http://93.184.216.34:8080/hook']
    expect(await taken(world, board, [...schemes, ...credentials, ...good])).toEqual(good)
    const { webhook } = await allowed(world.ada, 'webhook.create', { boardId: board.id, url: publicUrl, events })
    for (const url of [...schemes, ...credentials]) {
      await refused(world.ada, 'webhook.update', { boardId: board.id, webhookId: webhook.id, url }, 'validation')
      await refused(world.ada, 'me.update', { avatarUrl: url }, 'validation')
      await refused(world.ada, 'agent.update', { agentActorId: world.robo.actorId, avatarUrl: url }, 'validation')
    }
    expect((await allowed(world.ada, 'me.update', { avatarUrl: publicUrl })).avatarUrl).toBe(publicUrl)
  },
)

scenario(
  'what is loopback, private, link-local or a metadata service is refused when it is registered',
  ['webhook.outbound.private-refused'],
  async (context) => {
    const { world, board } = await start(context, { OUTBOUND_ALLOW_PRIVATE: 'false', WEBHOOK_MAX_PER_BOARD: '50' })
    expect(await taken(world, board, [...hidden, ...metadata, publicUrl])).toEqual([publicUrl])
    const { webhook } = await allowed(world.ada, 'webhook.create', { boardId: board.id, url: publicUrl, events })
    for (const url of [...hidden, ...metadata]) {
      await refused(world.ada, 'webhook.update', { boardId: board.id, webhookId: webhook.id, url }, 'validation')
      await refused(world.ada, 'me.update', { avatarUrl: url }, 'validation')
    }
  },
)

scenario('OUTBOUND_ALLOW_PRIVATE lets private addresses in', ['webhook.outbound.allow-private'], async (context) => {
  const { world, board } = await start(context, { OUTBOUND_ALLOW_PRIVATE: 'true', WEBHOOK_MAX_PER_BOARD: '50' })
  expect(await taken(world, board, [...hidden, publicUrl])).toEqual([...hidden, publicUrl])
  const receiver = await receive()
  await allowed(world.ada, 'webhook.create', { boardId: board.id, url: receiver.url, events })
  await board.card()
  await until(() => receiver.received.length === 1)
})

scenario(
  'OUTBOUND_ALLOWED lets in the hosts and ranges that it names, and no others',
  ['webhook.outbound.allowed-list'],
  async (context) => {
    const environment = { OUTBOUND_ALLOW_PRIVATE: 'false', OUTBOUND_ALLOWED: '127.0.0.1, 10.0.0.0/8', WEBHOOK_MAX_PER_BOARD: '50' }
    const { world, board } = await start(context, environment)
    const named = ['http://127.0.0.1:8080/', 'http://10.0.0.1/']
    expect(await taken(world, board, [...named, 'http://127.0.0.2:8080/', 'http://192.168.1.1/', ...metadata])).toEqual(named)
    const receiver = await receive()
    await allowed(world.ada, 'webhook.create', { boardId: board.id, url: receiver.url, events })
    await board.card()
    await until(() => receiver.received.length === 1)
    const hosts = createOutbound({ allowPrivate: false, allowed: 'inside.example', resolve: async () => ['10.1.2.3'] })
    await hosts.checkUrl('http://inside.example/')
    await expect(hosts.checkUrl('http://elsewhere.example/')).rejects.toMatchObject({ code: 'validation' })
  },
)

scenario(
  'a forbidden address is refused at connection time, also when it was allowed at registration',
  ['webhook.outbound.rebinding'],
  async ({ onTestFinished }) => {
    const fresh = await freshDatabase()
    const key = { INTEGRATION_SECRET_KEY: randomBytes(32).toString('base64') }
    const instance = async (allow: 'true' | 'false'): Promise<TestService> => {
      const tandem = await startTestService({ address: fresh.address, environment: { ...key, OUTBOUND_ALLOW_PRIVATE: allow } })
      onTestFinished(() => tandem.stop())
      return tandem
    }
    onTestFinished(() => fresh.drop())
    const receiver = await receive()
    const before = await instance('true')
    const ada = await before.register('Ada')
    const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
    const url = receiver.url.replace('127.0.0.1', 'localhost')
    await ada.post(`/api/boards/${boardId}/webhooks`, { url, events: ['list.created'] })
    await ada.post(`/api/boards/${boardId}/lists`, { name: 'One' })
    await until(() => receiver.received.length === 1)
    await before.service.workers.stop()
    await ada.post(`/api/boards/${boardId}/lists`, { name: 'Two' })
    const after = await instance('false')
    const blocked = `select 1 from deliveries where attempts > 0 and last_error = 'blocked'`
    await until(async () => (await after.database.pool.query(blocked)).rows.length === 1)
    expect(receiver.received).toHaveLength(1)

    let address = '93.184.216.34'
    const outbound = createOutbound({ allowPrivate: false, allowed: '', resolve: async () => [address] })
    const named = receiver.url.replace('127.0.0.1', 'rebinding.example')
    await outbound.checkUrl(named)
    address = '127.0.0.1'
    const post = { headers: {}, body: '{}', timeoutMs: 5_000, connectTimeoutMs: 2_000, readAtMostBytes: 1_024 }
    expect(await outbound.post(named, post)).toMatchObject({ status: null, errorClass: 'blocked' })
    expect(receiver.received).toHaveLength(1)
  },
)

scenario('private addresses are allowed by default only for a service on loopback', ['webhook.outbound.allow-default'], async () => {
  const may = (environment: Record<string, string>) => mayReachPrivateAddresses(readConfig(environment))
  expect(may({})).toBe(true)
  for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) expect(may({ PUBLIC_URL })).toBe(true)
  for (const HOST of ['0.0.0.0', '::', '192.168.1.2']) expect(may({ HOST })).toBe(false)
  for (const PUBLIC_URL of ['https://localhost', 'https://tandem.example', 'http://tandem.example', 'http://192.168.1.2'])
    expect(may({ PUBLIC_URL })).toBe(false)
  expect([may({ HOST: '0.0.0.0', OUTBOUND_ALLOW_PRIVATE: 'true' }), may({ OUTBOUND_ALLOW_PRIVATE: 'false' })]).toEqual([true, false])
})
