import { importFailures } from '@tandem/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { exported, importFile } from './files.ts'

let tandem: TestService
let ada: Person

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada')
})
afterAll(() => tandem?.stop())

const failure = async (bytes: Buffer | string, name = 'cards.csv'): Promise<string> => {
  const { state, report, boardId } = await importFile(tandem, ada, bytes, name)
  expect([state, boardId]).toEqual(['failed', null])
  expect(Object.keys(importFailures)).toContain(report.why.reason)
  return report.error
}

describe('a CSV file', () => {
  test('becomes a board: a card a row, columns by their names', async () => {
    const csv = [
      '\ufeffTitle,Status,Description,Labels,Due Date,Assignee,Priority,Checklist,Completed,Team,Comment,Comment',
      '"Fix, the pump",Doing,"Two\nlines","bug, wet",2030-02-03,Ada,P1,"[x] look\n- fix; test",,Blue,First!,Second',
      'Paint it,To do,,,2030-02-03T10:00:00+02:00,Nobody Here,unheard of,,yes,,,',
      ',To do,no title,,,,,,,,,',
      'Buy paint,To do,,Bug,03/04/2030,,,,2020-01-01,,,',
    ].join('\r\n')
    const { state, boardId, report } = await importFile(tandem, ada, csv, 'pump works.csv')
    expect(state).toBe('done')
    const doc = await exported(tandem, ada, boardId)
    expect(doc.board.name).toBe('pump works')
    expect(doc.lists.map((list: any) => list.name)).toEqual(['Doing', 'To do'])
    const [fix, paint, buy] = doc.cards
    expect(fix).toMatchObject({
      title: 'Fix, the pump',
      description: 'Two\nlines',
      priority: 'urgent',
      dueAt: '2030-02-03T23:59:59.000Z',
      assigneeActorIds: [ada.actorId],
    })
    expect(fix.checklistItems.map((each: any) => [each.text, each.done])).toEqual([
      ['look', true],
      ['fix', false],
      ['test', false],
    ])
    expect(fix.comments.map((each: any) => each.body)).toEqual(['First!', 'Second'])
    expect(fix.fieldValues.map((each: any) => each.value)).toEqual(['Blue'])
    expect(doc.fields.map((field: any) => [field.name, field.type])).toEqual([['Team', 'text']])
    expect(doc.labels.map((label: any) => label.name)).toEqual(['bug', 'wet'])
    expect(paint).toMatchObject({ title: 'Paint it', dueAt: '2030-02-03T08:00:00.000Z', imported: { assigneeNames: ['Nobody Here'] } })
    expect(paint.completedAt).not.toBe(null)
    expect(buy).toMatchObject({ title: 'Buy paint', dueAt: null, completedAt: '2020-01-01T00:00:00.000Z', labelIds: [doc.labels[0].id] })
    expect(report.skipped.map((each: any) => each.what)).toEqual([
      'person "Nobody Here"',
      'priority of "Paint it"',
      'row 4',
      'due date of "Buy paint"',
    ])
  })

  test('may be separated by semicolons or tabs, and the sender may name the board', {
    meta: { proves: ['transfer.import.csv-forms'] },
  }, async () => {
    for (const [separator, name] of [
      [';', 'Semicolons'],
      ['\t', 'Tabs'],
    ] as const) {
      const { boardId } = await importFile(tandem, ada, `name${separator}list\nA, b${separator}Here\n`, 'x.csv', { name })
      const doc = await exported(tandem, ada, boardId)
      expect([doc.board.name, doc.cards[0].title, doc.lists[0].name]).toEqual([name, 'A, b', 'Here'])
    }
  })

  test('that is none is refused with what to do about it', { meta: { proves: ['transfer.import.csv-forms'] } }, async () => {
    expect(await failure('a,b\n1,2\n')).toMatch(/column for titles/)
    expect(await failure('title\n"never closed\n')).toMatch(/quotation mark is missing or not doubled near line 2/)
    expect(await failure('title,list\n5" pipe,A\n')).toMatch(/field near line 2 contains a quotation mark/)
    expect(await failure(Buffer.from([0x74, 0x69, 0x74, 0x6c, 0x65, 0x0a, 0xff, 0xfe]))).toMatch(/UTF-8/)
    expect(await failure(Buffer.from('t\0i\0t\0l\0e\0', 'latin1'))).toMatch(/not .* text in UTF-8/)
    expect(await failure(`title\n"${'x'.repeat(3_000_000)}"\n`)).toMatch(/row near line .* is too long/)
    expect((await ada.get('/api/boards')).body.length).toBe(3)
  })

  test('may say what every object has', async () => {
    const csv = 'Title,Status,Labels,Priority,constructor\nA,__proto__,constructor,constructor,1\nB,toString,valueOf,__proto__,2\n'
    const { state, boardId, report } = await importFile(tandem, ada, csv, 'names.csv')
    expect(state).toBe('done')
    const doc = await exported(tandem, ada, boardId)
    expect(doc.cards.map((card: any) => [card.title, card.priority, card.fieldValues[0].value])).toEqual([
      ['A', 'none', '1'],
      ['B', 'none', '2'],
    ])
    expect(doc.lists.map((list: any) => list.name)).toEqual(['__proto__', 'toString'])
    expect(doc.labels.map((label: any) => label.name)).toEqual(['constructor', 'valueOf'])
    expect(report.skipped.map((each: any) => each.what)).toEqual(['priority of "A"', 'priority of "B"'])
  })

  test('whose checklist is mostly blanks does not delay others', async () => {
    const blanks = ' '.repeat(100_000)
    const { boardId } = await importFile(tandem, ada, `title,checklist\nA,"${blanks}oil\rit${blanks}"\n`, 'blanks.csv')
    const [card] = (await exported(tandem, ada, boardId)).cards
    expect(card.checklistItems.map((item: { text: string }) => item.text)).toEqual(['oil it'])
  })

  test('of many rows is imported in pages, in their order', async () => {
    const rows = Array.from({ length: 1_500 }, (_, at) => `Card ${at},${at % 3 === 0 ? 'A' : 'B'}`)
    const { boardId, done, total } = await importFile(tandem, ada, `title,list\n${rows.join('\n')}\n`, 'many.csv')
    expect([done, total]).toEqual([1_503, 1_503])
    const tree = (await ada.get(`/api/boards/${boardId}`)).body
    expect(tree.lists.map((list: any) => list.cards.length)).toEqual([500, 1_000])
    expect(tree.lists[0].cards.map((card: any) => card.title)).toEqual(rows.filter((_, at) => at % 3 === 0).map((row) => row.split(',')[0]))
  })
})

test('the importer alone sees their imports, newest first, page by page', {
  meta: { proves: ['transfer.import.listed'] },
}, async () => {
  const eve = await tandem.register('Eve')
  const first = await importFile(tandem, eve, 'Title\nMend it', 'first.csv')
  const second = await importFile(tandem, eve, 'nothing', 'second.csv')
  const { body } = await eve.get('/api/imports')
  expect(body).toEqual([second, first])
  expect(body).toMatchObject([
    { filename: 'second.csv', state: 'failed' },
    { filename: 'first.csv', state: 'done' },
  ])
  expect((await eve.get(`/api/imports?limit=1&cursor=${second.importId}`)).body).toEqual([first])
  expect(
    (
      await tandem
        .withToken((await eve.post('/api/tokens', { label: 'l', scopes: ['boards:read', `board:${first.boardId}`] })).body.token)
        .get('/api/imports')
    ).body,
  ).toEqual([first])
})
