import type { ServerFrame } from '@tandem/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../server/test/kit/http.ts'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { createClient, type LiveSocket, type SocketOptions } from '../src/index.ts'

let tandem: TestService
let ada: Person
let boardId: string
let listId: string
const open: LiveSocket[] = []

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})
afterAll(() => tandem?.stop())

const card = () => ada.post(`/api/lists/${listId}/cards`, { title: 'x' })
const head = async (): Promise<number> => (await ada.get(`/api/boards/${boardId}`)).body.seq
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

type Heard = { socket: LiveSocket; seqs: number[]; frames: ServerFrame[]; states: string[]; connections: WebSocket[] }

/** A live socket that records its events, and whose connections can be broken. */
function listen(by: { cookie?: string; token?: string } = { cookie: ada.cookie ?? '' }, more: Partial<SocketOptions> = {}): Heard {
  const heard: Omit<Heard, 'socket'> = { seqs: [], frames: [], states: [], connections: [] }
  const keep = (frame: ServerFrame) => void heard.frames.push(frame)
  const socket = createClient({ url: tandem.url, ...by, retry: { firstDelayMs: 10 } }).listen({
    on: {
      presence: keep,
      notification: keep,
      error: keep,
      subscribed: keep,
      event: ({ seq }) => void heard.seqs.push(seq),
    },
    onState: (state) => void heard.states.push(state),
    connect(url) {
      const connection = new WebSocket(url)
      heard.connections.push(connection)
      return connection
    },
    ...more,
  })
  open.push(socket)
  return { ...heard, socket }
}
const isSubscribed = ({ frames }: Heard) => until(() => frames.some((frame) => frame.type === 'subscribed'))
const isOpen = ({ socket }: Heard) => until(() => socket.state === 'open')

describe('a live socket', () => {
  test('brings events in order, each once, over connections that break again and again', {
    meta: { proves: ['client.watch.once'] },
  }, async () => {
    const start = await head()
    const heard = listen()
    heard.socket.subscribe(boardId, start)
    for (let n = 0; n < 8; n++) {
      await Promise.all([card(), card()])
      heard.connections.at(-1)?.close()
      await Promise.all([card(), card()])
    }
    await until(() => heard.seqs.length >= 32)
    expect(heard.seqs).toEqual(range(start + 1, start + 32))
    expect(heard.connections.length).toBeGreaterThan(1)
  })

  test('without since it brings what is new, also what came while it was away', async () => {
    const heard = listen()
    heard.socket.subscribe(boardId)
    await isSubscribed(heard)
    const start = await head()
    heard.connections[0]?.close()
    await until(() => heard.socket.state !== 'open')
    await card()
    await until(() => heard.seqs.length > 0)
    expect(heard.seqs).toEqual([start + 1])
  })

  test('subscribed again from an earlier seq, it delivers everything from there, also with other frames in flight', async () => {
    const heard = listen()
    heard.socket.subscribe(boardId)
    await isSubscribed(heard)
    await card()
    await until(() => heard.seqs.length > 0)
    heard.seqs.length = 0
    const cards = [card(), card()]
    heard.socket.subscribe(boardId, 0)
    await Promise.all(cards)
    const now = await head()
    await until(() => heard.seqs.length >= now)
    expect(heard.seqs.slice(-now)).toEqual(range(1, now))
  })

  test('after unsubscribe nothing comes; presence is said again on the next connection', async () => {
    const other = (await ada.post('/api/boards', { name: 'Other' })).body.id as string
    const [heard, watching] = [listen(), listen()]
    for (const { socket } of [heard, watching]) socket.subscribe(boardId)
    await isOpen(heard)
    heard.socket.present(boardId, null)
    const isThere = (at: Heard) => until(() => at.frames.some((frame) => frame.type === 'presence' && frame.actors.length === 1))
    await isThere(watching)
    heard.connections.at(-1)?.close()
    await until(() => heard.connections.length === 2)
    await isOpen(heard)
    const late = listen()
    late.socket.subscribe(boardId)
    await isThere(late)
    heard.socket.unsubscribe(boardId)
    heard.socket.subscribe(other)
    await until(() => heard.frames.some((frame) => frame.type === 'subscribed' && frame.boardId === other))
    await card()
    await ada.patch(`/api/boards/${other}`, { description: 'changed' })
    await until(() => heard.seqs.length > 0)
    expect(heard.seqs).toHaveLength(1)
  })

  test('a subscription that is refused is told and not asked for again; notifications come without one', async () => {
    const mia = await tandem.register('Mia')
    const heard = listen({ cookie: mia.cookie ?? '' })
    heard.socket.subscribe(boardId)
    await until(() => heard.frames.some((frame) => frame.type === 'error'))
    expect(heard.frames).toMatchObject([{ type: 'error', boardId, error: { code: 'not_found' } }])
    await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'member' })
    await ada.post(`/api/cards/${(await card()).body.id}/assignees`, { actorId: mia.actorId })
    await until(() => heard.frames.some((frame) => frame.type === 'notification' && frame.notification.reason === 'assigned'))
    expect(heard.seqs).toEqual([])
  })

  test('it ends when the credential ends, and when it is closed', async () => {
    const minted = (await ada.post('/api/tokens', { label: 'x', scopes: ['boards:read'] })).body
    const [doomed, aborted] = [listen({ token: minted.token }), new AbortController()]
    const closing = listen(undefined, { signal: aborted.signal })
    await isOpen(doomed)
    await isOpen(closing)
    await ada.delete(`/api/tokens/${minted.id}`)
    await until(() => doomed.socket.state === 'signedOut')
    expect(doomed.states).toEqual(['open', 'signedOut'])
    expect(doomed.connections).toHaveLength(1)
    aborted.abort()
    await until(() => closing.connections[0]?.readyState === WebSocket.CLOSED)
    expect(closing.states).toEqual(['open', 'closed'])
    const unknown = listen({ token: minted.token })
    await until(() => unknown.socket.state === 'signedOut')
    expect(unknown.connections).toHaveLength(0)
  })

  test('a connection that has gone silent is asked, and left when no answer comes', async () => {
    const alive = listen(undefined, { silenceMs: 60 })
    await isOpen(alive)
    const deaf = listen(undefined, {
      silenceMs: 60,
      connect(url) {
        const connection = new WebSocket(url)
        connection.send = () => {}
        return connection
      },
    })
    await until(() => deaf.states.filter((state) => state === 'waiting').length >= 2)
    expect(alive.states).toEqual(['open'])
  })
})
