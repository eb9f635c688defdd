import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenario } from '../../../../conformance/src/scenario.ts'
import { sql } from '../../src/db/database.ts'
import { dataDirectory } from '../attachments/files.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { exported, importFile } from '../transfer/files.ts'

let data: Awaited<ReturnType<typeof dataDirectory>>
let tandem: TestService
let ada: Person
const take = sql(`insert into boards (id, name, description, agent_guidance, key_prefix, created_by, created_at)
  select gen_random_uuid(), 'x', '', '', prefix, $1, now() from unnest($2::text[]) as prefix on conflict do nothing`)

beforeAll(async () => {
  data = await dataDirectory()
  tandem = await startTestService({ environment: { DATA_DIR: data.path, BOARD_MAX_PER_PERSON: '0' } })
  ada = await tandem.register('Ada')
})
afterAll(async () => {
  await tandem?.stop()
  await data?.remove()
})

const create = (name: string, more: object = {}) => ada.post('/api/boards', { name, ...more })
const prefixesOf = (answers: { status: number; body: any }[]) => {
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201))
  return answers.map((answer) => answer.body.keyPrefix as string)
}

scenario('boards of one name stem never run out of prefixes (F124)', ['board.create.prefix-never-runs-out'], async () => {
  expect(prefixesOf([await create('日本'), await create('Доска'), await create('1A')])).toEqual(['BRD', 'BRD2', 'BRD3'])
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `BRD${at + from}`)
  await tandem.database.rows(take, [ada.actorId, numbers(4, 1_000)])
  const [next] = prefixesOf([await create('板')])
  expect(next).toMatch(/^BRD[1-9]\d{3}$/)
  await tandem.database.rows(take, [ada.actorId, numbers(1_000, 10_000)])
  expect(prefixesOf([await create('板')])[0]).toMatch(/^BRD[1-9]\d{4}$/)
  expect(await create('板', { keyPrefix: 'BRD77' })).toMatchObject({ status: 409 })
})

test('those who make, copy and import boards of one name at once each get a prefix of their own (F124)', async () => {
  const { body: from } = await create('Pumps')
  const text = JSON.stringify(await exported(tandem, ada, from.id))
  const copy = () => ada.post(`/api/boards/${from.id}/copy`, { name: 'Pumps' })
  const importing = [importFile(tandem, ada, text, 'x.json'), importFile(tandem, ada, text, 'x.json')]
  const made = await Promise.all([...Array.from({ length: 16 }, () => create('Pumps')), ...Array.from({ length: 4 }, copy)])
  const imported = await Promise.all(importing)
  expect(imported.map((one) => one.state)).toEqual(['done', 'done'])
  expect(new Set(prefixesOf(made)).size).toBe(20)
})

test('a prefix that is asked for is refused where it is taken, and then no other board fails for it', async () => {
  await create('Valves')
  const [asked, named] = await Promise.all([
    Promise.all(Array.from({ length: 3 }, () => create('x', { keyPrefix: 'VAL2' }))),
    Promise.all([create('Valves'), create('Valves')]),
  ])
  expect(new Set(prefixesOf(named)).size).toBe(2)
  // One at most, and none where a board of that name came first.
  const taken = prefixesOf(named).includes('VAL2') ? 0 : 1
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(taken)
  expect(asked.filter(({ status }) => status === 409)).toHaveLength(3 - taken)
})
