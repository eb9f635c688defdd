import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { open as openAt, type TestSocket } from '../kit/socket.ts'

/** Two instances on one database. The changes are made through `one`. */
let one: TestService
let other: TestService
let ada: Person
let eve: Person
let boardId: string
let listId: string
let sockets: TestSocket[] = []

beforeAll(async () => {
  one = await startTestService()
  other = await startTestService({ address: one.address, clock: one.clock })
  ada = await one.register('Ada')
  eve = await one.register('Eve')
})
afterAll(async () => {
  await other?.stop()
  await one?.stop()
})
beforeEach(async () => {
  ;({ boardId, listId } = await makeBoard())
})
afterEach(() => {
  for (const socket of sockets) socket.close()
  sockets = []
})

async function makeBoard() {
  const board = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
  const tree = await ada.get(`/api/boards/${board.body.id}`)
  return { boardId: board.body.id as string, listId: tree.body.lists[0].id as string }
}
const card = (title = 'x', into = listId) => ada.post(`/api/lists/${into}/cards`, { title })
const seqOf = async (id = boardId) => (await ada.get(`/api/boards/${id}`)).body.seq as number
const headersOf = (who: Person): Record<string, string> =>
  who.token ? { authorization: `Bearer ${who.token}` } : { cookie: who.cookie ?? '' }
async function open(who: Person = ada, at: TestService = one): Promise<TestSocket> {
  const socket = await openAt(at.url, headersOf(who))
  sockets.push(socket)
  return socket
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

describe('events', () => {
  test('a commit on a board arrives as the log has it, on both instances, at its subscribers only', async () => {
    const [here, there, elsewhere] = [await open(), await open(ada, other), await open(ada, other)]
    const head = await seqOf()
    expect(await here.subscribe(boardId)).toBe(head)
    expect(await there.subscribe(boardId)).toBe(head)
    await elsewhere.subscribe((await makeBoard()).boardId)
    await card('Rotate the keys')
    const event = await here.next('event')
    const [newest] = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body
    expect(event).toEqual({ type: 'event', boardId, seq: head + 1, activity: newest })
    expect(await there.next('event')).toEqual(event)
    await elsewhere.settled()
    expect(elsewhere.frames.filter((frame) => frame.type === 'event')).toEqual([])
  })

  test('a text of any length and any letters arrives whole', async () => {
    const socket = await open()
    await socket.subscribe(boardId)
    const { id } = (await card()).body
    for (const length of [1, 100, 126, 65_000, 66_000, 99_000]) {
      const body = `${length} 🜁é`.padEnd(length, 'x')
      await ada.post(`/api/cards/${id}/comments`, { body })
      const event = await socket.next('event', ({ activity }) => activity.verb === 'comment.added')
      expect(event.activity.payload.body).toBe(body)
    }
  })

  test('after unsubscribe nothing comes of that board; of another it still does', async () => {
    const socket = await open()
    const second = await makeBoard()
    await socket.subscribe(boardId)
    await socket.subscribe(second.boardId)
    socket.say({ type: 'unsubscribe', boardId })
    await socket.settled()
    await card()
    await card('y', second.listId)
    await socket.next('event', (frame) => frame.boardId === second.boardId)
    expect(socket.seqs(boardId)).toEqual([])
  })

  test('a board that one cannot read, or that is not there, is refused with its id; ids in capitals are ids', async () => {
    const socket = await open(eve)
    for (const id of [boardId, randomUUID()]) {
      socket.say({ type: 'subscribe', boardId: id })
      expect(await socket.next('error')).toMatchObject({ boardId: id, error: { code: 'not_found' } })
    }
    const own = await open()
    own.say({ type: 'subscribe', boardId: boardId.toUpperCase() })
    expect(await own.next('subscribed')).toMatchObject({ boardId })
  })

  test('a token subscribes within its scopes and its leash only', async () => {
    const second = await makeBoard()
    const minted = async (scopes: string[]) => (await ada.post('/api/tokens', { label: 'x', scopes })).body.token as string
    const blind = await open({ ...ada, token: await minted(['sessions:read']) })
    blind.say({ type: 'subscribe', boardId })
    expect(await blind.next('error')).toMatchObject({ boardId, error: { code: 'forbidden' } })
    const leashed = await open({ ...ada, token: await minted(['boards:read', `board:${boardId}`]) })
    await leashed.subscribe(boardId)
    leashed.say({ type: 'subscribe', boardId: second.boardId })
    expect(await leashed.next('error')).toMatchObject({ boardId: second.boardId, error: { code: 'forbidden' } })
  })

  test('what another instance has done is found by looking when no word of it came', async () => {
    const deaf = await startTestService({
      address: one.address,
      clock: one.clock,
      bus: { publish: () => {}, subscribe: () => {}, start: () => {}, stop: async () => {} },
    })
    try {
      const socket = await open(ada, deaf)
      const head = await socket.subscribe(boardId)
      await card()
      expect((await socket.next('event')).seq).toBe(head + 1)
    } finally {
      await deaf.stop()
    }
  })
})

describe('resuming', () => {
  test('since brings what was missed, page after page, and then what is new', async () => {
    const { boardId: long, listId: into } = await makeBoard()
    const from = await seqOf(long)
    await Promise.all(Array.from({ length: 450 }, (_, n) => card(`card ${n}`, into)))
    const head = await seqOf(long)
    for (const at of [one, other]) {
      const socket = await open(ada, at)
      expect(await socket.subscribe(long, from)).toBe(from)
      await until(() => socket.seqs(long).length >= head - from)
      expect(socket.seqs(long)).toEqual(range(from + 1, head))
    }
    const live = await open(ada, other)
    await live.subscribe(long, head)
    await card('new', into)
    await live.next('event')
    expect(live.seqs(long)).toEqual([head + 1])
  })

  test('a since ahead of the board, or none at all, is refused; the socket lives on', async () => {
    const socket = await open()
    for (const since of [(await seqOf()) + 1, -1, 1.5, '0', null, 1e300]) {
      socket.say({ type: 'subscribe', boardId, since })
      expect(await socket.next('error')).toMatchObject({ boardId, error: { code: 'validation' } })
    }
    await socket.subscribe(boardId, await seqOf())
  })

  test('a refused subscription ends the one before it, as the error says', async () => {
    const [socket, witness] = [await open(), await open()]
    await socket.subscribe(boardId)
    await witness.subscribe(boardId)
    for (const since of [(await seqOf()) + 1, 'latest']) {
      socket.say({ type: 'subscribe', boardId, since })
      expect(await socket.next('error')).toMatchObject({ boardId, error: { code: 'validation' } })
      await card('Unheard')
      const head = await seqOf()
      await witness.next('event', ({ seq }) => seq === head)
      await socket.settled()
      expect(socket.seqs(boardId)).toEqual([])
      expect(await socket.subscribe(boardId)).toBe(head)
    }
    const head = await seqOf()
    await card('Heard')
    expect(await socket.next('event')).toMatchObject({ boardId, seq: head + 1 })
  })

  test('subscribing again and again under many writers, nothing is missed and nothing comes twice', async () => {
    const start = await seqOf()
    let writing = true
    const writers = Array.from({ length: 8 }, async () => {
      for (let n = 0; n < 60; n++) await card(`busy ${n}`)
    })
    const all = Promise.all(writers).finally(() => {
      writing = false
    })
    const follow = async (at: TestService) => {
      let last = start
      while (writing) {
        const socket = await open(ada, at)
        await socket.subscribe(boardId, last)
        const wanted = 1 + (last % 37)
        await until(() => socket.seqs(boardId).length >= wanted || !writing)
        socket.close()
        const seqs = socket.seqs(boardId)
        expect(seqs).toEqual(range(last + 1, last + seqs.length))
        last += seqs.length
      }
      const socket = await open(ada, at)
      await socket.subscribe(boardId, last)
      const head = await seqOf()
      await until(() => last + socket.seqs(boardId).length >= head)
      expect(socket.seqs(boardId)).toEqual(range(last + 1, head))
    }
    await Promise.all([follow(one), follow(other), follow(one), follow(other), all])
    expect(await seqOf()).toBe(start + 480)
  })
})

describe('presence', () => {
  test('who looks at which card is told to all who follow the board, on both instances, until the socket ends', async () => {
    const mia = await one.register('Mia')
    await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'viewer' })
    const cardId = (await card()).body.id
    const [here, there] = [await open(), await open(ada, other)]
    await here.subscribe(boardId)
    await there.subscribe(boardId)
    const looking = await open(mia)
    looking.say({ type: 'presence', boardId, cardId })
    const actors = [{ actorId: mia.actorId, cardId }]
    for (const socket of [here, there]) expect(await socket.next('presence')).toEqual({ type: 'presence', boardId, actors })
    const late = await open(ada, other)
    await late.subscribe(boardId)
    expect(await late.next('presence')).toEqual({ type: 'presence', boardId, actors })
    looking.say({ type: 'presence', boardId, cardId: null })
    for (const socket of [here, there])
      await socket.next('presence', (frame) => frame.actors[0]?.actorId === mia.actorId && frame.actors[0].cardId === null)
    looking.close()
    for (const socket of [here, there]) await socket.next('presence', (frame) => frame.actors.length === 0)
  })

  test('on a board that the caller cannot read it is refused, and other sockets get nothing', async () => {
    const socket = await open()
    await socket.subscribe(boardId)
    const stranger = await open(eve)
    stranger.say({ type: 'presence', boardId, cardId: null })
    expect(await stranger.next('error')).toMatchObject({ boardId, error: { code: 'not_found' } })
    await socket.settled()
    expect(socket.frames.filter((frame) => frame.type === 'presence')).toEqual([])
  })
})

describe('notifications', () => {
  test('each new row of the own inbox arrives once, without a subscription, on both instances; rows of others do not', async () => {
    const mia = await one.register('Mia')
    await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'member' })
    const before = (await card('before')).body.id
    await ada.post(`/api/cards/${before}/assignees`, { actorId: mia.actorId })
    const [here, there, stranger, own] = [await open(mia), await open(mia, other), await open(eve), await open()]
    const { id } = (await card('Rotate the keys')).body
    await ada.post(`/api/cards/${id}/assignees`, { actorId: mia.actorId })
    for (let n = 0; n < 5; n++) await ada.post(`/api/cards/${id}/comments`, { body: `@${mia.handle} ${n}` })
    const inbox = (await mia.get('/api/notifications')).body as { id: string }[]
    const told = (socket: TestSocket) => socket.frames.flatMap((frame) => (frame.type === 'notification' ? [frame.notification] : []))
    for (const socket of [here, there]) {
      await until(() => told(socket).length >= 6)
      await socket.settled()
      expect(told(socket).toSorted((a, b) => (a.id < b.id ? 1 : -1))).toEqual(inbox.slice(0, 6))
    }
    for (const socket of [stranger, own]) {
      await socket.settled()
      expect(told(socket)).toEqual([])
    }
  })

  test('a token hears of them with notifications:read and inside its leash only', async () => {
    const second = await makeBoard()
    const robo = (await ada.post('/api/agents', { name: 'Robo' })).body.id as string
    for (const id of [boardId, second.boardId]) await ada.post(`/api/boards/${id}/members`, { actorId: robo, role: 'member' })
    const minted = async (scopes: string[]) => (await ada.post('/api/tokens', { label: 'x', scopes, actorId: robo })).body.token as string
    const [blind, leashed] = [
      await open({ ...ada, token: await minted(['boards:read']) }),
      await open({ ...ada, token: await minted(['notifications:read', `board:${boardId}`]) }, other),
    ]
    for (const into of [second.listId, listId]) {
      const { id } = (await card('x', into)).body
      await ada.post(`/api/cards/${id}/delegation`, { agentActorId: robo })
    }
    expect((await leashed.next('notification')).notification).toMatchObject({ boardId, reason: 'delegated', actorId: robo })
    await blind.settled()
    await leashed.settled()
    expect(leashed.frames.filter((frame) => frame.type === 'notification')).toHaveLength(1)
    expect(blind.frames.filter((frame) => frame.type === 'notification')).toEqual([])
  })
})
