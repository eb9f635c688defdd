import { rename } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { until } from '../kit/http.ts'
import { expectRefusal, startWorld, type World } from '../rest/world.ts'
import { dataDirectory, download, fileRows, png, upload } from './files.ts'

let world: World
let data: Awaited<ReturnType<typeof dataDirectory>>

beforeAll(async () => {
  data = await dataDirectory()
  world = await startWorld({ DATA_DIR: data.path })
})
afterAll(async () => {
  await world.service.stop()
  await data.remove()
})

const make = () => world.service.service.workers.thumbnails.runOnce()
const state = sql<{ attempts: number; due: string | null; failure: string | null }>(
  'select thumbnail_attempts as attempts, thumbnail_due_at as due, thumbnail_failure as failure from attachments where id = $1',
)
const keyOf = sql<{ fileKey: string }>('select file_key from attachments where id = $1')
const stateOf = (id: string) => world.service.database.row(state, [id])

test('an image has thumbnails of 320 and 1280 pixels as WebP, once they are made', {
  meta: { proves: ['attachment.thumbnail.made'] },
}, async () => {
  const { body } = await upload(world, world.member, png(2_000, 1_000), { name: 'wide.png', type: 'image/png' })
  expectRefusal(await world.viewer.get(`${body.url}?thumbnail=320`), 404, 'not_found')
  await make()
  for (const [pixels, size] of [
    [320, [320, 160]],
    [1_280, [1_280, 640]],
  ] as const) {
    const got = await download(world, world.viewer, `${body.url}?thumbnail=${pixels}`)
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(got.headers.get('content-disposition')).toMatch(/^inline;/)
    const { format, width, height } = await sharp(got.bytes).metadata()
    expect([format, width, height]).toEqual(['webp', ...size])
  }
  expectRefusal(await world.outsider.get(`${body.url}?thumbnail=320`), 404, 'not_found')
  expectRefusal(await world.viewer.get(`${body.url}?thumbnail=321`), 400, 'validation')
})

test('with inline, the image itself stands in for a thumbnail that is not made yet or never', async () => {
  const bytes = png(640, 480)
  const { body } = await upload(world, world.member, bytes, { type: 'image/png' })
  const address = `${body.url}?thumbnail=320&inline=1`
  const before = await download(world, world.viewer, address)
  expect([before.status, before.headers.get('content-type'), before.bytes.equals(bytes)]).toEqual([200, 'image/png', true])
  expect(before.headers.get('content-disposition')).toMatch(/^inline;/)
  await make()
  const after = await download(world, world.viewer, address)
  expect([after.status, after.headers.get('content-type')]).toEqual([200, 'image/webp'])
  // A browser that has the image asks again, and gets the thumbnail.
  expect(before.headers.get('cache-control')).toBe('private, no-cache')
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  const { body: broken } = await upload(world, world.member, png(500, 500).subarray(0, 40), { type: 'image/png' })
  await make()
  expect((await download(world, world.viewer, `${broken.url}?thumbnail=320&inline=1`)).status).toBe(200)
  const { body: page } = await upload(world, world.member, '%PDF-1.7', { type: 'application/pdf' })
  expectRefusal(await world.viewer.get(`${page.url}?thumbnail=320&inline=1`), 404, 'not_found')
})

test('a small image is not made larger', { meta: { proves: ['attachment.thumbnail.made'] } }, async () => {
  const { body } = await upload(world, world.member, png(40, 30), { type: 'image/png' })
  await make()
  const { width } = await sharp((await download(world, world.viewer, `${body.url}?thumbnail=320`)).bytes).metadata()
  expect(width).toBe(40)
})

test.each([
  ['more than 50 megapixels', () => png(8_000, 6_251), /megapixels/],
  ['bytes that break off', () => png(500, 500).subarray(0, 40), /cannot be read/],
])('an image of %s stays without, and is tried once', { meta: { proves: ['limit.thumbnails.pixels'] } }, async (_, bytes, reason) => {
  const files = (await world.service.database.rows(fileRows)).length
  const { body } = await upload(world, world.member, bytes(), { type: 'image/png' })
  await make()
  expect(await stateOf(body.id)).toMatchObject({ attempts: 1, due: null, failure: expect.stringMatching(reason) })
  const answer = await world.viewer.get(`${body.url}?thumbnail=1280`)
  expectRefusal(answer, 404, 'not_found')
  expect(answer.body.error.message).toMatch(reason)
  expect(await world.service.database.rows(fileRows)).toHaveLength(files + 1)
  expect((await download(world, world.viewer, body.url)).bytes.equals(bytes())).toBe(true)
})

test('what is no image, an SVG or says so without proof is not even tried', {
  meta: { proves: ['attachment.thumbnail.given-up'] },
}, async () => {
  for (const [bytes, type] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['plain', 'image/png'],
    ['%PDF-1.7', 'application/pdf'],
  ] as const) {
    const { body } = await upload(world, world.member, bytes, { type })
    expect(await stateOf(body.id)).toMatchObject({ attempts: 0, due: null })
  }
})

test('an image that takes the process down again and again is given up', {
  meta: { proves: ['attachment.thumbnail.given-up'] },
}, async () => {
  const { body } = await upload(world, world.member, png(100, 100), { type: 'image/png' })
  await world.service.database.rows(sql('update attachments set thumbnail_attempts = 4 where id = $1'), [body.id])
  await make()
  expect(await stateOf(body.id)).toMatchObject({ attempts: 5, due: null, failure: expect.stringMatching(/could not/) })
})

test('a store that fails is asked again later', async () => {
  const { body } = await upload(world, world.member, png(100, 100), { type: 'image/png' })
  const found = await world.service.database.row(keyOf, [body.id])
  const path = `${data.path}/files/${found?.fileKey}`
  await rename(path, `${path}.away`)
  await make()
  expect(await stateOf(body.id)).toMatchObject({ attempts: 1, due: expect.any(String) })
  await rename(`${path}.away`, path)
  world.service.clock.advance(61_000)
  await until(async () => (await stateOf(body.id))?.due === null)
  expect(await stateOf(body.id)).toMatchObject({ attempts: 2, failure: null })
  expect((await download(world, world.viewer, `${body.url}?thumbnail=320`)).status).toBe(200)
})

test('of a store that fails an image is asked for four times', { meta: { proves: ['limit.thumbnails.attempts'] } }, async () => {
  const { body } = await upload(world, world.member, png(100, 100), { type: 'image/png' })
  const found = await world.service.database.row(keyOf, [body.id])
  const path = `${data.path}/files/${found?.fileKey}`
  await rename(path, `${path}.away`)
  for (const [failed, pauseMs] of [60_000, 600_000, 3_600_000].entries()) {
    await make()
    // Longer than a lease: it is settled, also if the worker was faster than this test.
    await until(async () => {
      const { attempts, due } = (await stateOf(body.id)) ?? {}
      return attempts === failed + 1 && Date.parse(due ?? '') > world.service.clock.now() + pauseMs / 2
    })
    world.service.clock.advance(pauseMs + 1_000)
  }
  await make()
  await until(async () => (await stateOf(body.id))?.due === null)
  expect(await stateOf(body.id)).toMatchObject({ attempts: 4, failure: expect.any(String) })
  await rename(`${path}.away`, path)
})
