import { deflateRawSync } from 'node:zlib'
import { importFailures } from '@tandem/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { ReadBytes } from '../../src/domain/transfer/formats/open-source.ts'
import { tandemSource } from '../../src/domain/transfer/formats/tandem.ts'
import { trelloSource } from '../../src/domain/transfer/formats/trello.ts'
import { planImport } from '../../src/domain/transfer/write/import-plan.ts'
import { dataDirectory, png } from '../attachments/files.ts'
import { until } from '../kit/http.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { exported, importFile, sendFile, zipOf } from './files.ts'

let tandem: TestService
let data: Awaited<ReturnType<typeof dataDirectory>>
let ada: Person
const mostBytes = 300_000

beforeAll(async () => {
  data = await dataDirectory()
  const environment = {
    DATA_DIR: data.path,
    IMPORT_MAX_BYTES: String(mostBytes),
    ATTACHMENT_MAX_BYTES: '1000',
    ATTACHMENT_BOARD_QUOTA_BYTES: '1500',
  }
  tandem = await startTestService({ environment })
  ada = await tandem.register('Ada')
})
afterAll(async () => {
  await tandem?.stop()
  await data.remove()
})

const boards = sql<{ count: number }>('select count(*) as count from boards')
const fileRows = sql<{ count: number }>('select count(*) as count from files')
const open = sql<{ count: number }>('select count(*) as count from imports where due_at is not null')

/** Expects that no board, list, card, file, delivery or unfinished import is left. */
async function expectNothingLeft(): Promise<void> {
  await until(async () => (await tandem.database.row(fileRows))?.count === 0)
  await tandem.service.workers.boardRemoval.runOnce()
  expect(await tandem.database.row(boards)).toEqual({ count: 0 })
  expect(await tandem.database.row(open)).toEqual({ count: 0 })
  expect(await data.files()).toEqual([])
  expect(await brokenIn(tandem.database)).toEqual([])
}

const doc = (more: Record<string, unknown> = {}) => ({
  format: 'tandem-board',
  formatVersion: 1,
  board: { name: 'Engine' },
  members: [],
  labels: [],
  fields: [],
  actors: [],
  views: [],
  lists: [{ id: 'l', name: 'To do', rank: 'a0' }],
  cards: [],
  activity: [],
  ...more,
})
const card = (more: Record<string, unknown> = {}): Record<string, unknown> => ({ id: 'c', listId: 'l', rank: 'a0', title: 'One', ...more })
const fileOn = (id: string, filename: string) => ({ id, kind: 'file', name: filename, filename, contentType: 'text/plain', sizeBytes: 4 })
const fileId = '019f0000-0000-7000-8000-000000000001'

describe('a file that is no board', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const cases: [what: string, bytes: () => Buffer | string | Promise<Buffer>, error: RegExp][] = [
    ['JSON of something else', () => '{"hello": "world"}', /neither a Tandem export nor/],
    ['a JSON list', () => '[1, 2, 3]', /not valid JSON/],
    ['JSON that breaks off', () => JSON.stringify(doc()).slice(0, -20), /ends too early/],
    ['JSON that breaks off in a text', () => JSON.stringify(doc({ cards: [card()] })).slice(0, -60), /ends too early/],
    ['JSON with a comma too many', () => JSON.stringify(doc()).replace('"cards":[]', '"cards":[{},]'), /not valid JSON/],
    ['JSON that goes on behind its end', () => `${JSON.stringify(doc())}{}`, /extra data at the end/],
    [
      'JSON ten thousand levels deep',
      () => `{"format":"tandem-board","formatVersion":1,"board":${deep}}`,
      /nested more than 64 levels deep/,
    ],
    ['JSON ten thousand levels deep in an ignored field', () => `{"format":"tandem-board","x":${deep}}`, /nested more than 64 levels deep/],
    [
      'JSON that is not UTF-8',
      () =>
        Buffer.concat([
          Buffer.from('{"format":"tandem-board","formatVersion":1,"board":{"name":"'),
          Buffer.from([0xff]),
          Buffer.from('"}}'),
        ]),
      /UTF-8/,
    ],
    ['a format that is to come', () => JSON.stringify(doc({ formatVersion: 2 })), /newer Tandem/],
    ['an archive without a board', () => zipOf({ 'readme.txt': 'hello' }), /contains no board.json/],
    ['an archive that breaks off', async () => (await zipOf({ 'board.json': JSON.stringify(doc()) })).subarray(0, 100), /broken/],
    ['an archive with a path that climbs', () => climbing(), /broken/],
    [
      'an archive that unpacks to more than may be sent',
      () => zipOf({ 'board.json': `{"format":"tandem-board","x":"${' '.repeat(10 * mostBytes)}"}` }, { compress: true }),
      /more than 3000000 bytes/,
    ],
    ['an archive that lies about the size of its board', async () => lying(JSON.stringify(doc())), /broken/],
    ['an archive of more files than anybody attaches', () => manyEntries(20_001), /more than 20000 files/],
    ['an archive that is damaged', () => damaged(JSON.stringify(doc())), /damaged|broken/],
  ]
  test.each(cases)(
    'such as %s fails, says why and leaves nothing',
    {
      meta: { proves: ['limit.imports.archive-files', 'limit.imports.unpacked'] },
    },
    async (_, bytes, error) => {
      const { state, report, boardId } = await importFile(tandem, ada, await bytes(), 'board.bin')
      expect({ state, boardId, error: report.error }).toEqual({ state: 'failed', boardId: null, error: expect.stringMatching(error) })
      expect(report.error).toMatch(/^.{15,}\.$/s)
      expect(Object.keys(importFailures)).toContain(report.why.reason)
      await expectNothingLeft()
    },
  )
})

describe('an upload', () => {
  test('of what shows itself to be something else is refused at once', async () => {
    const answer = await sendFile(tandem, ada, png(3, 3), 'board.json')
    expect([answer.status, answer.body.error.code]).toEqual([415, 'unsupported_media_type'])
    expect((await sendFile(tandem, ada, '', 'board.json')).status).toBe(400)
    await expectNothingLeft()
  })

  test('of more than IMPORT_MAX_BYTES is refused', async () => {
    const answer = await sendFile(tandem, ada, Buffer.alloc(mostBytes + 1, 0x20), 'board.json')
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large'])
    await expectNothingLeft()
  })

  test('is refused with a leashed token, with one that may not write boards, and without a credential', async () => {
    const boardId = (await ada.post('/api/boards', { name: 'Leash' })).body.id
    const mint = async (scopes: string[]) => ({
      cookie: null,
      token: (await ada.post('/api/tokens', { label: 'x', scopes })).body.token as string,
    })
    const text = JSON.stringify(doc())
    expect((await sendFile(tandem, await mint(['boards:write', `board:${boardId}`]), text, 'x.json')).status).toBe(403)
    expect((await sendFile(tandem, await mint(['cards:write']), text, 'x.json')).status).toBe(403)
    expect((await sendFile(tandem, { cookie: '', token: null }, text, 'x.json')).status).toBe(401)
    expect((await ada.post('/api/boards/import', { file: 'x' })).status).toBe(400)
    await ada.patch(`/api/boards/${boardId}`, { archived: true })
    expect((await ada.delete(`/api/boards/${boardId}`, { name: 'Leash' })).status).toBe(204)
    await expectNothingLeft()
  })

  test('cannot be followed by others', async () => {
    const { body } = await sendFile(tandem, ada, 'title\nx\n', 'x.csv')
    const other = await tandem.register('Other')
    expect((await other.get(`/api/imports/${body.importId}`)).status).toBe(404)
    expect((await ada.get(`/api/imports/${body.importId}`)).body).toMatchObject({ importId: body.importId })
    await until(async () => (tandem.clock.advance(1_000), (await ada.get(`/api/imports/${body.importId}`)).body.state === 'done'))
  })
})

describe('a file with strange things in it', () => {
  test('has a card that comes twice where it came first, with the others of that list around it', async () => {
    const lists = ['l', 'm'].map((id, at) => ({ id, name: id, rank: `a${at}` }))
    const cards = [
      card({ id: 'a', listId: 'nowhere', rank: 'a5' }),
      card({ id: 'a', title: 'A' }),
      card({ id: 'b', title: 'B', rank: 'a1' }),
      card({ id: 'c', title: 'C', rank: 'a0', listId: 'm' }),
      card({ id: 'a', title: 'Twice', rank: 'a1', listId: 'm' }),
    ]
    const { state, boardId } = await importFile(tandem, ada, JSON.stringify(doc({ lists, cards })), 'x.json')
    expect(state).toBe('done')
    const tree = (await ada.get(`/api/boards/${boardId}`)).body
    expect(tree.lists.map((list: any) => list.cards.map((each: any) => each.title))).toEqual([['A', 'B'], ['C']])
  })

  test('is not held in memory, however much there is of what cards refer to', {
    meta: { proves: ['limit.imports.beside-cards'] },
  }, async () => {
    const large = JSON.stringify({ id: 'x', name: 'x', more: 'x'.repeat(7_000_000) })
    for (const open of [(read: ReadBytes) => tandemSource(read, false), trelloSource]) {
      async function* bytes(): AsyncGenerator<Buffer> {
        yield Buffer.from('{"labels":[')
        for (let at = 0; at < 5; at++) yield Buffer.from(`${at === 0 ? '' : ','}${large}`)
        yield Buffer.from('],"cards":[]}')
      }
      const source = { ...open(bytes), open: async () => undefined, close: async () => {} }
      await expect(planImport(source, new AbortController().signal)).rejects.toThrow(/too much data besides cards/)
    }
  })

  test('is taken as far as it goes, and what is left out is told', async () => {
    const cards = [
      card({
        title: `A\0B${'x'.repeat(600)}`,
        description: 'half \ud800 a pair',
        labelIds: ['nowhere'],
        fieldValues: [{ fieldId: 'f', value: 'much' }],
      }),
      card({ id: 'c', title: 'Twice' }),
      card({ id: 'd', title: 'Lost', listId: 'nowhere' }),
      card({
        id: 'e',
        title: 'Second',
        rank: 'a1',
        relations: [
          { otherCardId: 'c', kind: 'blocks' },
          { otherCardId: 'e', kind: 'blocks' },
        ],
      }),
      card({ id: 'g', title: 'Third', rank: 'a2', relations: [{ otherCardId: 'h', kind: 'parent' }] }),
      card({
        id: 'h',
        title: 'Fourth',
        rank: 'a3',
        relations: [{ otherCardId: 'g', kind: 'parent' }],
        priority: 'whatever',
        dueAt: 'soon',
        delegation: { agentActorId: 'x' },
      }),
      'not even an object',
    ]
    const comments = [
      { id: 1, cardId: 'c', body: 'Hi\0', createdAt: '2999-01-01T00:00:00.000Z' },
      { id: 2, cardId: 'x', body: 'Lost' },
      { id: 3, cardId: 'c', body: 42 },
    ]
    Object.assign(cards[0] ?? {}, { comments })
    const text = JSON.stringify({
      ...doc({
        cards,
        fields: [
          { id: 'f', name: 'Effort', type: 'number' },
          { id: 'g', name: 'Odd', type: 'wheel' },
        ],
      }),
      labels: [{ id: 'a', name: 'Bug', color: '<script>' }],
      __proto__: { polluted: true },
    }).replace('"labels"', '"__proto__":{"polluted":true},"labels"')
    const { state, report, boardId } = await importFile(tandem, ada, text, 'x.json')
    expect(state).toBe('done')
    expect(report.created).toMatchObject({ cards: 4, comments: 1, relations: 1, fields: 1, labels: 1 })
    expect(report.skipped.map((each: any) => each.reason).sort()).toMatchInlineSnapshot(`
      [
        "an import does not start agents: delegate the card",
        "it appears twice",
        "it has no name or options, or its type is not supported",
        "its card is not in the file",
        "its list is not in the file",
        "the cards would depend on each other",
        "the cards would depend on each other",
        "the other card is not in the file",
        "the value is not valid for a number field",
        "they are not in the file",
      ]
    `)
    const got = await exported(tandem, ada, boardId)
    expect(got.cards.map((each: any) => each.title.slice(0, 6))).toEqual(['ABxxxx', 'Second', 'Third', 'Fourth'])
    expect(got.cards[0].title.length).toBe(500)
    expect(got.cards[0].description).toBe('half \ufffd a pair')
    expect(got.labels[0].color).toBe('gray')
    expect(Date.parse(got.cards[0].comments[0].imported.createdAt)).toBeLessThanOrEqual(tandem.clock.now())
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('keeps the files that fit, by the id and never by the path', async () => {
    const ids = [1, 2, 3, 4].map((digit) => fileId.slice(0, -1) + digit)
    const [small, large, missing, more] = ids as [string, string, string, string]
    const attachments = [fileOn(small, '../../etc/passwd'), fileOn(large, 'large'), fileOn(missing, 'missing'), fileOn(more, 'more')]
    const archive = await zipOf({
      'board.json': JSON.stringify(doc({ cards: [card({ attachments })] })),
      [`attachments/${small}/whatever`]: 'x'.repeat(900),
      [`attachments/${large}/large`]: 'x'.repeat(1_001),
      [`attachments/${more}/more`]: 'x'.repeat(900),
      'attachments/strange': 'x',
      'elsewhere/evil.sh': 'x',
    })
    const { state, report, boardId } = await importFile(tandem, ada, archive, 'x.zip')
    expect(state).toBe('done')
    expect(report.skipped).toMatchObject([
      {
        what: 'file "large"',
        reason: 'a file can have at most 1000 bytes here',
        thing: { kind: 'file', params: { name: 'large' } },
        why: { reason: 'fileTooBig', params: { bytes: 1_000 } },
      },
      { what: 'file "missing"', reason: 'it is not in the archive' },
      { what: 'file "more"', reason: 'the files of a board can have at most 1500 bytes in total' },
    ])
    const got = await exported(tandem, ada, boardId)
    expect(got.cards[0].attachments.map((each: any) => [each.filename, each.sizeBytes])).toEqual([['passwd', 900]])
    expect((await data.files()).length).toBe(1)
    expect(await brokenIn(tandem.database)).toEqual([])
  })
})

/** An entry whose path leads out of the folder. Replaced in both places of the name: before the bytes and in the directory at the end. */
async function climbing(): Promise<Buffer> {
  const zip = await zipOf({ 'board.json': JSON.stringify(doc()), 'aa/bb/cccccc.txt': 'x' })
  return Buffer.from(zip.toString('latin1').replaceAll('aa/bb/cccccc.txt', '../../../../../x'), 'latin1')
}

/** An archive whose headers give the document a size of ten bytes. */
function lying(text: string): Buffer {
  const packed = deflateRawSync(text)
  const name = Buffer.from('board.json')
  const common = (offset: number, size: number) => {
    const head = Buffer.alloc(size)
    head.writeUInt16LE(8, offset + 4)
    head.writeUInt32LE(packed.length, offset + 14)
    head.writeUInt32LE(10, offset + 18)
    head.writeUInt16LE(name.length, offset + 22)
    return head
  }
  const local = common(4, 30)
  local.writeUInt32LE(0x04034b50, 0)
  const central = common(6, 46)
  central.writeUInt32LE(0x02014b50, 0)
  const before = Buffer.concat([local, name, packed])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(before.length, 16)
  return Buffer.concat([before, central, name, end])
}

async function damaged(text: string): Promise<Buffer> {
  const zip = await zipOf({ 'board.json': text }, { compress: false })
  const at = zip.indexOf('Engine')
  zip[at] = 0x45 ^ 1
  return zip
}

/** An archive whose directory announces `count` entries. */
function manyEntries(count: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  return end
}
