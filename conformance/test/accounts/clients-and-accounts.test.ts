import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, isActivity, webhookReceiver } from '@tandem/client'
import { catalogue, type OperationName, type OperationSpec, signatureHeaders, signatureV2 } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { buildWeb } from '../../../apps/web/test/kit/build.ts'
import { call } from '../../src/call.ts'
import { hook, until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  // Before the service starts in this process: the build blocks it so long that connections would be closed.
  buildWeb()
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const withToken = async (scopes: string[]): Promise<Who> => {
  const { token } = await allowed(world.mia, 'token.create', { label: 'x', scopes })
  return { ...world.mia, headers: { authorization: `Bearer ${token}` } }
}

scenario(
  'activity, comments, search results, notifications, deliveries and runs of rules come in pages',
  ['convention.paging.collections'],
  async () => {
    const { ada, mia } = world
    const hooked = await hook(world, board, ['card.created'], 204)
    const { id: ruleId } = await allowed(ada, 'rule.create', {
      boardId: board.id,
      name: 'Check',
      trigger: { verb: 'card.created' as const },
      actions: [{ type: 'add_checklist_item', text: 'Check' }],
    })
    const { id: cardId } = await board.card('A pump', { assigneeActorIds: [mia.actorId] })
    await board.card('Another pump', { assigneeActorIds: [mia.actorId] })
    for (const body of ['One', 'Two']) await allowed(ada, 'comment.create', { cardId, body })
    await hooked.heard(2)
    await until(async () => (await allowed(ada, 'rule.runs', { ruleId, limit: 10 })).length === 2)
    const collections: { [N in OperationName]?: Record<string, unknown> } = {
      'board.activity': { boardId: board.id },
      'comment.list': { cardId },
      'search.cards': { q: 'pump', boardId: [board.id] },
      'notification.list': {},
      'webhook.deliveries': { boardId: board.id, webhookId: hooked.id },
      'rule.runs': { ruleId },
    }
    for (const [name, input] of Object.entries(collections) as [OperationName, object][]) {
      expect([name, (catalogue[name] as OperationSpec).paged]).toEqual([name, true])
      const by = name === 'notification.list' ? mia : ada
      const page = await call(by, name, { ...input, limit: 1 })
      expect([name, page.ok, page.headers.get('link')]).toEqual([name, true, expect.stringContaining('rel="next"')])
    }
  },
)

scenario('clients go on when an answer or an event says more than they know', ['convention.additive.unknown-tolerated'], async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify([{ id: '1', name: 'Engine', invented: { later: true } }]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'kbt_x' })
  expect(await client.call('board.list')).toMatchObject([{ name: 'Engine' }])

  const activity = { id: '1', seq: 7, boardId: '2', verb: 'card.sung_to', payload: { song: 'x' }, invented: 1 }
  const taken: unknown[] = []
  const secret = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTE='
  const receive = webhookReceiver({ secret, take: (heard) => void taken.push(heard) })
  const deliver = await signed(secret, JSON.stringify(activity))
  expect(await receive(deliver)).toEqual({ status: 204, repeated: false })
  expect(taken).toEqual([activity])
  expect(isActivity(activity as never, 'card.created')).toBe(false)
})

scenario('a delivery that comes twice is acted on once', ['delivery.receiver.dedupe'], async () => {
  const { webhook } = await allowed(world.ada, 'webhook.create', { boardId: board.id, url: 'http://127.0.0.1:1025/', events: ['card.*'] })
  const secret = webhook.secret ?? ''
  let acted = 0
  const receive = webhookReceiver({ secret, take: () => void acted++ })
  const delivery = await signed(secret, JSON.stringify({ verb: 'card.created', payload: {} }))
  const receipts = [await receive(delivery), ...(await Promise.all([receive(delivery), receive(delivery)]))]
  expect(receipts).toEqual([
    { status: 204, repeated: false },
    { status: 204, repeated: true },
    { status: 204, repeated: true },
  ])
  expect(acted).toBe(1)
})

async function signed(secret: string, rawBody: string) {
  const deliveryId = crypto.randomUUID()
  const seconds = Math.floor(Date.now() / 1000)
  const signature = await signatureV2(secret, deliveryId, seconds, rawBody)
  const headers = {
    [signatureHeaders.deliveryId]: deliveryId,
    [signatureHeaders.timestamp]: String(seconds),
    [signatureHeaders.signature]: signature,
  }
  return { headers, rawBody }
}

scenario('the e-mail of a person is told to that person alone', ['actor.record.email-own-only'], async () => {
  const { ada, mia, robo } = world
  const { email } = await allowed(ada, 'me.get', {})
  expect(email).toContain('@')
  const { id: cardId } = await board.card('A', { assigneeActorIds: [ada.actorId] })
  await allowed(ada, 'comment.create', { cardId, body: 'B' })
  for (const who of [mia, robo]) {
    const answers = [
      await allowed(who, 'board.tree', { boardId: board.id }),
      await allowed(who, 'member.list', { boardId: board.id }),
      await allowed(who, 'card.get', { cardId }),
      await allowed(who, 'board.activity', { boardId: board.id }),
      await allowed(who, 'search.cards', { q: 'A' }),
      await allowed(who, 'board.export', { boardId: board.id }),
    ]
    expect(JSON.stringify(answers)).not.toContain(email ?? '')
  }
})

scenario('private acts stand in the audit log of who did them, and in the log of no board', ['actor.audit.private-acts'], async () => {
  const { ada, mia } = world
  const { id: cardId } = await board.card('A', { assigneeActorIds: [mia.actorId] })
  const [row] = await allowed(mia, 'notification.list', { limit: 1 })
  const recorded = await board.recorded(async () => {
    await allowed(mia, 'watch.set', { cardId })
    await allowed(mia, 'notification.read', { notificationId: row?.id ?? '' })
    await allowed(mia, 'me.update', { timezone: 'Europe/Berlin' })
    const { id: tokenId } = await allowed(mia, 'token.create', { label: 'x', scopes: ['boards:read'] })
    await allowed(mia, 'token.revoke', { tokenId })
    await allowed(mia, 'agent.create', { name: 'Helper' })
  })
  expect(verbsOf(recorded)).toEqual([])
  const acts = (await allowed(mia, 'me.audit', { limit: 50 })).map(({ act }) => act)
  expect(acts.slice(0, 6)).toEqual(['agent.create', 'token.revoke', 'token.create', 'me.update', 'notification.read', 'watch.set'])
  expect((await allowed(ada, 'me.audit', { limit: 50 })).filter(({ actorId }) => actorId === mia.actorId)).toEqual([])
})

scenario('a board is imported with boards:write and no leash', ['scope.role.import'], async () => {
  const input = () => ({ file: new File(['title\nOne\n'], 'cards.csv') })
  await refused(await withToken(['boards:read', 'cards:write']), 'board.import', input(), 'forbidden')
  await refused(await withToken(['boards:write', `board:${board.id}`]), 'board.import', input(), 'forbidden')
  expect(await allowed(await withToken(['boards:write']), 'board.import', input())).toHaveProperty('importId')
})

scenario('the files of the web app are public', ['auth.public.web-files'], async () => {
  const { url } = world.tandem
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? []
  const fetched = await fetch(url + script)
  expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
})
