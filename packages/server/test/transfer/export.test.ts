import { boardExport } from '@tandem/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { sql } from '../../src/db/database.ts'
import { dataDirectory } from '../attachments/files.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { download, exported, importFile } from './files.ts'

let tandem: TestService
let data: Awaited<ReturnType<typeof dataDirectory>>
let ada: Person
let vic: Person
let boardId: string
let listId: string

beforeAll(async () => {
  data = await dataDirectory()
  tandem = await startTestService({ environment: { DATA_DIR: data.path } })
  ada = await tandem.register('Ada')
  vic = await tandem.register('Vic')
  boardId = (await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })).body.id
  listId = (await ada.get(`/api/boards/${boardId}`)).body.lists[0].id
  await ada.post(`/api/boards/${boardId}/members`, { actorId: vic.actorId, role: 'viewer' })
})
afterAll(async () => {
  await tandem?.stop()
  await data.remove()
})

describe('an export', () => {
  test('is what the contract says, for viewers too; for others the board is not there', async () => {
    const cardId = (await ada.post(`/api/lists/${listId}/cards`, { title: 'One' })).body.id
    const robo = await tandem.agent(ada, 'Robo', [boardId])
    const session = (await robo.post(`/api/cards/${cardId}/sessions`)).body
    const doc = await exported(tandem, vic, boardId)
    expect(boardExport.parse(doc)).toMatchObject({ board: { id: boardId }, cards: [{ id: cardId, sessions: [{ id: session.id }] }] })
    expect(doc.activity.map((each: any) => each.seq)).toEqual(doc.activity.map((_: unknown, at: number) => at + 1))
    expect(doc.board.seq).toBe(doc.activity.length)
    const narrow = await vic.post('/api/tokens', { label: 'reader', scopes: ['boards:read'] })
    const byToken = (await tandem.withToken(narrow.body.token).get(`/api/boards/${boardId}/export`)).body
    expect(byToken).toMatchObject({ cards: [{ id: cardId, sessions: [] }] })
    const stranger = await tandem.register('Stranger')
    expect((await stranger.get(`/api/boards/${boardId}/export`)).status).toBe(404)
    const other = (await ada.post('/api/boards', { name: 'Other' })).body.id
    const mint = async (scopes: string[]) => tandem.withToken((await ada.post('/api/tokens', { label: 'x', scopes })).body.token)
    expect((await (await mint(['boards:read', `board:${other}`])).get(`/api/boards/${boardId}/export`)).status).toBe(403)
    expect((await (await mint(['boards:read', `board:${boardId}`])).get(`/api/boards/${boardId}/export`)).status).toBe(200)
  })

  test('leaves out what is others’ own: private views, cards of boards that the caller cannot read, secrets', async () => {
    const [one, two] = [(await ada.post(`/api/lists/${listId}/cards`, { title: 'Here' })).body.id, await elsewhere()]
    await ada.put(`/api/cards/${one}/relations/${two}`, { kind: 'relates' })
    await ada.post(`/api/boards/${boardId}/views`, { name: 'Hers', query: {}, shared: false })
    await ada.post(`/api/boards/${boardId}/webhooks`, { url: 'http://127.0.0.1:1025/', events: ['*'] })
    const [hers, his] = [await exported(tandem, ada, boardId), await exported(tandem, vic, boardId)]
    const relationsIn = (doc: any) => doc.cards.find((card: any) => card.id === one).relations
    expect([relationsIn(hers), relationsIn(his)]).toEqual([[{ otherCardId: two, kind: 'relates' }], []])
    expect([hers.views.length, his.views.length]).toEqual([1, 0])
    expect(JSON.stringify(hers)).not.toMatch(/whsec_|password|@example\.com|127\.0\.0\.1/)
  })

  async function elsewhere(): Promise<string> {
    const board = (await ada.post('/api/boards', { name: 'Elsewhere', template: 'kanban' })).body.id
    return (await ada.post(`/api/lists/${(await ada.get(`/api/boards/${board}`)).body.lists[0].id}/cards`, { title: 'There' })).body.id
  }

  test('as an archive holds the files, under names that every system takes', {
    meta: { proves: ['transfer.export.archive'] },
  }, async () => {
    const board = (await ada.post('/api/boards', { name: 'Files', template: 'kanban' })).body.id
    const list = (await ada.get(`/api/boards/${board}`)).body.lists[0].id
    const card = (await ada.post(`/api/lists/${list}/cards`, { title: 'One' })).body.id
    for (const [name, bytes] of [
      ['..\\..\\CON: plan?.txt', 'one'],
      ['übung.md', 'two'],
      ['...', 'three'],
    ] as const) {
      const body = new FormData()
      body.append('file', new File([bytes], name))
      const response = await fetch(`${tandem.url}/api/cards/${card}/attachments`, {
        method: 'POST',
        headers: { cookie: ada.cookie ?? '' },
        body,
      })
      expect(response.status).toBe(201)
    }
    const { bytes, headers } = await download(tandem, ada, `/api/boards/${board}/export?attachments`)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="board-\d{4}-\d\d-\d\d\.zip"/)
    const zip = await fromBufferPromise(bytes)
    const names: string[] = []
    for await (const entry of zip.eachEntry()) names.push(entry.fileName)
    expect(names[0]).toBe('board.json')
    expect(names.slice(1).map((name) => name.replace(/^attachments\/[0-9a-f-]{36}\//, ''))).toEqual(['CON_ plan_.txt', 'übung.md', 'file'])
    expect(await data.files()).toHaveLength(3)
  })

  test('is of one moment, however much is changed while it is read', { meta: { proves: ['transfer.export.one-moment'] } }, async () => {
    const rows = Array.from({ length: 700 }, (_, at) => `Card ${at}`).join('\n')
    const { boardId: many } = await importFile(tandem, ada, `title\n${rows}\n`, 'many.csv')
    const [first] = (await ada.get(`/api/boards/${many}`)).body.lists
    let stop = false
    const changing = (async () => {
      for (let at = 0; !stop; at++) await ada.post(`/api/lists/${first.id}/cards`, { title: `New ${at}` })
    })()
    const docs = [await exported(tandem, ada, many), await exported(tandem, ada, many)]
    stop = true
    await changing
    for (const doc of docs) {
      expect(doc.activity.length).toBe(doc.board.seq)
      expect(doc.cards.length).toBe(doc.activity.filter((each: any) => each.verb === 'card.created').length)
    }
  })

  test('that is not read to its end leaves no file and holds no connection', async () => {
    const idle = sql<{ open: number }>(
      `select count(*) as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    for (let round = 0; round < 5; round++) {
      const leaving = new AbortController()
      const response = await fetch(`${tandem.url}/api/boards/${boardId}/export?attachments=1`, {
        headers: { cookie: ada.cookie ?? '' },
        signal: leaving.signal,
      })
      expect(response.status).toBe(200)
      leaving.abort()
    }
    expect(
      (await fetch(`${tandem.url}/api/boards/${boardId}/export`, { method: 'HEAD', headers: { cookie: ada.cookie ?? '' } })).status,
    ).toBe(200)
    await expect.poll(() => tandem.database.row(idle)).toEqual({ open: 0 })
    await expect.poll(async () => (await data.files()).filter((name) => name.endsWith('.part'))).toEqual([])
    expect((await ada.get(`/api/boards/${boardId}/export`)).status).toBe(200)
  })
})

describe('who comes along', () => {
  test('includes only people with whom the importer already works, in their roles, not others in the file', {
    meta: { proves: ['transfer.import.members'] },
  }, async () => {
    const robo = await tandem.agent(ada, 'Helper', [boardId])
    const stranger = await tandem.register('Eve')
    const doc = await exported(tandem, ada, boardId)
    doc.members.push({ actorId: stranger.actorId, role: 'admin', kind: 'human', name: 'Eve', handle: stranger.handle, avatarUrl: null })
    doc.cards[0].assigneeActorIds = [stranger.actorId, vic.actorId, robo.actorId]
    doc.cards[0].comments = [
      { id: 'x', cardId: doc.cards[0].id, actorId: vic.actorId, body: 'I approve.', createdAt: '2020-01-01T00:00:00.000Z' },
    ]
    const copy = (await importFile(tandem, ada, JSON.stringify(doc), 'x.json')).boardId
    const members = (await ada.get(`/api/boards/${copy}/members`)).body
    expect(new Map(members.map((each: any) => [each.actorId, each.role]))).toEqual(
      new Map(doc.members.filter((each: any) => each.actorId !== stranger.actorId).map((each: any) => [each.actorId, each.role])),
    )
    const [card] = (await exported(tandem, ada, copy)).cards
    expect(card.assigneeActorIds).toEqual([vic.actorId])
    expect(card.imported.assigneeNames).toEqual(['Eve', 'Helper'])
    expect(card.comments[0]).toMatchObject({ actorId: ada.actorId, imported: { authorName: 'Vic', createdAt: '2020-01-01T00:00:00.000Z' } })
    expect((await stranger.get(`/api/boards/${copy}`)).status).toBe(404)
    expect((await vic.get(`/api/boards/${copy}`)).status).toBe(200)
  })

  test('includes no one when the token may not add members', { meta: { proves: ['transfer.import.members'] } }, async () => {
    const token = (await ada.post('/api/tokens', { label: 'x', scopes: ['boards:write'] })).body.token
    const by = { ...tandem.withToken(token), actorId: ada.actorId, handle: '', cookie: null, token }
    const text = JSON.stringify(await exported(tandem, ada, boardId))
    const { boardId: copy, report } = await importFile(tandem, by, text, 'x.json')
    expect((await ada.get(`/api/boards/${copy}/members`)).body.map((each: any) => [each.actorId, each.role])).toEqual([
      [ada.actorId, 'admin'],
    ])
    expect(report.skipped).toContainEqual(
      expect.objectContaining({ what: 'people', reason: expect.stringContaining('members:write'), why: { reason: 'noMembers' } }),
    )
  })

  test('comes to a viewer who imports what they could read: they are its admin', async () => {
    const copy = (await importFile(tandem, vic, JSON.stringify(await exported(tandem, vic, boardId)), 'x.json')).boardId
    const members = (await vic.get(`/api/boards/${copy}/members`)).body
    expect(members.find((each: any) => each.actorId === vic.actorId).role).toBe('admin')
  })
})
