import { catalogue, type OutputOf } from '@tandem/contract'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { readConfig } from '../../../packages/server/src/config.ts'
import { call } from '../../src/call.ts'
import { until } from '../../src/hooks.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

const maxBytes = 200_000

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld({ IMPORT_MAX_BYTES: String(maxBytes) })
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const fileOf = (text: string, name = 'board.json') => new File([text], name)

async function imported(file: File, who: Who = world.ada): Promise<OutputOf<'import.get'>> {
  const { importId } = await allowed(who, 'board.import', { file })
  return until(async () => {
    world.tandem.clock.advance(1_000)
    const found = await allowed(who, 'import.get', { importId })
    return found.state === 'done' || found.state === 'failed' ? found : null
  })
}

const boardOf = async (found: OutputOf<'import.get'>) => allowed(world.ada, 'board.export', { boardId: found.boardId ?? '' })

scenario('an export holds the whole board; a viewer can make one', ['transfer.export.complete', 'transfer.export.viewer'], async () => {
  const { ada, mia, vic, eve } = world
  const { id: cardId } = await board.card('Fix it', {
    assigneeActorIds: [mia.actorId],
    priority: 'high',
    dueAt: '2030-01-01T00:00:00.000Z',
  })
  const { id: archivedId } = await board.card('Old')
  await allowed(ada, 'card.update', { cardId: archivedId, archived: true })
  const comment = await allowed(mia, 'comment.create', { cardId, body: 'It drips.' })
  const item = await allowed(ada, 'checklist.add', { cardId, text: 'Look' })
  const label = await allowed(ada, 'label.create', { boardId: board.id, name: 'Bug', color: 'red' })
  const field = await allowed(ada, 'field.create', { boardId: board.id, name: 'Effort', type: 'number' })
  await allowed(ada, 'card.label', { cardId, labelId: label.id })
  await allowed(ada, 'card.field.set', { cardId, fieldId: field.id, value: 3 })
  const link = await allowed(ada, 'attachment.add', { cardId, url: 'https://example.org/plan', name: 'Plan' })
  const view = await allowed(ada, 'view.create', { boardId: board.id, name: 'Hot', query: { priority: 'high' }, shared: true })
  const whole = await allowed(vic, 'board.export', { boardId: board.id })
  const tree = await board.tree()
  expect(whole).toMatchObject({ format: 'tandem-board', board: { id: board.id, name: 'Engine', seq: tree.seq } })
  expect(whole.members.map((member) => member.actorId).sort()).toEqual(tree.members.map((member) => member.actorId).sort())
  expect([whole.labels, whole.fields, whole.views]).toEqual([[label], [field], [view]])
  expect(whole.lists.map((list) => list.id)).toEqual(board.lists)
  const { card } = await allowed(vic, 'card.get', { cardId })
  const { archivedWithList: _, ...exportedCard } = whole.cards.find((one) => one.id === cardId) ?? { archivedWithList: null }
  expect(exportedCard).toEqual({ ...card, comments: [comment], checklistItems: [item], attachments: [link], relations: [] })
  expect(whole.cards.map((one) => one.id).sort()).toEqual([cardId, archivedId].sort())
  expect(whole.activity.map((activity) => activity.seq)).toEqual(Array.from({ length: tree.seq }, (_, at) => at + 1))
  await refused(eve, 'board.export', { boardId: board.id }, 'not_found')
})

scenario(
  'our own export becomes a board with the same contents',
  ['transfer.import.own-export', 'transfer.import.accepted', 'transfer.import.progress'],
  async () => {
    const { ada, mia } = world
    const { id: cardId } = await board.card('Fix it', { assigneeActorIds: [mia.actorId] })
    await allowed(mia, 'comment.create', { cardId, body: 'It drips.' })
    await board.card('Paint it')
    const before = await allowed(ada, 'board.export', { boardId: board.id })
    const answer = await call(ada, 'board.import', { file: fileOf(JSON.stringify(before)), name: 'Copy' })
    expect(answer.status).toBe(202)
    const importId = answer.ok ? answer.body.importId : ''
    expect(catalogue['import.get'].output.safeParse(await allowed(ada, 'import.get', { importId })).success).toBe(true)
    await refused(mia, 'import.get', { importId }, 'not_found')
    const found = await until(async () => {
      world.tandem.clock.advance(1_000)
      const now = await allowed(ada, 'import.get', { importId })
      return now.state === 'done' ? now : null
    })
    expect(found).toMatchObject({
      state: 'done',
      done: found.total,
      report: { source: 'tandem', created: { cards: 2, comments: 1 }, error: null },
    })
    const after = await boardOf(found)
    expect(after.board.name).toBe('Copy')
    expect(after.lists.map((list) => list.name)).toEqual(before.lists.map((list) => list.name))
    expect(after.members.map(({ actorId, role }) => ({ actorId, role }))).toEqual(
      expect.arrayContaining(before.members.map(({ actorId, role }) => ({ actorId, role }))),
    )
    expect(after.cards.map((card) => [card.number, card.title, card.assigneeActorIds])).toEqual([
      [1, 'Fix it', [mia.actorId]],
      [2, 'Paint it', []],
    ])
    expect(after.cards[0]?.comments).toMatchObject([{ body: 'It drips.', actorId: ada.actorId, imported: { authorName: 'Mia' } }])
    expect(after.importedHistory?.length).toBe(before.activity.length)
  },
)

scenario('a Trello export becomes a board with its lists and cards', ['transfer.import.trello'], async () => {
  const trello = {
    id: 'b',
    name: 'From Trello',
    desc: '',
    closed: false,
    labels: [],
    members: [],
    checklists: [],
    actions: [],
    lists: [
      { id: 'l2', name: 'Doing', pos: 2, closed: false },
      { id: 'l1', name: 'To do', pos: 1, closed: false },
    ],
    cards: [
      { id: 'c2', name: 'Second', idList: 'l1', pos: 20, desc: '' },
      { id: 'c1', name: 'First', idList: 'l1', pos: 10, desc: 'words' },
      { id: 'c3', name: 'Third', idList: 'l2', pos: 1, desc: '' },
    ],
  }
  const found = await imported(fileOf(JSON.stringify(trello)))
  const tree = await allowed(world.ada, 'board.tree', { boardId: found.boardId ?? '' })
  expect([tree.name, tree.lists.map((list) => [list.name, list.cards.map((card) => card.title)])]).toEqual([
    'From Trello',
    [
      ['To do', ['First', 'Second']],
      ['Doing', ['Third']],
    ],
  ])
})

scenario('a CSV file becomes a board with its cards', ['transfer.import.csv'], async () => {
  const found = await imported(fileOf('Title,List,Due\nOne,Doing,2030-01-01\n"Two, too",To do,\n', 'plans.csv'))
  const tree = await allowed(world.ada, 'board.tree', { boardId: found.boardId ?? '' })
  expect([tree.name, tree.lists.map((list) => [list.name, list.cards.map((card) => card.title)])]).toEqual([
    'plans',
    [
      ['Doing', ['One']],
      ['To do', ['Two, too']],
    ],
  ])
})

scenario(
  'a file above IMPORT_MAX_BYTES and a leashed token are refused, and nothing comes of them',
  ['transfer.import.max-bytes', 'transfer.import.leashed'],
  async () => {
    const { ada, tandem } = world
    const before = await allowed(ada, 'board.list', {})
    const large = await call(ada, 'board.import', { file: fileOf('x'.repeat(maxBytes + 1)) })
    expect([large.status, !large.ok && large.code]).toEqual([413, 'payload_too_large'])
    expect((await call(ada, 'board.import', { file: fileOf(`title\n${'x'.repeat(maxBytes - 6)}`, 'x.csv') })).status).toBe(202)
    const minted = await allowed(ada, 'token.create', { label: 'x', scopes: ['boards:write', `board:${board.id}`] })
    const leashed = { ...ada, headers: { authorization: `Bearer ${minted.token}` } }
    await refused(leashed, 'board.import', { file: fileOf('title\nOne\n', 'x.csv') }, 'forbidden')
    expect((await allowed(ada, 'board.list', {})).length).toBe(before.length)
    expect(tandem.config.IMPORT_MAX_BYTES).toBe(maxBytes)
  },
)

scenario('IMPORT_MAX_BYTES is 100 MiB when not set', ['transfer.import.max-default'], async () => {
  expect(readConfig({}).IMPORT_MAX_BYTES).toBe(100 * 1_048_576)
})
