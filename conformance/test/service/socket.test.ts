import { serverFrame } from '@tandem/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { initialisedDataDir } from '../../../packages/server/test/embedded/fixture/scratch.ts'
import { ask, succeeded } from '../../../packages/server/test/faults/rig/ask.ts'
import { freePort, startTandem } from '../../../packages/server/test/faults/rig/tandem.ts'
import { open, type TestSocket, tryToOpen } from '../../../packages/server/test/kit/socket.ts'
import { receive, until } from '../../src/hooks.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

const METRICS_TOKEN = 'what-the-scraper-holds-42'

let world: World
let board: Board
let sockets: TestSocket[] = []

beforeAll(async () => {
  world = await startWorld({ METRICS_TOKEN })
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})
afterEach(() => {
  for (const socket of sockets) {
    // Every frame fits the contract.
    for (const frame of socket.frames) serverFrame.parse(frame)
    socket.close()
  }
  sockets = []
})

async function connect(who: Who = world.ada): Promise<TestSocket> {
  const socket = await open(who.url, who.headers)
  sockets.push(socket)
  return socket
}
const bearer = (token: string | null): Who => ({ ...world.ada, headers: { authorization: `Bearer ${token}` } })
const minted = async (scopes: string[], expiresAt?: string) =>
  allowed(world.ada, 'token.create', { label: 'x', scopes, ...(expiresAt && { expiresAt }) })
const ticket = async (who: Who = world.ada) => (await allowed(who, 'socket.ticket', {})).ticket ?? ''
const withTicket = (value: string) => tryToOpen(world.tandem.url, {}, `?ticket=${value}`)
const unauthorized = { status: 401, code: 'unauthorized' }
const notifications = (socket: TestSocket) => socket.frames.flatMap((frame) => (frame.type === 'notification' ? [frame.notification] : []))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

scenario(
  'a cookie, a bearer and a ticket open the socket; nothing, a wrong credential and a token in the URL do not',
  ['socket.auth.cookie', 'socket.auth.bearer', 'socket.auth.ticket', 'socket.auth.token-in-url', 'socket.auth.refused', 'socket.ping.pong'],
  async () => {
    const { token } = await minted(['boards:read'])
    for (const who of [world.ada, world.robo, bearer(token)]) await (await connect(who)).settled()
    const byTicket = await withTicket(await ticket())
    if (!('ws' in byTicket)) throw new Error(`the ticket was refused: ${byTicket.status}`)
    await byTicket.settled()
    byTicket.close()
    const { url } = world.tandem
    const refusals = [
      await tryToOpen(url),
      await tryToOpen(url, { cookie: 'kb_session=nonsense' }),
      await tryToOpen(url, {}, `?token=${token}`),
      await tryToOpen(url, {}, `?access_token=${token}`),
      await withTicket(token ?? ''),
    ]
    for (const refusal of refusals) expect(refusal).toEqual(unauthorized)
    expect(await tryToOpen(url, { ...world.ada.headers, authorization: 'Bearer kbt_nonsense' })).toEqual({
      status: 401,
      code: 'invalid_token',
    })
  },
)

scenario(
  'a ticket is for one handshake within 30 s, however many come with it',
  ['socket.auth.ticket-once', 'socket.auth.ticket-expires', 'socket.auth.ticket-shape'],
  async () => {
    const made = await allowed(world.ada, 'socket.ticket', {})
    expect(made).toEqual({ ticket: expect.any(String), expiresAt: expect.any(String) })
    expect(Date.parse(made.expiresAt) - world.tandem.clock.now()).toBeLessThanOrEqual(30_000)
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => withTicket(made.ticket ?? '')))
    expect(outcomes.filter((outcome) => 'ws' in outcome)).toHaveLength(1)
    expect(outcomes.filter((outcome) => 'status' in outcome)).toEqual(Array.from({ length: 5 }, () => unauthorized))
    for (const outcome of outcomes) if ('ws' in outcome) outcome.close()
    const late = await ticket()
    world.tandem.clock.advance(30_000)
    expect(await withTicket(late)).toEqual(unauthorized)
  },
)

scenario(
  'a page of another origin is refused; a program sends none (F115)',
  ['socket.auth.foreign-origin', 'socket.auth.no-origin'],
  async () => {
    const { url, headers } = world.ada
    const program = await open(url, headers)
    await program.settled()
    program.close()
    expect(await tryToOpen(url, { ...headers, origin: 'https://evil.example' })).toEqual({ status: 403, code: 'forbidden' })
    expect(await tryToOpen(url, { origin: 'https://evil.example' }, `?ticket=${await ticket()}`)).toEqual({
      status: 403,
      code: 'forbidden',
    })
    const own = await open(url, { ...headers, origin: url })
    await own.settled()
    own.close()
  },
)

scenario(
  'who subscribes to a board that they can read is told of it, of no other, and no longer after unsubscribing',
  [
    'socket.subscribe.confirmed',
    'socket.subscribe.unreadable',
    'socket.subscribe.unsubscribe',
    'socket.event.frame',
    'socket.event.other-boards',
    'socket.access.leash',
  ],
  async () => {
    const other = await makeBoard(world)
    const { token } = await minted(['boards:read', `board:${board.id}`])
    for (const who of [world.ada, world.vic, world.robo, bearer(token)]) {
      const socket = await connect(who)
      const { seq } = await board.tree()
      expect(await socket.subscribe(board.id)).toBe(seq)
      await other.card()
      const [activity] = await board.recorded(() => board.card('Rotate the keys'))
      expect(await socket.next('event')).toEqual({ type: 'event', boardId: board.id, seq: seq + 1, activity })
      socket.say({ type: 'unsubscribe', boardId: board.id })
      await socket.settled()
      await board.card()
      if (who.headers.authorization !== `Bearer ${token}`) {
        await socket.subscribe(other.id)
        await other.card()
        await socket.next('event', (frame) => frame.boardId === other.id)
      }
      await socket.settled()
      expect(socket.seqs(board.id)).toEqual([seq + 1])
    }
    for (const [who, boardId, code] of [
      [world.eve, board.id, 'not_found'],
      [bearer(token), other.id, 'forbidden'],
      [bearer((await minted(['sessions:read'])).token), board.id, 'forbidden'],
    ] as const) {
      const socket = await connect(who)
      socket.say({ type: 'subscribe', boardId })
      expect(await socket.next('error')).toMatchObject({ boardId, error: { code } })
      await allowed(world.ada, 'board.update', { boardId, description: `${Math.random()}` })
      await socket.settled()
      expect(socket.seqs(boardId)).toEqual([])
    }
  },
)

scenario(
  'a client that reconnects with since misses nothing and gets nothing twice, while others write',
  ['socket.resume.replays', 'socket.resume.no-gap', 'socket.resume.no-repeat'],
  async () => {
    const start = (await board.tree()).seq
    let writing = true
    const writers = Array.from({ length: 6 }, async () => {
      for (let n = 0; n < 50; n++) await board.card(`${n}`)
    })
    const all = Promise.all(writers).finally(() => {
      writing = false
    })
    const follow = async (stride: number) => {
      const seen: number[] = []
      const last = () => seen.at(-1) ?? start
      for (let isLast = false; !isLast; ) {
        isLast = !writing
        const socket = await connect()
        await socket.subscribe(board.id, last())
        const head = isLast ? (await board.tree()).seq : last() + stride
        await until(() => last() + socket.seqs(board.id).length >= head || (!isLast && !writing))
        socket.close()
        seen.push(...socket.seqs(board.id))
      }
      expect(seen).toEqual(range(start + 1, (await board.tree()).seq))
    }
    await Promise.all([follow(1), follow(7), follow(40), all])
    const live = await connect()
    await live.subscribe(board.id, start)
    const head = (await board.tree()).seq
    await until(() => live.seqs(board.id).length === head - start)
    await board.card('live')
    await until(() => live.seqs(board.id).at(-1) === head + 1)
    expect(live.seqs(board.id)).toEqual(range(start + 1, head + 1))
  },
)

scenario('who looks at a card is shown to those who follow the board, until they are gone', ['socket.presence.frame'], async () => {
  const card = await board.card()
  const [watching, looking] = [await connect(), await connect(world.vic)]
  await watching.subscribe(board.id)
  await looking.subscribe(board.id)
  looking.say({ type: 'presence', boardId: board.id, cardId: card.id })
  const actors = [{ actorId: world.vic.actorId, cardId: card.id }]
  expect(await watching.next('presence')).toEqual({ type: 'presence', boardId: board.id, actors })
  looking.close()
  expect(await watching.next('presence')).toEqual({ type: 'presence', boardId: board.id, actors: [] })
})

scenario(
  'a new row of the inbox is pushed only to its person, as the inbox has it, without a subscription',
  ['socket.notification.frame', 'socket.notification.no-subscription', 'socket.notification.own-only'],
  async () => {
    const [mias, vics] = [await connect(world.mia), await connect(world.vic)]
    await board.card('Rotate the keys', { assigneeActorIds: [world.mia.actorId] })
    const [row] = await allowed(world.mia, 'notification.list', { limit: 1 })
    expect(row?.reason).toBe('assigned')
    expect((await mias.next('notification')).notification).toEqual(row)
    await board.card('Another', { assigneeActorIds: [world.vic.actorId] })
    await vics.next('notification')
    await mias.settled()
    for (const [socket, who] of [
      [mias, world.mia],
      [vics, world.vic],
    ] as const)
      expect(notifications(socket).map((notification) => notification.actorId)).toEqual([who.actorId])
  },
)

scenario('a frame that makes no sense is answered by an error, and the socket lives on', ['socket.error.frame'], async () => {
  const socket = await connect()
  const nonsense = ['x', '[]', '{"type":"reboot"}', { type: 'subscribe' }, { type: 'presence', boardId: 7 }, Buffer.from('{"type":"ping"}')]
  const reasons: unknown[] = []
  for (const frame of nonsense) {
    socket.say(frame)
    const { code, reason } = (await socket.next('error')).error
    reasons.push([code, reason])
  }
  const unfit = Array.from({ length: 4 }, () => ['validation', 'frameUnfit'])
  expect(reasons).toEqual([['validation', 'frameNoJson'], ...unfit, ['validation', 'frameBinary']])
  socket.say({ type: 'subscribe', boardId: board.id, since: -1 })
  expect(await socket.next('error')).toMatchObject({ boardId: board.id, error: { code: 'validation' } })
  await socket.settled()
})

scenario('who is removed from a board is told so and hears nothing more of it; others do', ['socket.access.lost'], async () => {
  const [vics, adas] = [await connect(world.vic), await connect()]
  for (const socket of [vics, adas]) await socket.subscribe(board.id)
  await allowed(world.ada, 'member.remove', { boardId: board.id, actorId: world.vic.actorId })
  await board.card()
  expect(await vics.next('error')).toMatchObject({ boardId: board.id, error: { code: 'not_found' } })
  await adas.next('event', (frame) => frame.activity.verb === 'card.created')
  await vics.settled()
  expect(vics.seqs(board.id)).toEqual([])
})

scenario(
  'a token that is revoked or expires, and a session that is signed out of, close the socket with 4401',
  ['socket.access.revoked'],
  async () => {
    const [token, brief] = [
      await minted(['boards:read']),
      await minted(['boards:read'], new Date(world.tandem.clock.now() + 60_000).toISOString()),
    ]
    const person = await world.tandem.register('Brief')
    const signedIn: Who = { ...world.ada, headers: { cookie: person.cookie ?? '' } }
    const doomed = [await connect(bearer(token.token)), await connect(bearer(brief.token)), await connect(signedIn)]
    const bystander = await connect()
    await allowed(world.ada, 'token.revoke', { tokenId: token.id })
    await allowed(signedIn, 'auth.logout', {})
    world.tandem.clock.advance(61_000)
    for (const socket of doomed) expect((await until(() => socket.closed)).code).toBe(4401)
    await bystander.settled()
  },
)

async function hasClosedSlowSocket(): Promise<boolean> {
  const figures = await fetch(`${world.tandem.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return (await figures.text()).includes('tandem_sockets_closed_total{reason="tooSlow"} 1')
}

scenario('a socket with 4 MiB unread is closed with 4408, and no other', ['socket.slow.closed'], async () => {
  const [slow, quick] = [await connect(), await connect()]
  for (const socket of [slow, quick]) await socket.subscribe(board.id)
  slow.ws.pause()
  const { id: cardId } = await board.card()
  const body = 'x'.repeat(100_000)
  for (let n = 1; n <= 25; n++) {
    await Promise.all(Array.from({ length: 10 }, () => allowed(world.ada, 'comment.create', { cardId, body })))
    await until(() => quick.seqs(board.id).length === n * 10 + 1)
    // The service resets the connection unless the client reads the close frame within five seconds.
    if (await hasClosedSlowSocket()) slow.ws.resume()
  }
  expect((await until(() => slow.closed)).code).toBe(4408)
  expect(quick.closed).toBeNull()
})

scenario('a poll, a delivery and a socket hand out the same activity', ['activity.surfaces.same-object'], async () => {
  const receiver = await receive()
  const socket = await connect()
  await socket.subscribe(board.id)
  await allowed(world.ada, 'webhook.create', { boardId: board.id, url: receiver.url, events: ['card.created'] })
  const recorded = await board.recorded(() => board.card('Rotate the keys', { priority: 'high' }))
  const created = recorded.find(({ verb }) => verb === 'card.created')
  expect((await socket.next('event', (frame) => frame.activity.verb === 'card.created')).activity).toEqual(created)
  const [delivery] = await until(() => (receiver.received.length > 0 ? receiver.received : null))
  expect(delivery?.body).toEqual(created)
})

scenario('SIGTERM closes every socket with 1012', ['ops.shutdown.closes-sockets'], async () => {
  const tandem = startTandem({ DATA_DIR: await initialisedDataDir(), PORT: String(await freePort()) })
  onTestFinished(() => tandem.kill('SIGKILL'))
  await tandem.ready()
  const body = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }
  const registered = await ask(tandem.url, { method: 'POST', path: '/api/auth/register', body })
  if (!succeeded(registered)) throw new Error('Ada could not register')
  const cookie = registered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const both = [await open(tandem.url, { cookie }), await open(tandem.url, { cookie })]
  tandem.kill('SIGTERM')
  for (const socket of both) expect((await until(() => socket.closed)).code).toBe(1012)
  expect((await tandem.ended).code).toBe(0)
})
