import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, startWorld, type World } from '../world.ts'
import { exchange, exchangeBytes } from './raw.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.service.stop())

const body = '{"title":"Raw"}'
const path = () => `/api/lists/${world.board.lists[0]}/cards`
const post = (...more: string[]) => [
  `POST ${path()} HTTP/1.1`,
  'Host: localhost',
  `Cookie: ${world.member.headers.cookie}`,
  'Content-Type: application/json',
  ...more,
]
const length = `Content-Length: ${body.length}`

async function refused(act: () => ReturnType<typeof exchange>, status: number, code: string): Promise<void> {
  const before = await world.snapshot()
  expectRefusal(await act(), status, code)
  expect(await world.snapshot()).toEqual(before)
}

describe('a body is taken', () => {
  test('with its length', async () => {
    expect((await exchange(world.service.url, post(length), body)).status).toBe(201)
  })

  test('in chunks', async () => {
    const chunks = Array.from(body, (letter) => `1\r\n${letter}\r\n`).join('')
    expect((await exchange(world.service.url, post('Transfer-Encoding: chunked'), `${chunks}0\r\n\r\n`)).status).toBe(201)
  })

  test('after Expect: 100-continue', async () => {
    expect((await exchange(world.service.url, post(length, 'Expect: 100-continue'), body)).status).toBe(201)
  })
})

describe('what is no well-formed request is refused in the envelope', () => {
  test('another expectation', async () => {
    await refused(() => exchange(world.service.url, post(length, 'Expect: a-miracle'), body), 400, 'validation')
  })

  test('HTTP/1.1 without Host', async () => {
    const lines = post(length).filter((line) => !line.startsWith('Host'))
    await refused(() => exchange(world.service.url, lines, body), 400, 'validation')
  })

  test.each<[string, () => string[], string]>([
    ['a length below zero', () => post('Content-Length: -1'), body],
    ['a length that is no number', () => post('Content-Length: ten'), body],
    ['two lengths', () => post(length, 'Content-Length: 1'), body],
    ['a length and chunks', () => post(length, 'Transfer-Encoding: chunked'), `f\r\n${body}\r\n0\r\n\r\n`],
    ['a chunk of no size', () => post('Transfer-Encoding: chunked'), `zz\r\n${body}\r\n0\r\n\r\n`],
    ['an unknown transfer encoding', () => post('Transfer-Encoding: gzip'), body],
    ['a header without a colon', () => post(length, 'Nonsense'), body],
    ['a folded header', () => post(length, 'X-One: 1\r\n two'), body],
    ['a space before the colon', () => post(length, 'X-One : 1'), body],
    ['a header with NUL', () => post(length, 'X-One: \0'), body],
    ['another version', () => ['GET /api/boards HTTP/3.0', 'Host: localhost'], ''],
    ['no method', () => ['/api/boards', 'Host: localhost'], ''],
  ])('%s', async (_, lines, sent) => {
    await refused(() => exchange(world.service.url, lines(), sent), 400, 'validation')
  })

  test('bytes that are no HTTP', async () => {
    const tls = Buffer.from('16030100c8010000c40303', 'hex')
    await refused(() => exchangeBytes(world.service.url, tls), 400, 'validation')
  })
})

describe('a length that lies', () => {
  test('too short: the cut-off body is refused, and the rest is never run as a request of its own', async () => {
    const smuggled = `POST ${path()} HTTP/1.1\r\nHost: localhost\r\nCookie: ${world.member.headers.cookie}\r\n\r\n`
    await refused(() => exchange(world.service.url, post('Content-Length: 5'), `${body}${smuggled}`), 400, 'validation')
  })

  test('too long: a caller that hangs up has done nothing', async () => {
    const before = await world.snapshot()
    const { port } = new URL(world.service.url)
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => {})
    socket.write(`${post('Content-Length: 1000').join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
    await closed
    expect((await world.member.get(`/api/boards/${world.board.id}`)).status).toBe(200)
    expect(await world.snapshot()).toEqual(before)
  })

  test('far beyond the limit: refused before the body is read', async () => {
    await refused(() => exchange(world.service.url, post('Content-Length: 99999999999'), ''), 413, 'payload_too_large')
  })
})
