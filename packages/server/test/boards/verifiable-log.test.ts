import { createHash } from 'node:crypto'
import type { Activity, LogPlace } from '@tandem/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { verifyDatabase } from '../../src/administration/verify-log.ts'
import { until } from '../kit/http.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

async function makeBoard(name: string) {
  const boardId: string = (await ada.post('/api/boards', { name, template: 'kanban' })).body.id
  const { lists } = (await ada.get(`/api/boards/${boardId}`)).body
  return { boardId, listIds: lists.map(({ id }: { id: string }) => id) as string[] }
}
type Made = Awaited<ReturnType<typeof makeBoard>>

const addCard = (by: Person, { listIds }: Made, more: object = {}) =>
  by.post(`/api/lists/${listIds[0]}/cards`, { title: 'Kessel №1', ...more })
const headOf = async ({ boardId }: Made) => (await ada.get(`/api/boards/${boardId}/log/head`)).body
const logOf = async ({ boardId }: Made): Promise<Activity[]> =>
  (await ada.get(`/api/boards/${boardId}/activity?since=1970-01-01T00:00:00Z&limit=200`)).body
const query = async (text: string, values: unknown[] = []) => (await tandem.database.pool.query(text, values)).rows

async function verdictOf({ boardId }: Made, noted: LogPlace[] = []) {
  for await (const verified of verifyDatabase(tandem, boardId, noted)) return verified
  throw new Error('the board is not there')
}

/** Changes what neither the service nor its role on the database can. */
async function tamper({ boardId }: Made, ...statements: string[]): Promise<void> {
  const client = new pg.Client(tandem.address)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement, [boardId])
  } finally {
    await client.end()
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** With sorted keys at each level, as long as no key is a number. */
const sorted = (value: any): any =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.keys(value)
          .toSorted()
          .map((key) => [key, sorted(value[key])]),
      )
    : Array.isArray(value)
      ? value.map(sorted)
      : value

/** The chain as the specification says it. */
function expectChain(log: readonly Activity[]): void {
  let before = '0'.repeat(64)
  for (const { id, seq, verb, actorId, cardId, createdAt, payload, hash, payloadHash } of log) {
    expect(payloadHash, `payload of ${seq}`).toBe(sha256(JSON.stringify(sorted(payload))))
    expect(hash, `hash of ${seq}`).toBe(sha256([before, id, seq, verb, actorId, cardId ?? '', createdAt, payloadHash].join('\n')))
    before = hash ?? ''
  }
}

test('every activity has a hash that follows from it and the one before it, with many writers, several instances and boards at once', {
  meta: { proves: ['log.hash.chain', 'log.head.answer'] },
}, async () => {
  const other = await startTestService({ address: tandem.address, clock: tandem.clock })
  onTestFinished(() => other.stop())
  const mia = await other.register('Mia')
  const [board, second] = [await makeBoard('Engine'), await makeBoard('Boiler')]
  for (const { boardId } of [board, second]) await ada.post(`/api/boards/${boardId}/members`, { actorId: mia.actorId, role: 'member' })
  const writers = [ada, mia].flatMap((person) => [board, second].map((on) => [person, on] as const))
  // One act of several activities each.
  const made = await Promise.all(
    writers.flatMap((each) => Array.from({ length: 6 }, () => addCard(...each, { priority: 'high', dueAt: '2026-12-24T12:00:00Z' }))),
  )
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
  const cardId = made[0]?.body.id
  expect((await mia.patch(`/api/cards/${cardId}`, { title: 'x"\u2028\\', priority: 'low', listId: second.listIds[1] })).status).toBe(200)
  for (const on of [board, second]) {
    const log = await logOf(on)
    expectChain(log)
    const last = log.at(-1)
    expect(await headOf(on)).toEqual({ boardId: on.boardId, seq: last?.seq, hash: last?.hash, activityId: last?.id, lastSeq: log.length })
    expect(await verdictOf(on)).toMatchObject({ seq: log.length, hash: last?.hash, erased: 0, unhashed: 0, fault: null })
  }
  const eve = await tandem.register('Eve')
  expect((await eve.get(`/api/boards/${board.boardId}/log/head`)).status).toBe(404)
  expect(await brokenIn(tandem.database)).toEqual([])
})

test('activities of an older release get their hashes in the order of the log, while others are appended, from any number of instances', {
  meta: { proves: ['log.hash.old-rows', 'log.head.answer'] },
}, async () => {
  const board = await makeBoard('Old')
  const { boardId } = board
  const hashed = await headOf(board)
  // As an instance of the older release appends: it knows of no hash.
  const appendOld = (seq: number, payload: string) =>
    query(
      `with added as (insert into activities (board_id, seq, id, actor_id, verb, payload, created_at)
        select id, $2::bigint, overlay(last_activity_id::text placing lpad(($2::bigint)::text, 12, 'f') from 25)::uuid, created_by,
          'board.updated', $3::json, (select max(created_at) from activities where board_id = $1) from boards where id = $1 returning id)
      update boards set last_seq = $2, last_activity_id = (select id from added) where id = $1`,
      [boardId, seq, payload],
    )
  await appendOld(hashed.seq + 1, '{"name": "Older",  "previous":{"z":1,"a":[1.50,"\\u00e9"]}}')
  await appendOld(hashed.seq + 2, '{"description":"x"}')
  expect((await headOf(board)).lastSeq).toBe(hashed.seq + 2)
  const { runOnce } = tandem.service.workers.logHashes
  // An old instance has gone on meanwhile, and a new one appends behind the gap.
  const [card] = await Promise.all([addCard(ada, board), runOnce(), runOnce()])
  expect(card.status).toBe(201)
  await until(async () => (await runOnce()) === 0 && (await headOf(board)).seq === (await headOf(board)).lastSeq)
  const log = await logOf(board)
  expectChain(log)
  expect(log.length).toBeGreaterThanOrEqual(hashed.seq + 3)
  await addCard(ada, board)
  expectChain(await logOf(board))
  expect(await brokenIn(tandem.database)).toEqual([])
  expect((await verdictOf(board)).fault).toBeNull()
})

test('a new activity behind a gap has no hash until the gap is filled, and wakes what fills it', {
  meta: { proves: ['log.hash.old-rows'] },
}, async () => {
  const board = await makeBoard('Gap')
  await tamper(board, 'update activities set hash = null, payload_hash = null where board_id = $1 and seq > 2')
  await tamper(
    board,
    'update boards set hashed_seq = 2, last_hash = (select hash from activities where board_id = $1 and seq = 2) where id = $1',
  )
  const { body: card } = await addCard(ada, board)
  const newest = (await logOf(board)).findLast(({ cardId }) => cardId === card.id)
  expect([newest?.hash, newest?.payloadHash]).toEqual([undefined, undefined])
  const { seq, lastSeq } = await headOf(board)
  expect([seq, lastSeq]).toEqual([2, newest?.seq])
  expect(await verdictOf(board)).toMatchObject({ seq: 2, unhashed: lastSeq - 2, fault: null })
  await until(async () => {
    tandem.clock.advance(1_000)
    return (await headOf(board)).seq === lastSeq
  })
  expectChain(await logOf(board))
})

const swap = [
  // The primary key is checked row by row.
  'update activities set seq = -seq where board_id = $1 and seq in (3, 4)',
  'update activities set seq = 7 + seq where board_id = $1 and seq < 0',
]

test.each([
  ['a payload', [`update activities set payload = '{"name":"Other"}' where board_id = $1 and seq = 3`], 3, 'payload_changed'],
  ['an actor', [`update activities set actor_id = gen_random_uuid() where board_id = $1 and seq = 3`], 3, 'activity_changed'],
  ['a row that is gone', ['delete from activities where board_id = $1 and seq = 3'], 3, 'activity_missing'],
  ['two rows that are exchanged', swap, 3, 'activities_swapped'],
  ['a hash that is gone', ['update activities set hash = null where board_id = $1 and seq = 3'], 3, 'hash_missing'],
])(
  'what is changed behind the back of the service is found: %s',
  {
    meta: { proves: ['log.verify.tampering'] },
  },
  async (what, statements, seq, kind) => {
    const board = await makeBoard(what)
    await tamper(board, ...statements)
    expect(await verdictOf(board)).toMatchObject({ seq: seq - 1, fault: { seq, kind } })
  },
)

test('an end that is cut off is found while the board still says how long its log is', {
  meta: { proves: ['log.verify.tampering'] },
}, async () => {
  const board = await makeBoard('Half cut off')
  const { lastSeq } = await headOf(board)
  await tamper(
    board,
    `update boards set hashed_seq = last_seq - 2,
      last_hash = (select hash from activities where board_id = $1 and seq = last_seq - 2) where id = $1`,
    'delete from activities where board_id = $1 and seq > (select last_seq - 2 from boards where id = $1)',
  )
  expect(await verdictOf(board)).toMatchObject({ seq: lastSeq - 2, fault: { seq: lastSeq - 1, kind: 'activity_missing' } })
})

test('an end that is cut off with all that tells of it is found by who noted the head', {
  meta: { proves: ['log.verify.tampering'] },
}, async () => {
  const board = await makeBoard('Cut off')
  const noted = await headOf(board)
  await tamper(
    board,
    `update boards set last_seq = last_seq - 1, hashed_seq = hashed_seq - 1,
      last_hash = (select hash from activities where board_id = $1 and seq = last_seq - 1) where id = $1`,
    'delete from activities where board_id = $1 and seq > (select last_seq from boards where id = $1)',
  )
  expect(await verdictOf(board)).toMatchObject({ seq: noted.seq - 1, fault: null })
  expect(await verdictOf(board, [noted])).toMatchObject({ fault: { seq: noted.seq, kind: 'activity_missing' } })
  // Of the boards above, whose logs were changed.
  expect((await brokenIn(tandem.database)).join()).toContain('each hash of the log follows')
})

test('an emptied payload keeps its hash, so that the log holds; what the service keeps of a log cannot be rewritten', {
  meta: { proves: ['log.hash.kept'] },
}, async () => {
  const board = await makeBoard('Erased')
  for (const change of ['hash = null', 'payload_hash = null', `payload = '{}'`])
    await expect(tandem.database.pool.query(`update activities set ${change} where board_id = $1`, [board.boardId])).rejects.toThrow(
      'append-only',
    )
  const { lastSeq } = await headOf(board)
  await tamper(board, `update activities set payload = '{}' where board_id = $1 and seq = 2`)
  expect(await verdictOf(board)).toMatchObject({ seq: lastSeq, erased: 1, fault: null })
  // A row that waits for its hash takes that and nothing else.
  const waiting = await makeBoard('Waiting')
  await tamper(waiting, `update activities set hash = null, payload_hash = null where board_id = $1`)
  for (const change of ['session_id = id', `payload = '{}'`])
    await expect(
      tandem.database.pool.query(`update activities set hash = 'x', ${change} where board_id = $1`, [waiting.boardId]),
    ).rejects.toThrow('append-only')
})

test('what the service deletes in time, and a person who is gone, leave every log whole', {
  meta: { proves: ['log.hash.kept'] },
}, async () => {
  const board = await makeBoard('Kept')
  await addCard(ada, board)
  tandem.clock.advance(500 * 86_400_000)
  await tandem.service.workers.retention.runOnce()
  await query(`update actors set name = 'Erased person', handle = 'erased-1', email = null, deactivated_at = now() where id = $1`, [
    ada.actorId,
  ])
  const { fault, seq, lastSeq } = await verdictOf(board)
  expect([fault, seq]).toEqual([null, lastSeq])
})
