import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostSubscriptions } from '../../src/live/live.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { open as openAt, type TestSocket, tryToOpen } from '../kit/socket.ts'

const METRICS_TOKEN = 'the-token-of-who-reads'

let tandem: TestService
let ada: Person
let boardId: string
let listId: string

beforeAll(async () => {
  tandem = await startTestService({ environment: { METRICS_TOKEN } })
  ada = await tandem.register('Ada')
  ;({ boardId, listId } = await makeBoard())
})
afterAll(() => tandem?.stop())

async function makeBoard(by: Person = ada) {
  const made = await by.post('/api/boards', { name: 'Engine', template: 'kanban' })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const id = made.body.id as string
  return { boardId: id, listId: (await by.get(`/api/boards/${id}`)).body.lists[0].id as string }
}
const open = (who: Person = ada, url = tandem.url) => openAt(url, { cookie: who.cookie ?? '' })
const card = (into = listId) => ada.post(`/api/lists/${into}/cards`, { title: 'x' })
async function gaveUpOnOne(): Promise<boolean> {
  const figures = await fetch(`${tandem.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return (await figures.text()).includes('tandem_sockets_closed_total{reason="tooSlow"} 1')
}
const ended = (socket: TestSocket) => until(() => socket.closed)

describe('what is not understood', () => {
  test('is answered by an error, and the socket lives on (F82)', async () => {
    const socket = await open()
    const nonsense = [
      'x',
      '',
      'null',
      '[]',
      '"subscribe"',
      '{}',
      '{"type":"reboot"}',
      '{"type":"__proto__"}',
      '{"type":"constructor"}',
      '{"type":["subscribe"]}',
      '{"type":"subscribe"}',
      '{"type":"subscribe","boardId":{"$gt":""}}',
      '{"type":"unsubscribe","boardId":"1; drop table boards"}',
      '{"type":"presence","boardId":"x","cardId":7}',
      `{"type":${'['.repeat(30_000)}`,
      '['.repeat(60_000),
      Buffer.from([0xff, 0x00]),
    ]
    for (const frame of nonsense) {
      socket.say(frame)
      expect((await socket.next('error')).error.code).toBe('validation')
    }
    await socket.settled()
    expect(await socket.subscribe(boardId)).toBeGreaterThan(0)
    socket.close()
  })

  test('a frame of more than 64 KiB, or bad UTF-8, closes this socket only', {
    meta: { proves: ['limit.socket.frame'] },
  }, async () => {
    const neighbour = await open()
    const long = await open()
    long.say(' '.repeat(65_537))
    expect((await ended(long)).code).toBe(1009)
    const broken = await open()
    broken.ws.send(Buffer.from([0xff, 0xfe]), { binary: false })
    expect((await ended(broken)).code).toBe(1007)
    await neighbour.settled()
    neighbour.close()
  })

  test('a flood closes this socket only, with 1008 (F82)', { meta: { proves: ['limit.socket.waiting'] } }, async () => {
    const neighbour = await open()
    const flooding = await open()
    for (let n = 0; n < 20_000; n++) flooding.say('{"type":"ping"}')
    expect((await ended(flooding)).code).toBe(1008)
    await neighbour.settled()
    neighbour.close()
  })
})

describe('limits', () => {
  test('frames come from the bucket of the requests; refused ones are answered, and one of them later passes', async () => {
    const limited = await startTestService({ environment: { RATE_LIMIT_SESSION: '60/20' } })
    try {
      const mia = await limited.register('Mia')
      const socket = await open(mia, limited.url)
      for (let n = 0; n < 40; n++) socket.say({ type: 'ping' })
      expect((await socket.next('error')).error).toMatchObject({ code: 'rate_limited' })
      await until(() => socket.frames.length >= 40)
      expect((await mia.get('/api/me')).status).toBe(429)
      expect(await tryToOpen(limited.url, { cookie: mia.cookie ?? '' })).toEqual({ status: 429, code: 'rate_limited' })
      limited.clock.advance(60_000)
      await socket.settled()
      expect((await mia.get('/api/me')).status).toBe(200)
      socket.close()
    } finally {
      await limited.stop()
    }
  })

  test(`a socket follows ${mostSubscriptions} boards at most; one that is left makes room`, {
    meta: { proves: ['limit.socket.subscriptions'] },
  }, async () => {
    const ids: string[] = []
    while (ids.length <= mostSubscriptions) ids.push(...(await Promise.all([1, 2, 3].map(async () => (await makeBoard()).boardId))))
    ids.splice(mostSubscriptions + 1)
    const socket = await open()
    for (const id of ids.slice(0, -1)) await socket.subscribe(id)
    const last = ids.at(-1) as string
    socket.say({ type: 'subscribe', boardId: last })
    expect(await socket.next('error')).toMatchObject({ boardId: last, error: { code: 'conflict' } })
    socket.say({ type: 'unsubscribe', boardId: ids[0] as string })
    await socket.subscribe(last)
    socket.close()
  })
})

describe('who does not read', () => {
  test('is closed with 4408 at 4 MiB, resumes without a gap, and does not delay others (F82)', async () => {
    const board = await makeBoard()
    const start = (await ada.get(`/api/boards/${board.boardId}`)).body.seq as number
    const [slow, quick] = [await open(), await open()]
    for (const socket of [slow, quick]) await socket.subscribe(board.boardId)
    slow.ws.pause()
    const { id } = (await card(board.listId)).body
    const body = 'x'.repeat(100_000)
    // 20 MB, because the kernel buffers of both ends hold some data besides the 4 MiB of the limit.
    const comments = 200
    for (let n = 0; n < comments; n += 10) {
      await Promise.all(Array.from({ length: 10 }, () => ada.post(`/api/cards/${id}/comments`, { body })))
      await until(() => quick.seqs(board.boardId).length === n + 11)
      // The service resets the connection unless the client reads the close frame within five seconds.
      if (await gaveUpOnOne()) slow.ws.resume()
    }
    expect((await ended(slow)).code).toBe(4408)
    expect(quick.closed).toBeNull()
    const last = slow.seqs(board.boardId).at(-1) ?? start
    expect(last).toBeLessThan(start + comments + 1)
    const again = await open()
    await again.subscribe(board.boardId, last)
    await until(() => again.seqs(board.boardId).length === start + comments + 1 - last)
    expect(again.seqs(board.boardId).at(-1)).toBe(start + comments + 1)
    for (const socket of [quick, again]) socket.close()
  })

  test('a peer that answers no ping is given up', async () => {
    const [silent, alive] = [await open(), await open()]
    silent.ws.pause()
    for (let n = 0; n < 3; n++) {
      tandem.clock.advance(31_000)
      await alive.settled()
    }
    expect((await alive.settled(), alive.closed)).toBeNull()
    silent.ws.resume()
    expect((await ended(silent)).code).toBe(1006)
    alive.close()
  })
})

test('events for three hundred sockets reach all of them, each once and in order', async () => {
  const sockets: TestSocket[] = []
  for (let n = 0; n < 6; n++) sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => open()))))
  const [head] = await Promise.all(sockets.map((socket) => socket.subscribe(boardId)))
  await Promise.all(Array.from({ length: 20 }, () => card()))
  await until(() => sockets.every((socket) => socket.seqs(boardId).length >= 20), 30_000)
  const expected = Array.from({ length: 20 }, (_, n) => (head ?? 0) + 1 + n)
  for (const socket of sockets) {
    expect(socket.seqs(boardId)).toEqual(expected)
    socket.close()
  }
})

test('at a shutdown every socket is closed with 1012, and silent clients are not waited for', async () => {
  const brief = await startTestService()
  const mia = await brief.register('Mia')
  const [polite, silent] = [await open(mia, brief.url), await open(mia, brief.url)]
  silent.ws.pause()
  brief.service.drain()
  const stopped = brief.stop()
  expect((await ended(polite)).code).toBe(1012)
  await stopped
  silent.ws.resume()
  await ended(silent)
})
