import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { catalogue, type OutputOf } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { readConfig } from '../../../packages/server/src/config.ts'
import { dataDirectory, png } from '../../../packages/server/test/attachments/files.ts'
import { startS3Server } from '../../../packages/server/test/kit/servers/s3-server.ts'
import { call } from '../../src/call.ts'
import { until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const [mebibyte, maxBytes, quotaBytes] = [1_048_576, 300_000, 500_000]

let data: Awaited<ReturnType<typeof dataDirectory>>
let world: World
let board: Board
let cardId: string

beforeAll(async () => {
  data = await dataDirectory()
  const limits = { ATTACHMENT_MAX_BYTES: String(maxBytes), ATTACHMENT_BOARD_QUOTA_BYTES: String(quotaBytes) }
  world = await startWorld({ DATA_DIR: data.path, ...limits })
})
afterAll(async () => {
  await world?.tandem.stop()
  await data?.remove()
})
beforeEach(async () => {
  board = await makeBoard(world)
  cardId = (await board.card()).id
})

type Upload = { status: number; body: OutputOf<'attachment.add'> & { error?: { code: string } } }

async function upload(bytes: Buffer, file: { name?: string; type?: string } = {}, who: Who = world.mia, on = cardId): Promise<Upload> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], file.name ?? 'notes.txt', { type: file.type ?? 'text/plain' }))
  const response = await fetch(`${who.url}/api/cards/${on}/attachments`, { method: 'POST', headers: who.headers, body: form })
  return { status: response.status, body: (await response.json()) as Upload['body'] }
}

async function download(attachmentId: string, query = '', who: Who = world.vic) {
  const response = await fetch(`${who.url}/api/attachments/${attachmentId}${query}`, { headers: who.headers })
  const header = (name: string) => response.headers.get(name) ?? ''
  return { status: response.status, header, bytes: Buffer.from(await response.arrayBuffer()) }
}

const onCard = async () => (await allowed(world.mia, 'card.get', { cardId })).card.attachments

scenario(
  'a file comes back byte for byte, as a download that can run nothing, until it is deleted',
  [
    ...(['attachment.upload.answer', 'attachment.download.bytes', 'attachment.download.as-attachment'] as const),
    ...(['attachment.download.headers', 'attachment.delete.answer'] as const),
  ],
  async () => {
    const bytes = randomBytes(100_000)
    const { status, body } = await upload(bytes, { name: 'report.bin', type: 'application/octet-stream' })
    expect([status, catalogue['attachment.add'].output.safeParse(body).success]).toEqual([201, true])
    expect(body).toMatchObject({ cardId, kind: 'file', filename: 'report.bin', sizeBytes: bytes.length })
    expect(await onCard()).toEqual([body])
    const got = await download(body.id)
    expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true])
    expect(got.header('content-disposition')).toMatch(/^attachment;.*report\.bin/)
    for (const query of ['', '?inline=1']) {
      const { header } = await download(body.id, query)
      expect([header('x-content-type-options'), header('content-security-policy')]).toEqual([
        'nosniff',
        expect.stringMatching(/\bsandbox\b/),
      ])
    }
    await refused(world.vic, 'attachment.delete', { attachmentId: body.id }, 'forbidden')
    expect(await call(world.mia, 'attachment.delete', { attachmentId: body.id })).toMatchObject({ ok: true, status: 204 })
    expect([(await download(body.id)).status, await onCard()]).toEqual([404, []])
  },
)

scenario(
  'images and PDF are shown inline when asked for, by what they are; anything else downloads',
  ['attachment.download.inline-safe', 'attachment.download.inline-unsafe'],
  async () => {
    const script = Buffer.from('<script>alert(1)</script>')
    const files: [string, Buffer, 'inline' | 'attachment'][] = [
      ['image/png', png(4, 4), 'inline'],
      ['image/jpeg', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), 'inline'],
      ['application/pdf', Buffer.from('%PDF-1.7\n%%EOF\n'), 'inline'],
      ['text/html', script, 'attachment'],
      ['image/png', script, 'attachment'],
      ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'attachment'],
      ['application/xhtml+xml', script, 'attachment'],
      ['text/plain', Buffer.from('words'), 'attachment'],
    ]
    for (const [type, bytes, disposition] of files) {
      const { body } = await upload(bytes, { name: 'x', type })
      const got = await download(body.id, '?inline=1')
      expect([type, got.header('content-disposition').split(';')[0]]).toEqual([type, disposition])
      if (disposition === 'inline') expect(got.header('content-type')).toBe(type)
      else expect(got.header('content-type')).not.toMatch(/html|xml|svg/)
      expect((await download(body.id)).header('content-disposition')).toMatch(/^attachment;/)
    }
  },
)

scenario(
  'one byte more than a file or a board may hold is refused and not stored',
  ['attachment.upload.max-bytes', 'attachment.upload.board-quota', 'attachment.upload.max-default', 'attachment.upload.quota-default'],
  async () => {
    const stored = async () => [(await data.files()).length, (await onCard()).length]
    // Earlier uploads may still get their previews: the poller may be in the middle of one.
    await world.tandem.service.workers.thumbnails.stop()
    const before = await stored()
    const tooLarge = await upload(Buffer.alloc(maxBytes + 1))
    expect([tooLarge.status, tooLarge.body.error?.code]).toEqual([413, 'payload_too_large'])
    expect(await stored()).toEqual(before)
    expect((await upload(Buffer.alloc(maxBytes))).status).toBe(201)
    const beyond = await upload(Buffer.alloc(quotaBytes - maxBytes + 1))
    expect([beyond.status, beyond.body.error?.code]).toEqual([413, 'payload_too_large'])
    expect((await stored())[1]).toBe(1)
    expect((await upload(Buffer.alloc(quotaBytes - maxBytes))).status).toBe(201)
    const { id: elsewhere } = await (await makeBoard(world)).card()
    expect((await upload(Buffer.alloc(10), {}, world.mia, elsewhere)).status).toBe(201)
    const { ATTACHMENT_MAX_BYTES, ATTACHMENT_BOARD_QUOTA_BYTES } = readConfig({})
    expect([ATTACHMENT_MAX_BYTES, ATTACHMENT_BOARD_QUOTA_BYTES]).toEqual([25 * mebibyte, 1_024 * mebibyte])
  },
)

scenario('a web address is attached as JSON', ['attachment.link.created'], async () => {
  const made = await call(world.mia, 'attachment.add', { cardId, url: 'https://example.com/plan', name: 'Plan' })
  expect(made).toMatchObject({ ok: true, status: 201, body: { cardId, kind: 'link', url: 'https://example.com/plan', name: 'Plan' } })
  expect(await onCard()).toEqual([made.ok && made.body])
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'plan'])
    await refused(world.mia, 'attachment.add', { cardId, url, name: 'x' }, 'validation')
})

scenario(
  'files lie on the local disk, or in a bucket when the service is told so',
  ['attachment.store.local', 'attachment.store.s3'],
  async () => {
    const bytes = randomBytes(10_000)
    const known = new Set(await data.files())
    await upload(bytes)
    const [added = ''] = (await data.files()).filter((name) => !known.has(name))
    expect((await readFile(join(data.path, 'files', added))).equals(bytes)).toBe(true)
    const [s3, empty] = [await startS3Server(), await dataDirectory()]
    const remote = await startWorld({ ...s3.environment, DATA_DIR: empty.path })
    try {
      const { id: there } = await (await makeBoard(remote)).card()
      const { status, body } = await upload(bytes, {}, remote.mia, there)
      expect([status, [...s3.objects.values()].map((object) => object.equals(bytes))]).toEqual([201, [true]])
      expect((await download(body.id, '', remote.vic)).bytes.equals(bytes)).toBe(true)
      expect(await empty.files()).toEqual([])
    } finally {
      await remote.tandem.stop()
      await s3.stop()
      await empty.remove()
    }
  },
)

scenario('a file goes through the service without lying in its memory', ['attachment.upload.streamed'], async () => {
  const [chunk, chunks, own] = [Buffer.alloc(256 * 1_024, 7), 600, await dataDirectory()]
  const size = chunk.length * chunks
  const large = await startWorld({ DATA_DIR: own.path, ATTACHMENT_MAX_BYTES: String(2 * size) })
  try {
    const { id: on } = await (await makeBoard(large)).card()
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: application/octet-stream\r\n\r\n'
    const headers = { ...large.mia.headers, 'content-type': 'multipart/form-data; boundary=b' }
    const sent = request(`${large.mia.url}/api/cards/${on}/attachments`, { method: 'POST', headers })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
    })
    // Collects garbage first, so that only live memory counts.
    const held = () => {
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    const before = held()
    let most = 0
    sent.write(head)
    for (let n = 0; n < chunks; n++) {
      if (!sent.write(chunk)) await new Promise((resolve) => sent.once('drain', resolve))
      if (n % 50 === 49) most = Math.max(most, held() - before)
    }
    sent.end('\r\n--b--\r\n')
    expect(await answered).toBe(201)
    expect(most).toBeLessThan(size / 4)
  } finally {
    await large.tandem.stop()
    await own.remove()
  }
})

scenario('the files of a board go with it', ['board.delete.files'], async () => {
  const { tandem, ada } = world
  const stays = await makeBoard(world)
  const { body: kept } = await upload(Buffer.from('stays'), {}, world.mia, (await stays.card()).id)
  const known = new Set(await data.files())
  const { body: gone } = await upload(Buffer.from('goes'))
  const own = (await data.files()).filter((name) => !known.has(name))
  expect(own).toHaveLength(1)
  await allowed(ada, 'board.update', { boardId: board.id, archived: true })
  expect((await world.person.delete(`/api/boards/${board.id}`, { name: 'Engine' })).status).toBe(204)
  expect((await download(gone.id)).status).toBe(404)
  await tandem.service.workers.boardRemoval.runOnce()
  tandem.clock.advance(2 * 3_600_000)
  await until(async () => !(await data.files()).some((name) => own.includes(name)))
  expect((await download(kept.id)).bytes.toString()).toBe('stays')
})

scenario('what is attached and taken away stands in the log', ['verb.card.attachment-added', 'verb.card.attachment-removed'], async () => {
  let attachmentId = ''
  const recorded = await board.recorded(async () => {
    attachmentId = (await upload(Buffer.from('hello'), { name: 'notes.txt' })).body.id
    await allowed(world.mia, 'attachment.delete', { attachmentId })
  })
  expect(recorded.map(({ verb, payload, actorId }) => ({ verb, payload, actorId }))).toEqual([
    {
      verb: 'card.attachment_added',
      payload: { cardId, attachmentId, filename: 'notes.txt', contentType: expect.stringContaining('text/plain'), sizeBytes: 5 },
      actorId: world.mia.actorId,
    },
    { verb: 'card.attachment_removed', payload: { cardId, attachmentId, filename: 'notes.txt' }, actorId: world.mia.actorId },
  ])
})
