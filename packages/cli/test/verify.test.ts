import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '../../server/test/kit/database.ts'
import { type Person, startTestService, type TestService } from '../../server/test/kit/service.ts'
import { importFile } from '../../server/test/transfer/files.ts'
import { createMachine, type Ended, type Machine } from './fixture/tandem.ts'

let tandem: TestService
let machine: Machine
let ada: Person
let boardId: string
/** More than a page of the log. */
const cards = 210

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
  boardId = (await ada.post('/api/boards', { name: 'Engine', keyPrefix: 'ENG', template: 'kanban' })).body.id
  const [list] = (await ada.get(`/api/boards/${boardId}`)).body.lists
  await Promise.all(Array.from({ length: cards }, (_, at) => ada.post(`/api/lists/${list.id}/cards`, { title: `Kessel №${at}` })))
  const { token } = (await ada.post('/api/tokens', { label: 'cli', scopes: ['boards:read'] })).body
  machine = await createMachine({ TANDEM_URL: tandem.url, TANDEM_TOKEN: token, DATABASE_URL: urlOf(tandem.address) })
})
afterAll(async () => {
  await machine?.remove()
  await tandem?.stop()
})

const run = (...args: string[]): Promise<Ended> => machine.run(args)
const headOf = async (id = boardId) => (await ada.get(`/api/boards/${id}/log/head`)).body

/** A change that the service cannot make. */
async function tamper(id: string, statement: string): Promise<void> {
  const client = await tandem.database.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(statement, [id])
  } finally {
    // The setting ends with the connection.
    client.release(true)
  }
}

test('a log holds on the service, in an export and in the database, and each of them has the same head', {
  meta: { proves: ['cli.verify', 'log.verify.export'] },
}, async () => {
  const { seq, hash } = await headOf()
  const whole = { boardId, name: 'Engine', lastSeq: seq, seq, hash, erased: 0, unhashed: 0, fault: null }
  expect((await run('board', 'export', 'ENG')).code).toBe(0)
  expect((await run('board', 'export', 'ENG', '--files')).code).toBe(0)
  for (const args of [['ENG'], [], ['ENG.json'], ['ENG.zip'], ['--database'], ['--database', boardId]]) {
    const ended = await run('verify', ...args, '--json')
    expect([ended.json, ended.code], `${args} ${ended.stderr}`).toEqual([whole, 0])
  }
  expect((await run('verify', 'ENG')).stdout).toContain(`${seq} events verified. Head ${seq}:${hash}`)
  expect(await run('verify', 'ENG', '--noted', `${seq}:${hash}`)).toMatchObject({ code: 0 })
  const forged = await run('verify', 'ENG.json', '--noted', `7:${'0'.repeat(64)}`, '--json')
  expect(forged).toMatchObject({ code: 1, json: { seq: 6, fault: { seq: 7, kind: 'noted_hash_differs' } } })
  // A board that is made of the file has a log of its own, which says of which file.
  const file = await readFile(join(machine.home, 'ENG.json'))
  const { boardId: made } = await importFile(tandem, ada, file, 'ENG.json')
  const [imported] = (await ada.get(`/api/boards/${made}/activity?limit=1`)).body
  expect(imported).toMatchObject({ verb: 'board.imported', payload: { log: { boardId, seq, hash } } })
  expect(await run('verify', made)).toMatchObject({ code: 0 })
})

test('the first activity of an export that does not fit is named; what is no export is no answer', {
  meta: { proves: ['cli.verify', 'log.verify.export'] },
}, async () => {
  await run('board', 'export', 'ENG', '--output', 'whole.json')
  const whole = JSON.parse(await readFile(join(machine.home, 'whole.json'), 'utf8'))
  const { activity } = whole
  const faultIn = async (log: unknown[], more: object = {}) => {
    await writeFile(join(machine.home, 'tampered.json'), JSON.stringify({ ...whole, ...more, activity: log }))
    const { code, json, stderr } = await run('verify', 'tampered.json', '--json')
    expect(code, stderr).toBe(1)
    return json?.fault
  }
  const changed = activity.with(9, { ...activity[9], actorId: boardId })
  expect(await faultIn(changed)).toMatchObject({ seq: 10, id: activity[9].id, kind: 'activity_changed' })
  expect(await faultIn(activity.with(9, { ...activity[9], payload: { name: 'x' } }))).toMatchObject({ seq: 10, kind: 'payload_changed' })
  expect(await faultIn(activity.toSpliced(9, 1))).toMatchObject({ seq: 10, id: null, kind: 'activity_missing' })
  expect(await faultIn(activity.with(9, activity[10]).with(10, activity[9]))).toMatchObject({ seq: 10, kind: 'activities_swapped' })
  expect(await faultIn(activity.slice(0, -1))).toMatchObject({ seq: activity.length, kind: 'activity_missing' })
  expect((await run('verify', 'tampered.json')).stdout).toContain(`broken at event ${activity.length}. It is missing`)
  // Of an older release: nothing can be said.
  const bare = activity.map((one: object) => ({ ...one, hash: undefined, payloadHash: undefined }))
  expect(await faultIn(bare, { log: undefined })).toBeNull()
  expect((await run('verify', 'tampered.json')).stdout).toContain('not verified')
  expect(await faultIn(['x'])).toBeUndefined()
  for (const text of ['{"format":"tandem-board"', '{}', 'x']) {
    await writeFile(join(machine.home, 'broken.json'), text)
    expect(await run('verify', 'broken.json')).toMatchObject({ code: 1, stderr: expect.stringContaining('The file is') })
  }
  expect(await run('verify', 'missing.json')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('File missing.json does not exist.'),
  })
  expect(await run('verify', 'ENG', '--noted', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('Invalid --noted') })
  expect(await run('verify', '--noted', `1:${'0'.repeat(64)}`)).toMatchObject({ code: 2 })
  expect(await run('verify', '--database', 'ENG')).toMatchObject({ code: 2 })
  expect(await run('verify', '--database', ada.actorId)).toMatchObject({ code: 3 })
})

test('a row of the service that was changed, removed or exchanged is found by who may read the board, behind the first page too', {
  meta: { proves: ['cli.verify', 'log.verify.tampering'] },
}, async () => {
  const { seq } = await headOf()
  const late = seq - 3
  await tamper(boardId, `update activities set payload = '{"title":"Another"}' where board_id = $1 and seq = ${late}`)
  for (const args of [['ENG'], ['--database', boardId]]) {
    const found = await run('verify', ...args, '--json')
    expect(found).toMatchObject({ code: 1, json: { seq: late - 1, fault: { seq: late, kind: 'payload_changed' } } })
  }
  await tamper(boardId, `delete from activities where board_id = $1 and seq = 5`)
  expect((await run('verify', '--json')).stdout).toContain('"kind":"activity_missing"')
  expect((await run('verify', 'ENG')).stdout).toContain('broken at event 5. It is missing')
})

test('an end that was cut off is found while the board still says how long its log is', {
  meta: { proves: ['cli.verify', 'log.verify.tampering'] },
}, async () => {
  const { id } = (await ada.post('/api/boards', { name: 'Cut off', keyPrefix: 'CUT', template: 'kanban' })).body
  const { lastSeq } = await headOf(id)
  await tamper(
    id,
    `update boards set hashed_seq = last_seq - 1,
      last_hash = (select hash from activities where board_id = $1 and seq = last_seq - 1) where id = $1`,
  )
  expect(await run('verify', 'CUT', '--json')).toMatchObject({ code: 0, json: { seq: lastSeq - 1, unhashed: 1, fault: null } })
  await tamper(id, 'delete from activities where board_id = $1 and seq = (select last_seq from boards where id = $1)')
  for (const args of [['CUT'], ['--database', id]]) {
    const found = await run('verify', ...args, '--json')
    expect(found, found.stderr).toMatchObject({ code: 1, json: { seq: lastSeq - 1, fault: { seq: lastSeq, kind: 'activity_missing' } } })
  }
})
