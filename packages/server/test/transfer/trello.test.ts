import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { exported, importFile } from './files.ts'

let tandem: TestService
let ada: Person
let mia: Person

beforeAll(async () => {
  // The covers of the sample board are on the web.
  tandem = await startTestService({ environment: { LINK_PREVIEWS: 'false' } })
  ada = await tandem.register('Ada')
  mia = await tandem.register('Mia Moe')
  const together = (await ada.post('/api/boards', { name: 'Together' })).body.id
  await ada.post(`/api/boards/${together}/members`, { actorId: mia.actorId, role: 'member' })
})
afterAll(() => tandem?.stop())

const idAt = (second: number, number: number) => (1_700_000_000 + second).toString(16) + number.toString(16).padStart(16, '0')
const [toDo, done, closedList] = [idAt(0, 1), idAt(0, 2), idAt(0, 3)]
const [bug, unnamed, twin] = [idAt(0, 11), idAt(0, 12), idAt(0, 13)]
const [one, two, three, four] = [idAt(60, 21), idAt(120, 22), idAt(180, 23), idAt(240, 24)]
const [moe, ben] = [idAt(0, 31), idAt(0, 32)]
const [text, choice, number, checked] = [idAt(0, 41), idAt(0, 42), idAt(0, 43), idAt(0, 44)]

/** As Trello writes it, without fields that the importer does not read. */
const board = {
  id: idAt(0, 0),
  name: 'The Pump',
  desc: 'All about it',
  closed: false,
  prefs: { permissionLevel: 'private' },
  actions: [
    {
      type: 'commentCard',
      date: '2024-03-02T10:00:00.000Z',
      data: { text: 'Later', card: { id: one } },
      memberCreator: { fullName: 'Ben Ode' },
    },
    {
      type: 'updateCard',
      date: '2024-03-01T12:00:00.000Z',
      data: { card: { id: one }, old: { pos: 1 } },
      memberCreator: { fullName: 'Mia Moe' },
    },
    {
      type: 'commentCard',
      date: '2024-03-01T10:00:00.000Z',
      data: { text: 'Earlier, @ada @mia-moe', card: { id: one } },
      memberCreator: { fullName: 'Mia Moe' },
    },
    {
      type: 'createBoard',
      date: '2024-01-01T00:00:00.000Z',
      data: { board: { name: 'The Pump' } },
      memberCreator: { fullName: 'Ben Ode' },
    },
  ],
  cards: [
    {
      id: two,
      idShort: 2,
      idList: toDo,
      pos: 300,
      name: 'Second',
      desc: '',
      closed: false,
      idLabels: [twin],
      idMembers: [],
      due: null,
      dueComplete: false,
      idChecklists: [idAt(0, 51), idAt(0, 52)],
      attachments: [],
    },
    {
      id: one,
      idShort: 1,
      idList: toDo,
      pos: 100,
      name: 'First',
      desc: 'Fix *it*',
      closed: false,
      idLabels: [bug, unnamed],
      idMembers: [moe, ben],
      due: '2030-01-01T12:00:00.000Z',
      start: '2029-12-01T00:00:00.000Z',
      dueComplete: true,
      idChecklists: [],
      attachments: [
        { id: idAt(0, 61), name: 'Plan', url: 'https://example.org/plan.pdf', isUpload: false },
        { id: idAt(0, 62), name: 'Bad', url: 'javascript:alert(1)', isUpload: false },
        { id: idAt(0, 63), name: 'Photo', url: 'https://trello.com/1/cards/x/attachments/y/download/photo.png', isUpload: true },
      ],
      customFieldItems: [
        { idCustomField: text, value: { text: 'hello' } },
        { idCustomField: choice, idValue: idAt(0, 72), value: null },
        { idCustomField: number, value: { number: '2.5' } },
        { idCustomField: checked, value: { checked: 'true' } },
      ],
    },
    {
      id: three,
      idShort: 3,
      idList: done,
      pos: 1,
      name: 'Gone',
      desc: '',
      closed: true,
      idLabels: [],
      idMembers: [],
      due: null,
      dateLastActivity: '2024-02-02T00:00:00.000Z',
    },
    {
      id: four,
      idShort: 4,
      idList: closedList,
      pos: 1,
      name: 'Shelved',
      desc: '',
      closed: false,
      idLabels: [],
      idMembers: [],
      due: null,
      idMembersVoted: [moe],
      cover: { color: 'red', idAttachment: null },
      pluginData: [{ value: '{}' }],
    },
  ],
  checklists: [
    { id: idAt(0, 52), name: 'After', idCard: two, pos: 2, checkItems: [{ name: 'clean', state: 'incomplete', pos: 1 }] },
    {
      id: idAt(0, 51),
      name: 'Before',
      idCard: two,
      pos: 1,
      checkItems: [
        { name: 'b', state: 'incomplete', pos: 2, due: '2030-01-01T00:00:00.000Z' },
        { name: 'a', state: 'complete', pos: 1 },
      ],
    },
  ],
  customFields: [
    { id: text, name: 'Where', type: 'text' },
    {
      id: choice,
      name: 'Size',
      type: 'list',
      options: [
        { id: idAt(0, 71), value: { text: 'small' } },
        { id: idAt(0, 72), value: { text: 'large' } },
      ],
    },
    { id: number, name: 'Hours', type: 'number' },
    { id: checked, name: 'Seen', type: 'checkbox' },
  ],
  labels: [
    { id: bug, name: 'Bug', color: 'red_dark' },
    { id: unnamed, name: '', color: 'green' },
    { id: twin, name: 'Bug', color: 'blue' },
  ],
  lists: [
    { id: done, name: 'Done', pos: 2, closed: false },
    { id: toDo, name: 'To do', pos: 1, closed: false, softLimit: 4 },
    { id: closedList, name: 'Old', pos: 3, closed: true },
  ],
  members: [
    { id: moe, fullName: 'Mia Moe', username: 'miamoe' },
    { id: ben, fullName: 'Ben Ode', username: 'benode' },
  ],
}

describe('the export of a Trello board', () => {
  test('becomes a board with lists, cards, labels, fields, checklists, comments, dates and links', async () => {
    const { state, boardId, report } = await importFile(tandem, ada, JSON.stringify(board), 'pump.json')
    expect(state).toBe('done')
    expect(report).toMatchObject({
      source: 'trello',
      created: { lists: 3, cards: 4, labels: 3, fields: 4, comments: 2, checklistItems: 3, attachments: 2, history: 2 },
    })
    const doc = await exported(tandem, ada, boardId)
    expect(doc.board).toMatchObject({ name: 'The Pump', description: 'All about it' })
    expect(doc.lists.map((list: any) => [list.name, list.wipLimit, list.category, list.archivedAt !== null])).toEqual([
      ['To do', 4, 'none', false],
      ['Done', null, 'none', false],
      ['Old', null, 'none', true],
    ])
    expect(doc.labels.map((label: any) => [label.name, label.color])).toEqual([
      ['Bug', 'red'],
      ['green', 'green'],
      ['Bug 2', 'blue'],
    ])
    const [first, second, gone, shelved] = doc.cards
    expect(first).toMatchObject({
      number: 1,
      title: 'First',
      description: 'Fix *it*',
      dueAt: '2030-01-01T12:00:00.000Z',
      startAt: '2029-12-01T00:00:00.000Z',
    })
    expect(first).toMatchObject({
      createdAt: '2023-11-14T22:14:20.000Z',
      assigneeActorIds: [mia.actorId],
      imported: { assigneeNames: ['Ben Ode'] },
    })
    expect(first.completedAt).not.toBe(null)
    expect(first.attachments.map((each: any) => [each.kind, each.name])).toEqual([
      ['link', 'Plan'],
      ['link', 'Photo'],
    ])
    expect(first.fieldValues.map((each: any) => each.value)).toEqual(['hello', 'large', 2.5, true])
    expect(first.comments.map((each: any) => [each.body, each.imported, each.actorId])).toEqual([
      ['Earlier, @ada @mia-moe', { authorName: 'Mia Moe', createdAt: '2024-03-01T10:00:00.000Z' }, ada.actorId],
      ['Later', { authorName: 'Ben Ode', createdAt: '2024-03-02T10:00:00.000Z' }, ada.actorId],
    ])
    expect(second.checklistItems.map((each: any) => [each.text, each.done])).toEqual([
      ['Before: a', true],
      ['Before: b', false],
      ['After: clean', false],
    ])
    expect(second.rank > first.rank).toBe(true)
    expect(gone).toMatchObject({ title: 'Gone', archivedAt: '2024-02-02T00:00:00.000Z', archivedWithList: false })
    expect(shelved).toMatchObject({ title: 'Shelved', archivedAt: doc.lists[2].archivedAt, archivedWithList: true })
    expect(report.skipped).toMatchObject([
      { what: 'person "Ben Ode"', reason: expect.stringContaining('keep the name') },
      { what: 'settings of the board, such as its background', reason: 'not supported by Tandem' },
      { what: 'attachment "Bad" of "First"', reason: expect.stringContaining('http') },
      { what: 'files uploaded to Trello', reason: expect.stringContaining('stay at Trello') },
      ...['votes', 'Power-Up data on cards', 'covers of cards', 'due dates of checklist items'].map((what) => ({
        what,
        reason: expect.any(String),
      })),
    ])
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('brings back the cards of a closed list with it, and not before', async () => {
    const { boardId } = await importFile(tandem, ada, JSON.stringify(board), 'pump.json')
    const open = async () => (await ada.get(`/api/search/cards?boardId=${boardId}`)).body.map((card: any) => card.title).toSorted()
    expect(await open()).toEqual(['First', 'Second'])
    const { id } = (await exported(tandem, ada, boardId)).lists[2]
    await ada.patch(`/api/lists/${id}`, { archived: false })
    expect(await open()).toEqual(['First', 'Second', 'Shelved'])
  })

  test('cuts no name within a character, also when it adds a number to make names unique', async () => {
    const name = `${'x'.repeat(189)}🛠 and more`
    const twins = [bug, twin].map((id, at) => ({ id, name, color: ['red', 'blue'][at] }))
    const { boardId } = await importFile(tandem, ada, JSON.stringify({ ...board, labels: twins }), 'twins.json')
    const { labels } = await exported(tandem, ada, boardId)
    expect(labels.map((label: any) => label.name)).toEqual([name, `${'x'.repeat(189)} 2`])
  })

  test('notifies no one of its cards, starts no agent that its texts mention, and fetches nothing', async () => {
    const robo = await tandem.agent(ada, 'Robo')
    const mentioning = { ...board, name: 'Mentions', cards: board.cards.map((card) => ({ ...card, desc: `@${robo.handle} @mia-moe` })) }
    mentioning.actions[0]!.data = { text: `@${robo.handle}, please`, card: { id: one } }
    const before = await tandem.database.row(counts)
    const { boardId } = await importFile(tandem, ada, JSON.stringify(mentioning), 'pump.json')
    expect(await tandem.database.row(counts)).toEqual(before)
    expect((await mia.get(`/api/boards/${boardId}`)).status).toBe(200)
  })

  test('keeps what else has happened as history that is read apart from the log', {
    meta: { proves: ['transfer.import.history'] },
  }, async () => {
    const { boardId } = await importFile(tandem, ada, JSON.stringify(board), 'pump.json')
    const { body } = await mia.get(`/api/boards/${boardId}/imported-history`)
    const card = (await exported(tandem, ada, boardId)).cards[0]
    expect(body).toEqual([
      {
        seq: 2,
        at: '2024-01-01T00:00:00.000Z',
        actorName: 'Ben Ode',
        verb: 'trello.createBoard',
        cardId: null,
        payload: { board: { name: 'The Pump' } },
      },
      {
        seq: 1,
        at: '2024-03-01T12:00:00.000Z',
        actorName: 'Mia Moe',
        verb: 'trello.updateCard',
        cardId: card.id,
        payload: { card: { id: one }, old: { pos: 1 } },
      },
    ])
    const log = (await ada.get(`/api/boards/${boardId}/activity?limit=200`)).body
    expect(new Set(log.map((each: any) => each.actorId))).toEqual(new Set([ada.actorId]))
    expect(log[0]).toMatchObject({ verb: 'board.imported', payload: { source: 'trello' } })
    expect((await ada.get(`/api/boards/${boardId}/imported-history?limit=1`)).headers.get('link')).toContain('before=2')
    const stranger = await tandem.register('Stranger')
    expect((await stranger.get(`/api/boards/${boardId}/imported-history`)).status).toBe(404)
  })

  test('whose custom fields have types that every object has, and whose members no name that can be kept, comes without them', async () => {
    const types = ['constructor', '__proto__', 'toString', 'text']
    const customFields = types.map((type, at) => ({ id: `f${at}`, name: `Field ${at}`, type }))
    const members = [{ id: moe, fullName: '\0', username: '\0\ud800' }]
    const odd = { ...board, name: 'Odd', members, customFields, labels: [{ id: bug, name: '', color: 'constructor' }] }
    const { state, boardId } = await importFile(tandem, ada, JSON.stringify(odd), 'odd.json')
    expect(state).toBe('done')
    expect((await exported(tandem, ada, boardId)).fields.map((field: any) => field.name)).toEqual(['Field 3'])
  })

  const real = new URL('../../../../../shared/data/trello/agile-sprint-board.json', import.meta.url)
  test('of a real team comes whole', async ({ skip }) => {
    skip(!existsSync(real), 'the sample board is not at hand')
    const text = readFileSync(real, 'utf8')
    const source = JSON.parse(text)
    const { state, report, boardId, total, done } = await importFile(tandem, ada, text, 'agile.json')
    expect(state).toBe('done')
    expect(done).toBe(total)
    const comments = source.actions.filter((each: any) => each.type === 'commentCard').length
    expect(report.created).toMatchObject({ cards: source.cards.length, lists: source.lists.length, labels: source.labels.length, comments })
    const doc = await exported(tandem, ada, boardId)
    expect(doc.cards.map((card: any) => card.title).sort()).toEqual(
      source.cards.map((card: any) => card.name.replace(/\s+/g, ' ').trim()).sort(),
    )
  })
})

const counts = sql(`select (select count(*) from notifications) as notifications, (select count(*) from sessions) as sessions,
  (select count(*) from deliveries) as deliveries, (select count(*) from mails) as mails`)
