import { attributesOf } from '@tandem/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleAttributes } from '../kit/attributes.ts'
import { brokenIn } from '../kit/invariants.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { download, exported, importFile } from './files.ts'

let tandem: TestService
let [ada, mia, vic]: Person[] = []
let boardId: string

beforeAll(async () => {
  tandem = await startTestService()
  ada = await tandem.register('Ada Lovelace')
  mia = await tandem.register('Mia Moe')
  vic = await tandem.register('Vic Vale')
  boardId = await richBoard()
})
afterAll(() => tandem?.stop())

/** A board with at least one record of each kind. */
async function richBoard(): Promise<string> {
  const post = async (path: string, body: unknown, by = ada) => {
    const answer = await by!.post(path, body)
    if (answer.status > 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const ok = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    if (status > 204) throw new Error(`${status} ${text}`)
  }
  const board = await post('/api/boards', { name: 'Engine', template: 'kanban', description: 'What **runs**.', agentGuidance: 'Be brief.' })
  const { id } = board
  await post(`/api/boards/${id}/members`, { actorId: mia!.actorId, role: 'member' })
  await post(`/api/boards/${id}/members`, { actorId: vic!.actorId, role: 'viewer' })
  const lists = (await ada!.get(`/api/boards/${id}`)).body.lists
  await ok(
    ada!.patch(`/api/lists/${lists[1].id}`, { wipLimit: 3, wipPolicy: 'agents', acceptance: 'required', queue: { agentActorIds: [] } }),
  )
  const settings = { reviewByOthers: true, completeParents: true, maxAgentSessions: 4, monthlyBudget: { tokens: 5_000, minutes: 1.5 } }
  await ok(ada!.patch(`/api/boards/${id}`, settings))
  const label = await post(`/api/boards/${id}/labels`, { name: 'Bug', color: 'red' })
  const other = await post(`/api/boards/${id}/labels`, { name: 'Wünsche', color: '#00ff00' })
  const fields: Record<string, string> = {}
  for (const field of [
    { name: 'Effort', type: 'number' },
    { name: 'Severity', type: 'select', options: ['low', 'very  high'] },
    { name: 'Seen', type: 'checkbox' },
    { name: 'When', type: 'date' },
    { name: 'Where', type: 'url' },
    { name: 'Note', type: 'text' },
  ])
    fields[field.name] = (await post(`/api/boards/${id}/fields`, field)).id
  const first = await post(`/api/lists/${lists[0].id}/cards`, {
    title: 'Rotate the keys',
    description: 'They are *old*.\n\n@mia-moe',
    labelIds: [label.id, other.id],
    assigneeActorIds: [mia!.actorId, ada!.actorId],
    ...sampleAttributes,
  })
  const second = await post(`/api/lists/${lists[0].id}/cards`, { title: 'Fix  the pump 🛠' })
  const third = await post(`/api/lists/${lists[2].id}/cards`, { title: 'Paint it' })
  const gone = await post(`/api/lists/${lists[0].id}/cards`, { title: 'An old idea' })
  await ok(ada!.patch(`/api/cards/${second.id}`, { listId: lists[0].id, afterId: first.id, beforeId: null }))
  await ok(ada!.patch(`/api/cards/${third.id}`, { completedAt: '2026-01-02T03:04:05.006Z' }))
  await ok(ada!.patch(`/api/cards/${gone.id}`, { completedAt: '2031-06-07T08:09:10.011Z', archived: true }))
  const values = { Effort: 3.5, Severity: 'very  high', Seen: true, When: '2026-05-06', Where: 'https://example.org/x', Note: 'two\nlines' }
  for (const [name, value] of Object.entries(values)) await ok(ada!.put(`/api/cards/${first.id}/fields/${fields[name]}`, { value }))
  await ok(ada!.put(`/api/cards/${second.id}/fields/${fields.Severity}`, { value: 'low' }))
  await ok(ada!.patch(`/api/fields/${fields.Severity}`, { options: ['very  high', 'none'] }))
  for (const text of ['one', 'two', 'three']) await post(`/api/cards/${first.id}/checklist-items`, { text })
  const items = (await ada!.get(`/api/cards/${first.id}`)).body.card.checklistItems
  await ok(ada!.patch(`/api/checklist-items/${items[1].id}`, { done: true, assigneeActorId: mia!.actorId }))
  await post(`/api/cards/${first.id}/comments`, { body: 'It drips.' })
  await post(`/api/cards/${first.id}/comments`, { body: 'Where?' }, mia)
  const { id: under } = await post(`/api/cards/${second.id}/comments`, { body: 'Under it' })
  await ok(ada!.patch(`/api/comments/${under}`, { body: 'Under it. @vic-vale' }))
  await ok(ada!.put(`/api/cards/${first.id}/relations/${second.id}`, { kind: 'blocks' }))
  await ok(ada!.put(`/api/cards/${third.id}/relations/${first.id}`, { kind: 'relates' }))
  await post(`/api/cards/${first.id}/attachments`, { url: 'https://example.org/plan.pdf', name: 'Plan' })
  await attach(first.id, 'a photo of the pump.txt', 'drip drip')
  await attach(third.id, 'colours.txt', 'red, green')
  await post(`/api/cards/${third.id}/attachments`, { url: 'https://example.org/red', name: 'Red' })
  await attach(third.id, 'more colours.txt', 'blue')
  await ok(mia!.put(`/api/cards/${third.id}/watch`))
  const archived = await post(`/api/boards/${id}/lists`, { name: 'Someday' })
  await post(`/api/lists/${archived.id}/cards`, { title: 'Fly' })
  await ok(ada!.patch(`/api/lists/${archived.id}`, { archived: true }))
  const query = { listId: [lists[0].id], label: label.id, assignee: ['me', mia!.actorId], field: { [fields.Effort ?? '']: 3.5 } }
  await post(`/api/boards/${id}/views`, {
    name: 'Hot',
    query,
    layout: 'list',
    shared: true,
    lanes: `field:${fields.Severity}`,
    emptyLanes: true,
    columns: [
      { column: 'due', widthPx: 120 },
      { column: `field:${fields.Effort}`, widthPx: null },
    ],
    sort: `-field:${fields.Severity}`,
  })
  await post(`/api/boards/${id}/views`, { name: 'Mine', query: { assignee: 'me' }, shared: false })
  await post(`/api/boards/${id}/views`, { name: "Mia's own", query: { assignee: 'me' }, shared: false }, mia)
  return id
}

async function attach(cardId: string, name: string, text: string): Promise<void> {
  const body = new FormData()
  body.append('file', new File([text], name, { type: 'text/plain' }))
  const response = await fetch(`${tandem.url}/api/cards/${cardId}/attachments`, {
    method: 'POST',
    headers: { cookie: ada!.cookie ?? '' },
    body,
  })
  expect(response.status).toBe(201)
}

/** The parts that must be equal after a round trip: everything but ids, keys, and times of this instance. */
function essence(doc: any): any {
  const names = new Map<string, string>()
  for (const group of ['lists', 'labels', 'fields']) for (const each of doc[group]) names.set(each.id, each.name)
  for (const each of [...doc.members, ...doc.actors]) names.set(each.actorId, each.name)
  for (const each of doc.cards) names.set(each.id, each.title)
  const called = (id: string) => names.get(id) ?? id
  const named = (column: string) => column.replace(/[^:]*$/, called)
  const renamed = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? called(each) : each))
  const inOrder = (of: any[]) => [...of].sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return {
    board: { ...doc.board, id: 0, keyPrefix: 0, createdAt: 0, seq: 0 },
    members: doc.members.map((each: any) => [each.name, each.role]).sort(),
    labels: doc.labels.map((each: any) => [each.name, each.color]),
    fields: doc.fields.map((each: any) => [each.name, each.type, each.options]),
    lists: inOrder(doc.lists).map((each) => [
      each.name,
      each.wipLimit,
      each.wipPolicy,
      each.category,
      each.acceptance,
      each.queue,
      each.archivedAt,
    ]),
    views: doc.views.map((each: any) => [
      each.name,
      each.layout,
      each.lanes && named(each.lanes),
      each.emptyLanes,
      each.columns?.map(({ column, widthPx }: any) => [named(column), widthPx]),
      each.sort && named(each.sort),
      each.shared,
      Object.entries(renamed(each.query) as object).map(([k, v]) => [
        k,
        typeof v === 'object' && !Array.isArray(v) ? Object.entries(v).map(([id, x]) => [called(id), x]) : v,
      ]),
    ]),
    cards: doc.lists.flatMap((list: any) =>
      inOrder(doc.cards.filter((card: any) => card.listId === list.id)).map((card) => ({
        list: called(card.listId),
        number: card.number,
        title: card.title,
        description: card.description,
        ...attributesOf(card),
        completedAt: card.completedAt,
        archivedAt: card.archivedAt,
        createdAt: card.createdAt,
        withList: card.archivedWithList,
        author: card.imported?.authorName ?? called(card.createdBy),
        labels: card.labelIds.map(called).sort(),
        assignees: card.assigneeActorIds.map(called).sort(),
        values: card.fieldValues.map((each: any) => [called(each.fieldId), each.value]).sort(),
        items: inOrder(card.checklistItems).map((each) => [
          each.text,
          each.done,
          each.doneAt,
          each.assigneeActorId && called(each.assigneeActorId),
        ]),
        comments: card.comments.map((each: any) => [
          each.body,
          each.imported?.authorName ?? called(each.actorId),
          each.imported?.createdAt ?? each.createdAt,
          each.editedAt,
        ]),
        attachments: card.attachments.map((each: any) => [
          each.kind,
          each.name,
          each.filename,
          each.sizeBytes,
          each.kind === 'link' && each.url,
        ]),
        relations: card.relations.map((each: any) => [each.kind, called(each.otherCardId)]).sort(),
        counts: [card.checklist, card.commentCount, card.attachmentCount, card.blocked],
      })),
    ),
  }
}

/** All activities, those before an import too: time, actor, verb, card and payload. */
function past(doc: any): unknown[] {
  const names = new Map([...doc.members, ...doc.actors].map((each: any) => [each.actorId, each.name]))
  const titles = new Map(doc.cards.map((card: any) => [card.id, card.title]))
  const before = (doc.importedHistory ?? []).map((each: any) => [each.at, each.actorName, each.verb, titles.get(each.cardId), each.payload])
  const log = doc.activity.map((each: any) => [each.createdAt, names.get(each.actorId), each.verb, titles.get(each.cardId), each.payload])
  return [...before, ...log]
}

/** The only losses that the report may name. */
const leftBehind = [
  { what: 'who checked off checklist items', reason: expect.stringContaining('does not prove') },
  { what: 'card watchers', reason: expect.stringContaining('themselves') },
]

describe('an export with its files', () => {
  test('imported again makes an equal board, twice over', async () => {
    const before = await exported(tandem, ada!, boardId)
    const archive = await download(tandem, ada!, `/api/boards/${boardId}/export?attachments=1`)
    expect(archive.status).toBe(200)
    expect(archive.headers.get('content-type')).toBe('application/zip')
    const first = await importFile(tandem, ada!, archive.bytes, 'engine.zip')
    expect(first).toMatchObject({ state: 'done', report: { source: 'tandem', skipped: leftBehind, error: null } })
    expect(first.done).toBe(first.total)
    const after = await exported(tandem, ada!, first.boardId)
    expect(essence(after)).toEqual(essence(before))
    expect(after.importedHistory.length).toBe(before.activity.length)
    expect(past(after).slice(0, before.activity.length)).toEqual(past(before))
    expect(after.board.id).not.toBe(before.board.id)
    expect(new Set([...after.cards, ...before.cards].map((card: any) => card.id)).size).toBe(2 * before.cards.length)

    const second = await importFile(
      tandem,
      ada!,
      (await download(tandem, ada!, `/api/boards/${first.boardId}/export?attachments=1`)).bytes,
      'engine.zip',
    )
    const again = await exported(tandem, ada!, second.boardId)
    expect(essence(again)).toEqual(essence(before))
    expect(past(again).slice(0, again.importedHistory.length)).toEqual(past(after))
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('brings the bytes of its files along', { meta: { proves: ['transfer.export.archive'] } }, async () => {
    const archive = await download(tandem, ada!, `/api/boards/${boardId}/export?attachments=1`)
    const { boardId: copyId, report } = await importFile(tandem, ada!, archive.bytes, 'engine.zip')
    expect(report.error).toBe(null)
    const copy = await exported(tandem, ada!, copyId)
    const files = copy.cards.flatMap((card: any) => card.attachments).filter((each: any) => each.kind === 'file')
    const texts = await Promise.all(files.map(async (file: any) => (await download(tandem, ada!, file.url)).bytes.toString()))
    expect(texts).toEqual(['drip drip', 'red, green', 'blue'])
  })
})

describe('an import that names agents', () => {
  test('has those of the importer join, and asks the owners of the others (F96)', {
    meta: { proves: ['agent.consent.import'] },
  }, async () => {
    const own = await tandem.agent(ada!, 'Own')
    const theirs = await tandem.agent(mia!, 'Theirs')
    const { id } = (await ada!.post('/api/boards', { name: 'With agents', template: 'kanban' })).body
    await ada!.post(`/api/boards/${id}/members`, { actorId: mia!.actorId, role: 'admin' })
    await ada!.post(`/api/boards/${id}/members`, { actorId: own.actorId, role: 'member' })
    await mia!.post(`/api/boards/${id}/members`, { actorId: theirs.actorId, role: 'admin' })
    const [first, second, third] = (await ada!.get(`/api/boards/${id}/outline`)).body.lists
    const queue = (list: { id: string }, ...agents: Person[]) =>
      ada!.patch(`/api/lists/${list.id}`, { queue: { agentActorIds: agents.map(({ actorId }) => actorId) } })
    for (const answer of [await queue(first, own, theirs), await queue(second, theirs), await queue(third)]) expect(answer.status).toBe(200)
    const file = await download(tandem, ada!, `/api/boards/${id}/export`)
    const { boardId: copy, report } = await importFile(tandem, ada!, file.bytes, 'board.json')
    const members = ((await ada!.get(`/api/boards/${copy}/members`)).body as { actorId: string }[]).map(({ actorId }) => actorId)
    expect(members).toContain(own.actorId)
    expect(members).not.toContain(theirs.actorId)
    expect(JSON.stringify(report)).toContain('once its owner accepts')
    const queues = async (of: string) => (await ada!.get(`/api/boards/${of}/outline`)).body.lists.map((list: any) => list.queue)
    expect(await queues(copy)).toEqual([{ agentActorIds: [own.actorId] }, null, { agentActorIds: [] }])
    expect(JSON.stringify(report)).toContain(`the queue of the list \\"${second.name}\\"`)
    expect(await queues((await ada!.post(`/api/boards/${id}/copy`, {})).body.id)).toEqual([null, null, { agentActorIds: [] }])
    const [request] = (await mia!.get(`/api/agents/${theirs.actorId}/requests`)).body
    expect(request).toMatchObject({ boardId: copy, role: 'admin', requestedBy: { id: ada!.actorId } })
    await mia!.post(`/api/agents/${theirs.actorId}/requests/${request.id}`, { accept: true })
    expect((await theirs.get(`/api/boards/${copy}`)).status).toBe(200)
    expect(await brokenIn(tandem.database)).toEqual([])
  })

  test('invites at most twenty other people, and reports that the rest were not invited', {
    meta: { proves: ['agent.consent.import', 'limit.imports.agents-asked'] },
  }, async () => {
    const { id } = (await ada!.post('/api/boards', { name: 'Many agents', template: 'empty' })).body
    await ada!.post(`/api/boards/${id}/members`, { actorId: mia!.actorId, role: 'admin' })
    for (let count = 0; count < 23; count++) await tandem.agent(mia!, `Many ${count}`, [id])
    const file = await download(tandem, ada!, `/api/boards/${id}/export`)
    const { report } = await importFile(tandem, ada!, file.bytes, 'board.json')
    const reasons = (report.skipped as { what: string; reason: string }[]).filter(({ what }) => what.startsWith('agent "Many'))
    const told = Map.groupBy(reasons, ({ reason }) => reason.includes('once its owner accepts'))
    const asked = (await mia!.get('/api/notifications?limit=100')).body.filter(
      (row: any) => row.reason === 'agent_requested' && row.excerpt === 'Many agents',
    )
    expect(reasons).toHaveLength(23)
    expect(told.get(true)).toHaveLength(asked.length)
    expect(told.get(false)?.[0]?.reason).toContain('was not asked')
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThanOrEqual(20)
  })
})
