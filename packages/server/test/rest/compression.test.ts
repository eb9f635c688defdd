import { type IncomingHttpHeaders, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bytesOf,
  gzipOf,
  type Piece,
  plainNow,
  plainOf,
  type Zip,
  zipOnThreads,
  zipSync,
} from '../../src/kernel/common/concatenated-gzip.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

type Raw = { status: number; headers: IncomingHttpHeaders; bytes: Buffer }

describe('JSON on the wire', () => {
  let tandem: TestService
  let ada: Person
  let boardId: string

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
    boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
    const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
    const lines = Array.from({ length: 40 }, (_, at) => `A card with the number ${at}`)
    for (const title of lines) await ada.post(`/api/lists/${list.id}/cards`, { title })
  })
  afterAll(() => tandem?.stop())

  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<Raw>((resolve, reject) => {
      const asked = request(`${tandem.url}${path}`, { headers: { cookie: ada.cookie ?? '', ...headers } }, (answer) => {
        const { statusCode: status = 0, headers: given } = answer
        answer.toArray().then((pieces) => resolve({ status, headers: given, bytes: Buffer.concat(pieces) }), reject)
      })
      asked.on('error', reject).end()
    })
  const gzip = { 'accept-encoding': 'br;q=1, gzip;q=0.8' }
  const tree = () => `/api/boards/${boardId}`
  const activity = () => `/api/boards/${boardId}/activity?limit=100`

  test('a board and a long answer are compressed for a client that takes gzip', { meta: { proves: ['convention.gzip'] } }, async () => {
    for (const path of [tree(), activity()]) {
      const [plain, small] = [await get(path), await get(path, gzip)]
      expect([plain.headers['content-encoding'], small.headers['content-encoding']]).toEqual([undefined, 'gzip'])
      expect([plain.headers.vary, small.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
      expect(small.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(JSON.parse(gunzipSync(small.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()))
      expect((await get(path, { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()
    }
  })

  test('each form has an ETag of its own, which is answered 304', { meta: { proves: ['convention.gzip'] } }, async () => {
    const tags = [(await get(tree())).headers.etag ?? '', (await get(tree(), gzip)).headers.etag ?? '']
    expect(tags[1]).toBe(tags[0]?.replace(/"$/, '-gzip"'))
    for (const [at, headers] of [{}, gzip].entries()) {
      const again = await get(tree(), { ...headers, 'if-none-match': tags[at] ?? '' })
      expect([again.status, again.bytes.length, again.headers['content-encoding'], again.headers.etag]).toEqual([
        304,
        0,
        undefined,
        tags[at],
      ])
      expect((await get(tree(), { ...headers, 'if-none-match': tags[1 - at] ?? '' })).status).toBe(200)
    }
  })

  test('a short answer goes out as it is', { meta: { proves: ['convention.gzip'] } }, async () => {
    const { headers, bytes } = await get('/api/me', gzip)
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(bytes.toString()).id).toBe(ada.actorId)
  })
})

describe('a text compressed in pieces', () => {
  test.each([
    ['synchronously', zipSync],
    ['on threads', zipOnThreads],
  ])('is one stream that decompresses to the same text, %s', async (_how, zip: Zip) => {
    const texts = ['', '{"cards":[', 'the same again, '.repeat(5_000), ',', 'grüße '.repeat(400), ']}']
    const pieces = await Promise.all(texts.map(zip.pieceOf))
    const text = Buffer.from(texts.join(''))
    // Checks the checksum and the length of the whole.
    expect(gunzipSync(gzipOf(pieces))).toEqual(text)
    expect(await plainOf(pieces)).toEqual(text)
    expect(plainNow(pieces)).toEqual(text)
    expect(bytesOf(pieces)).toBe(text.length)
    expect(await zip.textOf(pieces[2] as Piece)).toBe(texts[2])
    expect(gunzipSync(gzipOf([]))).toEqual(Buffer.alloc(0))
  })
})
