import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, verbsOf, type World } from '../../src/world.ts'

let world: World
let board: Board
let listId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  listId = board.lists[0] ?? ''
})

const create = (input: object) => allowed(world.mia, 'card.create', { listId, title: 'Card', ...input })
const update = (cardId: string, change: object) => allowed(world.mia, 'card.update', { cardId, ...change })
const detail = async (cardId: string) => (await allowed(world.mia, 'card.get', { cardId })).card

scenario(
  'a title is enough for a card, which is told as card.created',
  ['card.create.answer', 'card.create.title-only', 'verb.card.created', 'convention.status.create-201', 'convention.shape.bare-resource'],
  async () => {
    const recorded = await board.recorded(async () => {
      const answer = await call(world.mia, 'card.create', { listId, title: 'Fix the pump' })
      expect([answer.status, answer.ok && answer.body]).toMatchObject([
        201,
        { title: 'Fix the pump', listId, boardId: board.id, description: '', priority: 'none', createdBy: world.mia.actorId },
      ])
    })
    const [card] = (await board.tree()).lists[0]?.cards ?? []
    expect(recorded).toMatchObject([{ verb: 'card.created', cardId: card?.id, payload: { title: 'Fix the pump', listId } }])
  },
)

scenario(
  'the length of a title and of a description is bounded',
  ['card.create.title-length', 'card.create.description-length', 'error.code.validation-details', 'activity.append.atomic'],
  async () => {
    for (const title of ['x', 'x'.repeat(500)]) expect((await create({ title })).title).toBe(title)
    expect((await create({ description: 'd'.repeat(100_000) })).description).toHaveLength(100_000)
    const recorded = await board.recorded(async () => {
      const bad = [{ title: '' }, { title: 'x'.repeat(501) }, { title: undefined }, { title: 'x', description: 'd'.repeat(100_001) }]
      for (const input of bad) {
        const refusal = await refused(world.mia, 'card.create', { listId, ...input } as never, 'validation')
        expect(JSON.stringify(refusal.details)).toContain(input.description ? 'description' : 'title')
      }
    })
    expect(recorded).toEqual([])
  },
)

scenario('a card is created next to its neighbours', ['card.create.position'], async () => {
  const [a, b] = [await create({ title: 'a' }), await create({ title: 'b' })]
  await create({ title: 'c', beforeId: a.id, afterId: b.id })
  await create({ title: 'd', beforeId: null })
  await create({ title: 'e', afterId: b.id })
  expect(await board.titles()).toBe('daceb')
  await refused(world.mia, 'card.create', { listId, title: 'f', beforeId: randomUUID() }, 'validation')
  expect(await board.titles()).toBe('daceb')
})

scenario(
  'a card is read by id and by key: one envelope with everything on it',
  [
    'card.key.composed',
    'card.key.resolves',
    'card.detail.envelope',
    'card.detail.checklist-items',
    'card.detail.delegation',
    'card.detail.extras',
  ],
  async () => {
    const { id, number } = await create({ description: 'It drips.' })
    const item = await allowed(world.mia, 'checklist.add', { cardId: id, text: 'one' })
    const before = await detail(id)
    expect(before).toMatchObject({
      key: `${(await board.tree()).keyPrefix}-${number}`,
      description: 'It drips.',
      createdBy: world.mia.actorId,
      checklistItems: [{ id: item.id, text: 'one', done: false }],
      comments: [],
      links: [],
      attachments: [],
      fieldValues: [],
      sessions: [],
      delegation: null,
    })
    expect(Array.isArray(before.watchers)).toBe(true)
    const { session } = await allowed(world.mia, 'delegation.set', { cardId: id, agentActorId: world.robo.actorId })
    const after = await allowed(world.vic, 'card.get', { cardId: id })
    expect(after).toMatchObject({ card: { delegation: { agentActorId: world.robo.actorId }, sessions: [{ id: session.id }] } })
    expect(Object.keys(after)).toEqual(['card'])
    expect(await allowed(world.vic, 'card.getByKey', { key: before.key })).toEqual(after)
  },
)

scenario('the detail of a card carries its latest 50 comments', ['card.detail.latest-comments'], async () => {
  const { id } = await create({})
  for (let n = 1; n <= 52; n++) await allowed(world.mia, 'comment.create', { cardId: id, body: `${n}` })
  expect((await detail(id)).comments.map((comment) => comment.body)).toEqual(Array.from({ length: 50 }, (_, n) => `${n + 3}`))
})

scenario(
  'changing attributes appends card.updated with what changed and what it was; the priority has a verb of its own',
  [
    'card.update.answer',
    'card.update.priority-values',
    'verb.card.updated',
    'verb.card.priority-changed',
    'convention.status.mutation-200',
    'activity.payload.previous',
    'activity.payload.only-changed',
  ],
  async () => {
    const { id } = await create({ title: 'old', description: 'same' })
    const dueAt = '2026-12-01T08:00:00.000Z'
    const recorded = await board.recorded(async () => {
      const answer = await call(world.mia, 'card.update', { cardId: id, title: 'new', description: 'same', dueAt, priority: 'high' })
      expect([answer.status, answer.ok && answer.body]).toMatchObject([200, { id, title: 'new', dueAt, priority: 'high', version: 2 }])
    })
    expect(recorded).toMatchObject([
      { verb: 'card.updated', cardId: id, payload: { title: 'new', dueAt, previous: { title: 'old', dueAt: null } } },
      { verb: 'card.priority_changed', cardId: id, payload: { priority: 'high' } },
    ])
    expect(Object.keys(recorded[0]?.payload ?? {}).toSorted()).toEqual(['dueAt', 'previous', 'title'])
    expect(Object.keys(recorded[0]?.payload.previous ?? {}).toSorted()).toEqual(['dueAt', 'title'])
    for (const priority of ['low', 'medium', 'urgent', 'none']) expect((await update(id, { priority })).priority).toBe(priority)
    for (const priority of ['highest', 'High', 1, null])
      await refused(world.mia, 'card.update', { cardId: id, priority } as never, 'validation')
    expect((await update(id, { dueAt: null })).dueAt).toBeNull()
  },
)

scenario(
  'archiving takes a card off the board and back on',
  ['card.update.archive', 'verb.card.archived', 'verb.card.unarchived'],
  async () => {
    const { id } = await create({ title: 'a' })
    const archive = (archived: boolean) => board.recorded(() => update(id, { archived }))
    expect(await archive(true)).toMatchObject([{ verb: 'card.archived', cardId: id, payload: { cardId: id } }])
    expect([await board.titles(), (await detail(id)).archivedAt]).toEqual(['', expect.any(String)])
    expect(await archive(false)).toMatchObject([{ verb: 'card.unarchived', cardId: id, payload: { cardId: id } }])
    expect([await board.titles(), (await detail(id)).archivedAt]).toEqual(['a', null])
  },
)

scenario(
  'completing or archiving a card leaves the work on it alone',
  ['card.complete.sessions-kept', 'card.archive.sessions-kept', 'card.complete.sets', 'card.complete.reopens'],
  async () => {
    const completedAt = '2026-11-21T09:30:00.000Z'
    for (const change of [{ completedAt }, { archived: true }]) {
      const { id } = await create({})
      const { session } = await allowed(world.mia, 'delegation.set', { cardId: id, agentActorId: world.robo.actorId })
      await update(id, change)
      expect((await allowed(world.vic, 'session.get', { sessionId: session.id })).state).toBe('queued')
      await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    }
    const { id } = await create({})
    expect((await update(id, { completedAt })).completedAt).toBe(completedAt)
    expect((await update(id, { completedAt: null })).completedAt).toBeNull()
    await refused(world.mia, 'card.update', { cardId: id, completedAt: 'yesterday' }, 'validation')
  },
)

scenario(
  'a card is changed by members alone: a viewer is refused, a stranger sees nothing, and no such card is not found',
  ['convention.visibility.unreadable-404', 'convention.visibility.readable-403', 'convention.path-id.not-a-uuid', 'error.code.not-found'],
  async () => {
    const { id } = await create({})
    const recorded = await board.recorded(async () => {
      await refused(world.vic, 'card.update', { cardId: id, title: 'his' }, 'forbidden')
      await refused(world.vic, 'card.create', { listId, title: 'his' }, 'forbidden')
      await refused(world.eve, 'card.get', { cardId: id }, 'not_found')
      await refused(world.eve, 'card.update', { cardId: id, title: 'hers' }, 'not_found')
      await refused(world.eve, 'card.create', { listId, title: 'hers' }, 'not_found')
      await refused(world.mia, 'card.get', { cardId: randomUUID() }, 'not_found')
      for (const cardId of ['1', 'not-a-uuid', `${id}0`, "'"]) {
        await refused(world.mia, 'card.get', { cardId }, 'not_found')
        await refused(world.mia, 'card.update', { cardId, title: 'x' }, 'not_found')
      }
      for (const boardId of ['1', 'not-a-uuid']) await refused(world.mia, 'board.tree', { boardId }, 'not_found')
      for (const bad of ['1', 'not-a-uuid']) {
        await refused(world.mia, 'card.create', { listId: bad, title: 'x' }, 'not_found')
        await refused(world.mia, 'session.get', { sessionId: bad }, 'not_found')
      }
    })
    expect(recorded).toEqual([])
    expect((await update(id, { title: 'hers' })).title).toBe('hers')
  },
)

scenario(
  'times are given with any offset and answered in UTC with milliseconds; unknown keys are ignored',
  ['convention.body.unknown-keys-ignored', 'error.code.validation'],
  async () => {
    const card = await create({ dueAt: '2026-12-01T10:00:00+02:00', nonsense: { a: 1 } })
    expect(card.dueAt).toBe('2026-12-01T08:00:00.000Z')
    expect(card).not.toHaveProperty('nonsense')
    expect(await update(card.id, { title: 'new', nonsense: 1 })).toMatchObject({ title: 'new', version: 2 })
    await refused(world.mia, 'card.update', { cardId: card.id, dueAt: '2026-13-01' }, 'validation')
  },
)

scenario(
  'a change to what already stands appends nothing, and one patch appends one activity for each thing it does',
  ['card.update.activities-each', 'card.update.activity-order'],
  async () => {
    const { id } = await create({ title: 'same', priority: 'low' })
    expect(await board.recorded(() => update(id, { title: 'same', priority: 'low' }))).toEqual([])
    const everything = { title: 'other', priority: 'high', assigneeActorIds: [world.mia.actorId], listId: board.lists[1], archived: true }
    expect(verbsOf(await board.recorded(() => update(id, everything)))).toEqual([
      'card.updated',
      'card.priority_changed',
      'card.assigned',
      'card.moved',
      'card.archived',
    ])
  },
)
