import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TandemError } from '@tandem/contract'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { createDiskStore } from '../../src/files/disk-store.ts'
import { createIntake } from '../../src/files/intake.ts'
import { createReservations } from '../../src/files/reservations.ts'
import type { FileStore } from '../../src/files/store.ts'
import type { Clock } from '../../src/kernel/common/clock.ts'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { createImports, type Imports } from '../../src/workers/imports.ts'
import { png } from '../attachments/files.ts'
import { until } from '../kit/http.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { finished, sendFile } from './files.ts'

let directory: string
let store: FileStore
let tandem: TestService
let ada: Person

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tandem-imports-'))
  store = createDiskStore(directory)
  tandem = await startTestService({ store })
  ada = await tandem.register('Ada')
  // The instances of these tests import only when the test runs their workers.
  await tandem.service.workers.imports.stop()
})
afterEach(async () => {
  await tandem?.stop()
  await rm(directory, { recursive: true, force: true })
})

const csv = `title\n${Array.from({ length: 900 }, (_, at) => `Card ${at}`).join('\n')}\n`
const rows = sql<{
  boards: number
  cards: number
  deleted: number
}>(`select (select count(*) from boards where deleted_at is null) as boards,
  (select count(*) from cards c join boards b on b.id = c.board_id where b.deleted_at is null) as cards,
  (select count(*) from boards where deleted_at is not null) as deleted`)
const progress = sql<{ state: string; done: number; boardId: string }>('select state, done, board_id from imports where id = $1')

const oneDay = 86_400_000

/**
 * Another instance, whose kernel calls `before` ahead of each act and `after` behind each commit. By default its timers never run: it
 * renews no lease, like a killed instance.
 */
function instance(
  before: (act: number) => Promise<void> | void,
  files: FileStore = store,
  after = (_act: number): void => {},
  clock: Clock = { now: tandem.clock.now, after: () => () => {} },
): Imports {
  const { database, service, config } = tandem
  const reservations = createReservations({ database, clock, store: files })
  let acts = 0
  const kernel: Kernel = {
    ...service.kernel,
    async actAsService(...call) {
      const act = ++acts
      await before(act)
      const answer = await service.kernel.actAsService(...call)
      after(act)
      return answer
    },
  }
  const outbound = createOutbound({ allowPrivate: true, allowed: '' })
  const policy = { linkPreviews: 'private', boardQuotaBytes: 1_000_000, quotas: { uploadBytes: null } } as unknown as Parameters<
    typeof createImports
  >[0]['policy']
  const log = pino({ level: 'silent' })
  const around = { store: files, reservations, intake: createIntake(reservations, 1_000_000), spoolDirectory: directory, outbound }
  return createImports({ database, clock, kernel, policy, log, metrics: createMetrics(), ...around, maxBytes: config.IMPORT_MAX_BYTES })
}

async function send(text = csv): Promise<string> {
  const { status, body } = await sendFile(tandem, ada, text, 'cards.csv')
  expect(status).toBe(202)
  return body.importId
}

const stateOf = async (importId: string) => tandem.database.row(progress, [importId])

async function expectOneBoard(importId: string): Promise<void> {
  await tandem.service.workers.boardRemoval.runOnce()
  expect(await tandem.database.row(rows)).toEqual({ boards: 1, cards: 900, deleted: 0 })
  const { body } = await ada.get(`/api/imports/${importId}`)
  expect(body).toMatchObject({ state: 'done', done: 902, total: 902, report: { created: { cards: 900 } } })
  const log = (await ada.get(`/api/boards/${body.boardId}/activity?limit=1`)).body
  expect(log[0]).toMatchObject({ verb: 'board.imported', payload: { importId } })
  await until(async () => (await tandem.database.rows(sql('select key from files'))).length === 0)
  expect(await brokenIn(tandem.database)).toEqual([])
}

describe('an import', () => {
  test('whose instance dies halfway is begun anew elsewhere, and nothing is there twice when the dead one wakes up', {
    meta: { proves: ['ops.background.taken-over', 'transfer.import.resumed'] },
  }, async () => {
    const importId = await send()
    let wake = () => {}
    const asleep = new Promise<void>((resolve) => {
      wake = resolve
    })
    const first = instance((act) => (act === 3 ? asleep : undefined))
    const sleeping = first.runOnce()
    const held = await until(async () => [await stateOf(importId)].find((row) => (row?.done ?? 0) > 0))
    expect(held.state).toBe('running')
    expect((await ada.get('/api/boards')).body).toEqual([])
    expect((await ada.get(`/api/boards/${held.boardId}`)).status).toBe(404)
    expect((await ada.get(`/api/imports/${importId}`)).body).toMatchObject({ state: 'running', boardId: null })
    expect(await brokenIn(tandem.database)).toEqual([])

    expect(await instance(() => {}).runOnce()).toBe(0)
    tandem.clock.advance(oneDay)
    expect(await instance(() => {}).runOnce()).toBe(1)
    wake()
    await sleeping
    await expectOneBoard(importId)
  })

  test('whose instance was only held up does not count that as a failure', async () => {
    const importId = await send()
    const failures = async () => (await tandem.database.pool.query('select failures from imports where id = $1', [importId])).rows
    for (const wakesTo of [undefined, new Error('the connection broke')]) {
      let wakeUp = () => {}
      const asleep = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      let isAsleep = false
      const heldUp = instance(async (act) => {
        if (act < 3) return
        isAsleep = true
        await asleep
        if (wakesTo) throw wakesTo
      }).runOnce()
      await until(() => isAsleep)
      tandem.clock.advance(oneDay)
      const failing = instance((act) => {
        if (act > 1) throw new Error('out of order')
      })
      expect(await failing.runOnce()).toBe(1)
      wakeUp()
      expect(await heldUp).toBe(1)
      tandem.clock.advance(oneDay)
    }
    // Of four attempts two failed. The two that were held up do not count as failures.
    expect(await failures()).toEqual([{ failures: 2 }])
    expect(await instance(() => {}).runOnce()).toBe(1)
    expect((await stateOf(importId))?.state).toBe('done')
  })

  test('that takes long is kept by the instance that works on it', { meta: { proves: ['ops.background.taken-over'] } }, async () => {
    const importId = await send()
    let wake = () => {}
    const asleep = new Promise<void>((resolve) => {
      wake = resolve
    })
    const working = instance((act) => (act === 3 ? asleep : undefined), store, undefined, tandem.clock).runOnce()
    await until(async () => ((await stateOf(importId))?.done ?? 0) > 0)
    const due = sql<{ due: string }>('select due_at as due from imports where id = $1')
    for (let second = 0; second < 20; second++) {
      const before = (await tandem.database.row(due, [importId]))?.due ?? ''
      tandem.clock.advance(1_000)
      await until(async () => ((await tandem.database.row(due, [importId]))?.due ?? '') > before)
      expect(await instance(() => {}).runOnce()).toBe(0)
    }
    wake()
    expect(await working).toBe(1)
    await expectOneBoard(importId)
  })

  test('whose instance dies while it fetches a cover is begun anew elsewhere, and the image of the dead one is deleted', async () => {
    const image = png(40, 30)
    const asked: ServerResponse[] = []
    const site = createServer((_, response) => {
      // The first attempt waits for its image.
      if (asked.push(response) > 1) response.end(image)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void site.close())
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/cover.png`
    const attachments = [{ id: 'a', name: 'Cover', url, isUpload: true }]
    const cards = [{ id: 'c', idList: 'l', name: 'Card', cover: { idAttachment: 'a' }, attachments }]
    const importId = await send(JSON.stringify({ name: 'Pump', lists: [{ id: 'l', name: 'To do' }], cards }))
    const dead = instance(() => {}).runOnce()
    await until(() => asked.length === 1)
    tandem.clock.advance(oneDay)
    expect(await instance(() => {}).runOnce()).toBe(1)
    asked[0]?.end(image)
    expect(await dead).toBe(1)
    expect((await stateOf(importId))?.state).toBe('done')
    await tandem.service.workers.boardRemoval.runOnce()
    const kept = 'select c.title, a.kind from cards c join attachments a on a.id = c.cover_attachment_id'
    expect((await tandem.database.pool.query(kept)).rows).toEqual([{ title: 'Card', kind: 'file' }])
    expect((await tandem.database.pool.query('select kept from files')).rows).toEqual([{ kept: true }])
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('is done once, however many instances look for work', async () => {
    const importIds = [await send(), await send(), await send()]
    const done = await Promise.all([1, 2, 3].map(() => instance(() => {}).runOnce()))
    expect(done.reduce((sum, each) => sum + each)).toBe(3)
    for (const importId of importIds) expect(await stateOf(importId)).toMatchObject({ state: 'done', done: 902 })
    expect(await tandem.database.row(rows)).toEqual({ boards: 3, cards: 2_700, deleted: 0 })
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('goes on where the answer to a commit is lost, without a page twice', async () => {
    const importId = await send()
    const lossy = instance(
      () => {},
      store,
      (act) => {
        if (act % 2 === 1) throw new TandemError('unavailable', 'The answer is lost.', { reason: undefined, retryAfterSeconds: 1 })
      },
    )
    expect(await lossy.runOnce()).toBe(1)
    await expectOneBoard(importId)
  })

  test('that fails is tried again later, at most four times, and leaves no board', {
    meta: { proves: ['transfer.import.resumed', 'limit.imports.attempts'] },
  }, async () => {
    const importId = await send()
    const failing = instance((act) => {
      if (act % 3 === 0) throw new Error('the machine is on fire')
    })
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await failing.runOnce()).toBe(1)
      expect(await failing.runOnce()).toBe(0)
      tandem.clock.advance(oneDay)
    }
    expect((await ada.get(`/api/imports/${importId}`)).body).toMatchObject({
      state: 'failed',
      boardId: null,
      report: { error: expect.stringContaining('again') },
    })
    await tandem.service.workers.boardRemoval.runOnce()
    expect(await tandem.database.row(rows)).toEqual({ boards: 0, cards: 0, deleted: 0 })
    expect(await tandem.database.rows(sql('select key from files'))).toEqual([])
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('that takes the process down each time is given up', { meta: { proves: ['transfer.import.resumed'] } }, async () => {
    const importId = await send()
    let wake = () => {}
    const asleep = new Promise<void>((resolve) => {
      wake = resolve
    })
    const sleeping: Promise<number>[] = []
    const boardIds = new Set<string>()
    for (let attempt = 1; attempt <= 4; attempt++) {
      sleeping.push(instance(() => asleep).runOnce())
      boardIds.add(await until(async () => [(await stateOf(importId))?.boardId].find((id) => id && !boardIds.has(id))))
      tandem.clock.advance(oneDay)
    }
    expect(await instance(() => {}).runOnce()).toBe(1)
    expect(await stateOf(importId)).toMatchObject({ state: 'failed' })
    wake()
    await Promise.all(sleeping)
    expect(await stateOf(importId)).toMatchObject({ state: 'failed' })
    expect((await ada.get('/api/boards')).body).toEqual([])
  })

  test('is handed back when the service stops, and goes on at once elsewhere', async () => {
    const importId = await send()
    const stopping: Imports = instance(async (act) => {
      if (act === 2) void stopping.stop()
    })
    await stopping.runOnce()
    expect(await stateOf(importId)).toMatchObject({ state: 'queued' })
    tandem.service.workers.imports.start()
    await finished(tandem, ada, importId)
    await expectOneBoard(importId)
  })

  test('of somebody who is deactivated meanwhile fails', async () => {
    const mia = await tandem.register('Mia')
    const { body } = await sendFile(tandem, mia, csv, 'cards.csv')
    expect((await ada.patch(`/api/admin/actors/${mia.actorId}`, { deactivated: true })).status).toBe(200)
    await instance(() => {}).runOnce()
    expect(await stateOf(body.importId)).toMatchObject({ state: 'failed', boardId: null })
  })

  test('waits while the store is away, and there are at most three of one person at a time', {
    meta: { proves: ['limit.imports.at-once'] },
  }, async () => {
    const importId = await send()
    const away = { ...store, get: () => Promise.reject(new Error('no store')) }
    expect(await instance(() => {}, away).runOnce()).toBe(1)
    expect(await stateOf(importId)).toMatchObject({ state: 'queued', done: 0 })
    await send()
    await send()
    const answer = await sendFile(tandem, ada, csv, 'cards.csv')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '10'])
    tandem.clock.advance(oneDay)
    expect(await instance(() => {}).runOnce()).toBe(3)
  })

  test('sent again with the same clientMutationId is one import', async () => {
    const fields = { clientMutationId: 'once' }
    const [one, two] = [await sendFile(tandem, ada, csv, 'cards.csv', fields), await sendFile(tandem, ada, csv, 'cards.csv', fields)]
    expect([one.status, two.status, two.body]).toEqual([202, 202, one.body])
    expect(await instance(() => {}).runOnce()).toBe(1)
    await expectOneBoard(one.body.importId)
  })
})
