import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { expectRefusal, startWorld, type World } from '../rest/world.ts'
import { answerOf, dataDirectory, fileRows, upload } from './files.ts'
import { boundary, chunked, end, fieldPart, filePart, part, sendChunks } from './raw.ts'

const maxBytes = 100_000

let world: World
let data: Awaited<ReturnType<typeof dataDirectory>>

beforeAll(async () => {
  data = await dataDirectory()
  world = await startWorld({ DATA_DIR: data.path, ATTACHMENT_MAX_BYTES: String(maxBytes), ATTACHMENT_BOARD_QUOTA_BYTES: '250000' })
})
afterAll(async () => {
  await world.service.stop()
  await data.remove()
})

const path = () => `/api/cards/${world.board.cards[0]}/attachments`

async function post(body: Buffer | string, type = `multipart/form-data; boundary=${boundary}`) {
  const headers = { ...world.member.headers, 'content-type': type }
  return answerOf(await fetch(world.service.url + path(), { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) }))
}

const head = (...lines: string[]) => [
  `POST ${path()} HTTP/1.1`,
  'Host: localhost',
  `Cookie: ${world.member.headers.cookie}`,
  `Content-Type: multipart/form-data; boundary=${boundary}`,
  ...lines,
]

describe('an upload that is refused or breaks off leaves no row and no file (F72)', () => {
  let before: { rows: unknown[]; files: string[]; count: number }
  const state = async () => ({
    rows: await world.service.database.rows(fileRows),
    files: await data.files(),
    count: (await world.member.get(`/api/cards/${world.board.cards[0]}`)).body.card.attachmentCount,
  })
  beforeEach(async () => {
    before = await state()
  })
  const expectNothingLeft = async () => expect(await state()).toEqual(before)

  test('a file of one byte too many', async () => {
    expectRefusal(await upload(world, world.member, Buffer.alloc(maxBytes + 1)), 413, 'payload_too_large')
    await expectNothingLeft()
    const { status, body } = await upload(world, world.member, Buffer.alloc(maxBytes))
    expect(status).toBe(201)
    expect((await world.member.delete(`/api/attachments/${body.id}`)).status).toBe(204)
  })

  test('a body that says it is far too long, before any of it is read', async () => {
    const answer = await sendChunks(world.service.url, head(`Content-Length: ${10 * maxBytes}`), [])
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large'])
    await expectNothingLeft()
  })

  test('chunks without end', async () => {
    function* endless() {
      yield chunked(filePart('').subarray(0, -2))
      for (let sent = 0; sent < 2_000; sent++) yield chunked(Buffer.alloc(16_384))
    }
    const answer = await sendChunks(world.service.url, head('Transfer-Encoding: chunked'), endless())
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large'])
    await expectNothingLeft()
  })

  test('a length that lies: too short', async () => {
    const body = Buffer.concat([filePart('hello'), end])
    const answer = await sendChunks(world.service.url, head('Content-Length: 60', 'Connection: close'), [body])
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation'])
    await expectNothingLeft()
  })

  test.each([
    ['in the middle of chunks', 'Transfer-Encoding: chunked', (bytes: Buffer) => chunked(bytes)],
    ['below the length that it said', 'Content-Length: 90000', (bytes: Buffer) => bytes],
  ])('a caller that hangs up %s', async (_, line, sent) => {
    const { port } = new URL(world.service.url)
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    socket.on('error', () => {})
    socket.write(`${head(line).join('\r\n')}\r\n\r\n`)
    socket.write(sent(filePart(Buffer.alloc(50_000)).subarray(0, 30_000)))
    await until(async () => (await data.files()).some((name) => name.endsWith('.part')))
    socket.destroy()
    await until(async () => JSON.stringify(await state()) === JSON.stringify(before))
  })

  test.each([
    ['10,000 parts', () => Buffer.concat([...Array.from({ length: 10_000 }, (_, at) => fieldPart(`f${at}`, 'x')), filePart('x'), end])],
    ['10,000 files', () => Buffer.concat([...Array.from({ length: 10_000 }, () => filePart('x')), end])],
    ['two files', () => Buffer.concat([filePart('one'), filePart('two'), end])],
    [
      'a file, then fields beyond the limit',
      () => Buffer.concat([filePart('one'), ...Array.from({ length: 20 }, () => fieldPart('f', 'x')), end]),
    ],
    ['a file in another part', () => Buffer.concat([filePart('one', 'avatar'), end])],
    ['a file, then one in another part', () => Buffer.concat([filePart('one'), filePart('two', 'avatar'), end])],
    ['no part', () => end],
    ['no file', () => Buffer.concat([fieldPart('name', 'x'), end])],
    ['nothing', () => ''],
    ['JSON posing as multipart', () => '{"url": "https://example.org/", "name": "x"}'],
    ['a file without its end', () => filePart('hello').subarray(0, -4)],
    ['a part without its headers', () => Buffer.from(`--${boundary}\r\nContent-Disp`)],
    ['a prototype for a name', () => Buffer.concat([filePart('hello'), fieldPart('__proto__', 'x'), end])],
    ['a NUL in the name to show', () => Buffer.concat([filePart('hello'), fieldPart('name', 'a\0b'), end])],
    ['an empty name to show', () => Buffer.concat([filePart('hello'), fieldPart('name', ''), end])],
    ['a field beyond the limit', () => Buffer.concat([fieldPart('name', 'x'.repeat(5_000)), filePart('hello'), end])],
    ['an address beside the file', () => Buffer.concat([fieldPart('url', 'https://example.org/'), filePart('hello'), end])],
    ['headers of a part beyond the limit', () => Buffer.concat([part(`X-Long: ${'x'.repeat(200_000)}`, 'x'), end])],
  ])('%s', { meta: { proves: ['limit.uploads.parts'] } }, async (_, body) => {
    const answer = await post(body())
    expect([400, 413]).toContain(answer.status)
    expectRefusal(answer, answer.status, answer.status === 413 ? 'payload_too_large' : 'validation')
    await expectNothingLeft()
  })

  test.each([
    ['no boundary', 'multipart/form-data', 400, 'validation'],
    ['another type', 'application/octet-stream', 415, 'unsupported_media_type'],
    ['another kind of multipart', 'multipart/mixed; boundary=x', 415, 'unsupported_media_type'],
  ])('a content type of %s', async (_, type, status, code) => {
    expectRefusal(await post(Buffer.concat([filePart('hello'), end]), type), status, code)
    await expectNothingLeft()
  })

  test('multipart sent to any other operation', async () => {
    const headers = { ...world.member.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }
    const body = new Uint8Array(Buffer.concat([fieldPart('title', 'x'), end]))
    const answer = await answerOf(
      await fetch(`${world.service.url}/api/lists/${world.board.lists[0]}/cards`, { method: 'POST', headers, body }),
    )
    expectRefusal(answer, 415, 'unsupported_media_type')
    await expectNothingLeft()
  })
})

test('a refused caller of a large file gets the answer, and the connection goes on', async () => {
  for (const _ of [1, 2, 3]) expectRefusal(await upload(world, world.viewer, Buffer.alloc(maxBytes)), 403, 'forbidden')
  expect((await upload(world, world.member, 'x')).status).toBe(201)
})

test('a file may take minutes to arrive; any other body has 30 s', { meta: { proves: ['limit.body.time'] } }, async () => {
  const sender = async (lines: readonly string[], first: Buffer) => {
    const { port } = new URL(world.service.url)
    const socket = connect({ host: '127.0.0.1', port: Number(port) })
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
    })
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(first)
    return { socket, received: () => received }
  }
  const whole = Buffer.concat([filePart(Buffer.alloc(50_000)), end])
  const slow = await sender(head(`Content-Length: ${whole.length}`), whole.subarray(0, 30_000))
  await until(async () => (await data.files()).some((name) => name.endsWith('.part')))
  const list = [`POST /api/lists/${world.board.lists[0]}/cards HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json']
  const late = await sender([...list, `Cookie: ${world.member.headers.cookie}`, 'Content-Length: 100'], Buffer.from('{"title"'))
  await until(async () => {
    world.service.clock.advance(31_000)
    return late.received() !== ''
  })
  expect(late.received()).toMatch(/^HTTP\/1.1 400 .*did not arrive in time/s)
  expect(slow.received()).toBe('')
  slow.socket.write(whole.subarray(30_000))
  await until(() => slow.received().startsWith('HTTP/1.1 201'))
  slow.socket.destroy()
})

describe('the quota of a board', () => {
  test('is held against two uploads at once that fit only one by one', async () => {
    const card = world.otherBoard.cards[0]
    const sizes = [100_000, 90_000]
    for (const size of sizes) expect((await upload(world, world.outsider, Buffer.alloc(size), {}, card)).status).toBe(201)
    const answers = await Promise.all([40_000, 40_000].map((size) => upload(world, world.outsider, Buffer.alloc(size), {}, card)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 413])
    const refused = answers.find((answer) => answer.status === 413)
    expect(refused?.body.error).toMatchObject({
      code: 'payload_too_large',
      details: { quotaBytes: 250_000, usedBytes: 230_000, sizeBytes: 40_000 },
    })
  })

  test('is freed by deleting, and counts per board', async () => {
    const { body } = await world.outsider.get(`/api/cards/${world.otherBoard.cards[0]}`)
    const [first] = body.card.attachments
    expectRefusal(await upload(world, world.outsider, Buffer.alloc(40_000), {}, world.otherBoard.cards[1]), 413, 'payload_too_large')
    expect((await world.outsider.delete(`/api/attachments/${first.id}`)).status).toBe(204)
    expect((await upload(world, world.outsider, Buffer.alloc(40_000), {}, world.otherBoard.cards[1])).status).toBe(201)
  })

  test('does not stand in the way of the first result', async () => {
    const sent = { headers: { 'idempotency-key': crypto.randomUUID() } }
    const first = await upload(world, world.member, Buffer.alloc(80_000), sent)
    expect(first.status).toBe(201)
    await upload(world, world.member, Buffer.alloc(100_000))
    await upload(world, world.member, Buffer.alloc(60_000))
    expect((await upload(world, world.member, Buffer.alloc(80_000))).status).toBe(413)
    const again = await upload(world, world.member, Buffer.alloc(80_000), sent)
    expect([again.status, again.body]).toEqual([201, first.body])
  })
})
