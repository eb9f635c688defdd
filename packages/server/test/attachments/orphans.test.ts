import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { createDiskStore } from '../../src/files/disk-store.ts'
import { createReservations } from '../../src/files/reservations.ts'
import type { FileStore } from '../../src/files/store.ts'
import { until } from '../kit/http.ts'
import { startTestService } from '../kit/service.ts'
import { expectRefusal, furnish, type World } from '../rest/world.ts'
import { dataDirectory, download, fileRows, png, upload } from './files.ts'

const hour = 3_600_000

let world: World
let data: Awaited<ReturnType<typeof dataDirectory>>
let store: FileStore & { full: boolean; stuck: boolean }

/** A store on disk that a test can declare full. */
function fillableStore(directory: string): typeof store {
  const disk = createDiskStore(directory)
  const failure = (code: string) => Object.assign(new Error(`${code}: as the test wants it`), { code })
  return {
    full: false,
    stuck: false,
    get: disk.get,
    async put(key, bytes) {
      if (!this.full) return disk.put(key, bytes)
      async function* untilFull() {
        for await (const chunk of bytes) yield chunk.subarray(0, 1_000)
        throw failure('ENOSPC')
      }
      return disk.put(key, untilFull())
    },
    async remove(key) {
      if (this.stuck) throw failure('EIO')
      return disk.remove(key)
    },
  }
}

beforeEach(async () => {
  data = await dataDirectory()
  store = fillableStore(join(data.path, 'files'))
  world = await furnish(await startTestService({ environment: { DATA_DIR: data.path }, store }))
})
afterEach(async () => {
  await world.service.stop()
  await data.remove()
})

const sweep = () => world.service.service.workers.fileSweep.runOnce()
const rows = () => world.service.database.rows(fileRows)

test('a full volume answers 503 in the envelope and keeps no row and no part; once there is room, uploads work (F12)', async () => {
  store.full = true
  expectRefusal(await upload(world, world.member, Buffer.alloc(300_000)), 503, 'unavailable')
  expect([await rows(), await data.files()]).toEqual([[], []])
  expect((await world.member.get(`/api/cards/${world.board.cards[0]}`)).body.card.attachments).toEqual([])
  store.full = false
  expect((await upload(world, world.member, Buffer.alloc(300_000))).status).toBe(201)
})

describe('what a crash leaves', () => {
  test.each([
    ['between the reservation and the first byte', async () => {}],
    ['in the middle of the bytes', async (key: string) => writeFile(join(data.path, 'files', `${key}.part`), 'half')],
    ['between the bytes and the commit', async (key: string) => store.put(key, bytesOf('whole'))],
  ])('%s is gone after an hour, and not before', async (_, leave) => {
    const { body } = await upload(world, world.member, 'kept')
    const before = { rows: await rows(), files: await data.files() }
    const [key, now] = ['c'.repeat(40), world.service.clock.now()]
    const insert = sql('insert into files (key, created_at, sweep_at) values ($1, $2, $3)')
    await world.service.database.rows(insert, [key, new Date(now).toISOString(), new Date(now + hour).toISOString()])
    await leave(key)
    world.service.clock.advance(hour - 60_000)
    await sweep()
    expect(await rows()).toHaveLength(2)
    world.service.clock.advance(120_000)
    await sweep()
    expect({ rows: await rows(), files: await data.files() }).toEqual(before)
    expect((await download(world, world.viewer, body.url)).bytes.toString()).toBe('kept')
  })

  test('and cannot be deleted is tried again', async () => {
    const reservations = createReservations({ database: world.service.database, clock: world.service.clock, store })
    await reservations.write(bytesOf('nobody keeps it'))
    store.stuck = true
    world.service.clock.advance(hour + 1_000)
    await until(async () => (await rows()).every((row) => row.doomed))
    expect([(await rows()).length, (await data.files()).length]).toEqual([1, 1])
    store.stuck = false
    world.service.clock.advance(hour + 1_000)
    await until(async () => (await rows()).length === 0)
    expect(await data.files()).toEqual([])
  })
})

test('the sweep takes the files of deleted attachments and of boards deleted for good, and no others', async () => {
  const [kept, deleted, ofBoard] = [
    await upload(world, world.member, 'kept'),
    await upload(world, world.member, png(10, 10)),
    await upload(world, world.outsider, 'with the board', {}, world.otherBoard.cards[0]),
  ]
  await world.service.service.workers.thumbnails.runOnce()
  expect(await data.files()).toHaveLength(5)
  expect((await world.member.delete(`/api/attachments/${deleted.body.id}`)).status).toBe(204)
  expect((await world.outsider.patch(`/api/boards/${world.otherBoard.id}`, { archived: true })).status).toBe(200)
  expect((await world.outsider.delete(`/api/boards/${world.otherBoard.id}`, { name: 'Elsewhere' })).status).toBe(204)
  expect((await world.outsider.get(`/api/attachments/${ofBoard.body.id}`)).status).toBe(404)
  await world.service.service.workers.boardRemoval.runOnce()
  world.service.clock.advance(hour + 1_000)
  await until(async () => (await rows()).length === 1)
  expect(await data.files()).toEqual([(await rows())[0]?.key])
  expect((await download(world, world.viewer, kept.body.url)).bytes.toString()).toBe('kept')
})

test('a card that moves to another board takes its attachments along', async () => {
  const { body } = await upload(world, world.member, 'moving')
  const target = (await world.admin.post('/api/boards', { name: 'Target', template: 'kanban' })).body
  const list = (await world.admin.get(`/api/boards/${target.id}`)).body.lists[0]
  expect((await world.admin.patch(`/api/cards/${body.cardId}`, { listId: list.id })).status).toBe(200)
  expect((await download(world, world.admin, body.url)).bytes.toString()).toBe('moving')
  expectRefusal(await world.member.get(`/api/attachments/${body.id}`), 404, 'not_found')
  // The member who attached it is no member of the other board, so the role of the author there is viewer.
  const author = { ...body.author, role: 'viewer' }
  expect((await world.admin.get(`/api/cards/${body.cardId}`)).body.card.attachments).toEqual([{ ...body, author }])
})

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
