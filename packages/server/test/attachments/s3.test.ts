import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../kit/http.ts'
import { type S3Server, startS3Server } from '../kit/servers/s3-server.ts'
import { startTestService } from '../kit/service.ts'
import { expectRefusal, furnish, startWorld, type World } from '../rest/world.ts'
import { dataDirectory, download, fileRows, upload } from './files.ts'

let s3: S3Server
let world: World
let data: Awaited<ReturnType<typeof dataDirectory>>

beforeAll(async () => {
  s3 = await startS3Server()
  data = await dataDirectory()
  world = await startWorld({ ...s3.environment, DATA_DIR: data.path, ATTACHMENT_MAX_BYTES: '200000' })
})
afterAll(async () => {
  await world.service.stop()
  await s3.stop()
  await data.remove()
})

test('with ATTACHMENT_STORE=s3 a file lies in the bucket, by signed requests, and nothing on the disk', {
  meta: { proves: ['config.s3.used'] },
}, async () => {
  const bytes = Buffer.from(Array.from({ length: 150_000 }, (_, at) => at % 241))
  const { status, body } = await upload(world, world.member, bytes, { name: '../a b+c.bin' })
  expect(status).toBe(201)
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^tandem\/[0-9a-f]{40}$/)])
  expect([...s3.objects.values()][0]?.equals(bytes)).toBe(true)
  expect((await download(world, world.viewer, body.url)).bytes.equals(bytes)).toBe(true)
  const partly = await download(world, world.viewer, body.url, { range: 'bytes=100-299' })
  expect([partly.status, partly.bytes.equals(bytes.subarray(100, 300))]).toEqual([206, true])
  expect(await data.files()).toEqual([])
})

test('a file of no bytes goes there and comes back', async () => {
  const { status, body } = await upload(world, world.member, '')
  expect(status).toBe(201)
  expect((await download(world, world.viewer, body.url)).bytes).toHaveLength(0)
})

test('a bucket that stumbles is asked again; one that stays away is a 503, and nothing is left', async () => {
  s3.fail(503, 2)
  expect((await upload(world, world.member, 'x')).status).toBe(201)
  const before = { rows: await world.service.database.rows(fileRows), objects: s3.objects.size }
  s3.fail(500, 3)
  expectRefusal(await upload(world, world.member, 'y'), 503, 'unavailable')
  expect({ rows: await world.service.database.rows(fileRows), objects: s3.objects.size }).toEqual(before)
  expect(await data.files()).toEqual([])
  expect((await upload(world, world.member, 'y')).status).toBe(201)
})

test('what is too large or breaks off never gets there', async () => {
  const before = s3.log.filter((line) => line.startsWith('PUT')).length
  expectRefusal(await upload(world, world.member, Buffer.alloc(200_001)), 413, 'payload_too_large')
  expect(s3.log.filter((line) => line.startsWith('PUT'))).toHaveLength(before)
  expect(await data.files()).toEqual([])
})

test('a deleted attachment leaves the bucket with the sweep an hour later', async () => {
  const { body } = await upload(world, world.member, 'soon gone')
  const before = s3.objects.size
  expect((await world.member.delete(`/api/attachments/${body.id}`)).status).toBe(204)
  await world.service.service.workers.fileSweep.runOnce()
  expect(s3.objects.size).toBe(before)
  world.service.clock.advance(3_700_000)
  await until(() => s3.objects.size === before - 1)
})

test('with a secret that is not the true one nothing is stored', { meta: { proves: ['config.s3.used'] } }, async () => {
  const environment = { ...s3.environment, S3_SECRET_ACCESS_KEY: 'guessed', DATA_DIR: data.path }
  const other = await furnish(await startTestService({ environment }))
  const before = s3.objects.size
  expectRefusal(await upload(other, other.member, 'x'), 503, 'unavailable')
  expect(s3.objects.size).toBe(before)
  expect(s3.log.filter((line) => line.endsWith(' 403')).length).toBeGreaterThan(0)
  await other.service.stop()
})
