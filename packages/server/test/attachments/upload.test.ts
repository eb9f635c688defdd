import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { expectRefusal, startWorld, type World } from '../rest/world.ts'
import { dataDirectory, download, fileRows, png, upload } from './files.ts'

let world: World
let data: Awaited<ReturnType<typeof dataDirectory>>

beforeAll(async () => {
  data = await dataDirectory()
  world = await startWorld({ DATA_DIR: data.path, ATTACHMENT_MAX_BYTES: '100000', ATTACHMENT_BOARD_QUOTA_BYTES: '1000000' })
})
afterAll(async () => {
  await world.service.stop()
  await data.remove()
})

const card = () => world.board.cards[0] ?? ''

describe('a file on a card', () => {
  test('comes back byte for byte, as a download that can run nothing', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 251))
    const { status, body } = await upload(world, world.member, bytes, { name: 'data.bin', type: 'application/x-thing' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ cardId: card(), kind: 'file', name: 'data.bin', filename: 'data.bin', contentType: 'application/x-thing' })
    expect(body).toMatchObject({ sizeBytes: 70_000, createdByActorId: world.member.actorId, url: `/api/attachments/${body.id}` })
    const got = await download(world, world.viewer, body.url)
    expect(got.status).toBe(200)
    expect(got.bytes.equals(bytes)).toBe(true)
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '70000',
      'content-disposition': `attachment; filename="data.bin"; filename*=UTF-8''data.bin`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('is told in the log and counted on the card, until it is deleted', async () => {
    const before = (await world.member.get(`/api/cards/${card()}`)).body.card
    const { body } = await upload(world, world.member, 'hello', { fields: { name: 'A greeting' } })
    const after = (await world.member.get(`/api/cards/${card()}`)).body.card
    expect(after.attachmentCount).toBe(before.attachmentCount + 1)
    expect(after.attachments.at(-1)).toEqual(body)
    expect(body.name).toBe('A greeting')
    const told = { cardId: card(), attachmentId: body.id, filename: 'notes.txt' }
    expect(await lastActivity()).toMatchObject({
      verb: 'card.attachment_added',
      payload: { ...told, contentType: 'text/plain', sizeBytes: 5 },
    })
    expectRefusal(await world.viewer.delete(`/api/attachments/${body.id}`), 403, 'forbidden')
    expect((await world.member.delete(`/api/attachments/${body.id}`)).status).toBe(204)
    expect(await lastActivity()).toMatchObject({ verb: 'card.attachment_removed', payload: told })
    expect((await world.member.get(`/api/cards/${card()}`)).body.card.attachmentCount).toBe(before.attachmentCount)
    expectRefusal(await world.member.get(`/api/attachments/${body.id}`), 404, 'not_found')
    expectRefusal(await world.member.delete(`/api/attachments/${body.id}`), 404, 'not_found')
  })

  test('cannot be found by people who cannot read the board (F60)', async () => {
    const { body } = await upload(world, world.member, 'hello')
    expectRefusal(await world.outsider.get(`/api/attachments/${body.id}`), 404, 'not_found')
    expectRefusal(await world.outsider.delete(`/api/attachments/${body.id}`), 404, 'not_found')
    expectRefusal(await world.anonymous.get(`/api/attachments/${body.id}`), 401, 'unauthorized')
    expect((await world.reader.get(`/api/attachments/${body.id}`)).status).toBe(200)
  })

  test('of no bytes is a file too', async () => {
    const { status, body } = await upload(world, world.member, '', { name: 'empty.txt' })
    expect([status, body.sizeBytes]).toEqual([201, 0])
    const got = await download(world, world.viewer, body.url)
    expect([got.status, got.bytes.length, got.headers.get('content-length')]).toEqual([200, 0, '0'])
  })

  test('supports ranges and conditional requests', { meta: { proves: ['attachment.download.ranges'] } }, async () => {
    const { body } = await upload(world, world.member, '0123456789')
    const whole = await download(world, world.viewer, body.url)
    const etag = whole.headers.get('etag') ?? ''
    expect((await download(world, world.viewer, body.url, { 'if-none-match': etag })).status).toBe(304)
    const parts = { 'bytes=2-4': '234', 'bytes=7-': '789', 'bytes=-2': '89', 'bytes=5-99': '56789' }
    for (const [range, expected] of Object.entries(parts)) {
      const got = await download(world, world.viewer, body.url, { range })
      expect([got.status, got.bytes.toString()]).toEqual([206, expected])
    }
    expect((await download(world, world.viewer, body.url, { range: 'bytes=2-4' })).headers.get('content-range')).toBe('bytes 2-4/10')
    expect((await download(world, world.viewer, body.url, { range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200)
    expect((await download(world, world.viewer, body.url, { range: 'lines=1-2' })).status).toBe(200)
    expect((await download(world, world.viewer, body.url, { range: 'bytes=10-' })).status).toBe(200)
  })
})

describe('a web address on a card', () => {
  test('is attached as JSON, and has no file to download', async () => {
    const path = `/api/cards/${card()}/attachments`
    const { status, body } = await world.member.post(path, { url: 'https://example.org/design.pdf', name: 'Design' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ kind: 'link', name: 'Design', url: 'https://example.org/design.pdf', contentType: null, sizeBytes: null })
    expectRefusal(await world.viewer.get(`/api/attachments/${body.id}`), 404, 'not_found')
    expect((await world.member.post(path, { url: 'https://example.org/' })).body.name).toBe('https://example.org/')
    expectRefusal(await world.member.post(path, { url: 'javascript:alert(1)' }), 400, 'validation')
    expectRefusal(await world.member.post(path, {}), 400, 'validation')
    expectRefusal(await world.member.post(path, { file: { stored: { key: 'x' } } }), 400, 'validation')
  })
})

describe('what a browser may show', () => {
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
  test.each([
    ['a PNG', 'image/png', png(4, 4), 'inline', 'image/png'],
    ['a JPEG that says it is text', 'text/plain', jpeg, 'inline', 'image/jpeg'],
    ['a PDF', 'application/pdf', pdf, 'inline', 'application/pdf'],
    ['HTML', 'text/html', Buffer.from('<script>alert(1)</script>'), 'attachment', 'application/octet-stream'],
    ['HTML that says it is a PNG', 'image/png', Buffer.from('<script>alert(1)</script>'), 'attachment', 'application/octet-stream'],
    ['SVG', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'attachment', 'application/octet-stream'],
    ['XML', 'text/xml', Buffer.from('<?xml version="1.0"?><a/>'), 'attachment', 'application/octet-stream'],
  ])('%s (F71)', async (_, type, bytes, disposition, sentAs) => {
    const { body } = await upload(world, world.member, bytes, { name: 'x', type })
    const got = await download(world, world.viewer, `${body.url}?inline=1`)
    expect(got.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`))
    expect(got.headers.get('content-type')).toBe(sentAs)
    expect((await download(world, world.viewer, body.url)).headers.get('content-disposition')).toMatch(/^attachment;/)
  })
})

describe('file names (F70)', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['..', 'file'],
    ['a\0b.txt', 'ab.txt'],
    ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    [`${'x'.repeat(4_096)}.tar`, `${'x'.repeat(251)}.tar`],
    [`say "hi"; 100%.txt`, `say "hi"; 100%.txt`],
    ['Übersicht 日本.pdf', 'Übersicht 日本.pdf'],
  ])(
    '%j is kept as %j, stored under another name and sent in a safe header',
    {
      meta: { proves: ['limit.attachments.name'] },
    },
    async (said, kept) => {
      const { status, body } = await upload(world, world.member, 'x', { name: said })
      expect([status, body.filename]).toEqual([201, kept])
      const disposition = (await download(world, world.viewer, body.url)).headers.get('content-disposition') ?? ''
      const [, ascii = '', real = ''] = /^attachment; filename="([ -~]*)"; filename\*=UTF-8''([\w%.!~-]*)$/.exec(disposition) ?? []
      expect(decodeURIComponent(real)).toBe(kept)
      expect(ascii).not.toMatch(/["\\%]/)
      // A thumbnail may be in progress: its file ends with .part until it is complete.
      for (const name of await data.files()) expect(name).toMatch(/^[0-9a-f]{40}(\.part)?$/)
    },
  )
})

describe('an upload that is sent again', () => {
  // Thumbnails of earlier tests may still be in progress.
  beforeAll(async () => {
    const { pool } = world.service.database
    await until(async () => (await pool.query('select from attachments where thumbnail_due_at is not null')).rowCount === 0)
  })

  test('answers the first result, and leaves no second file', async () => {
    const sent = { headers: { 'idempotency-key': crypto.randomUUID() } }
    const first = await upload(world, world.member, 'once', sent)
    const files = await data.files()
    const again = await upload(world, world.member, 'once', sent)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect([again.headers.get('idempotency-replayed'), again.headers.get('idempotency-mismatch')]).toEqual(['true', null])
    const other = await upload(world, world.member, 'else', sent)
    expect([other.body, other.headers.get('idempotency-mismatch')]).toEqual([first.body, 'body'])
    expect(await data.files()).toEqual(files)
    expect((await download(world, world.viewer, first.body.url)).bytes.toString()).toBe('once')
  })

  test('at the same time is attached once', async () => {
    const sent = { fields: { clientMutationId: crypto.randomUUID() } }
    const before = (await data.files()).length
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(world, world.member, 'together', sent)))
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await data.files()).toHaveLength(before + 1)
  })
})

describe('a caller who may not attach', () => {
  test('has no byte stored', async () => {
    const before = await world.service.database.rows(fileRows)
    expectRefusal(await upload(world, world.viewer, 'x'), 403, 'forbidden')
    expectRefusal(await upload(world, world.outsider, 'x'), 404, 'not_found')
    expectRefusal(await upload(world, world.reader, 'x'), 403, 'forbidden')
    expectRefusal(await upload(world, { headers: {} }, 'x'), 401, 'unauthorized')
    expectRefusal(await upload(world, world.member, 'x', {}, crypto.randomUUID()), 404, 'not_found')
    expectRefusal(await upload(world, world.member, 'x', {}, 'nonsense'), 404, 'not_found')
    expect(await world.service.database.rows(fileRows)).toEqual(before)
  })
})

async function lastActivity(): Promise<{ verb: string; payload: unknown }> {
  const { body } = await world.member.get(`/api/cards/${card()}/activity?limit=200`)
  const entries = Array.isArray(body) ? body : body.activities
  return entries.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)).at(-1)
}
