import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Person, startTestService, type TestService } from '../../../packages/server/test/kit/service.ts'
import { type Caller, call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'

let tandem: TestService
let ada: Caller & { actorId: string }
let bob: Caller & { actorId: string }
let boardId: string
let lists: string[]
let ids: Record<string, string>

const as = (person: Person): Caller & { actorId: string } => ({
  url: tandem.url,
  headers: { cookie: person.cookie ?? '' },
  actorId: person.actorId,
})

beforeAll(async () => {
  tandem = await startTestService()
  ada = as(await tandem.register('Ada'))
  bob = as(await tandem.register('Bob'))
})
afterAll(() => tandem?.stop())
beforeEach(async () => {
  boardId = (await allowed(ada, 'board.create', { name: 'Moves', template: 'kanban' })).id
  lists = (await tree()).lists.map((list) => list.id)
  ids = {}
  for (const title of ['a', 'b', 'c']) ids[title] = (await allowed(ada, 'card.create', { listId: lists[0] ?? '', title })).id
})

const tree = () => allowed(ada, 'board.tree', { boardId })
const order = async (list = 0) => (await tree()).lists[list]?.cards.map((card) => card.title).join('')
const move = (title: string, to: object) => call(ada, 'card.update', { cardId: ids[title] ?? '', ...to })

scenario(
  'a card lands where its neighbours say',
  [
    'move.target.before-is-above',
    'move.target.after-is-below',
    'move.target.between',
    'move.target.null-open-end',
    'move.target.one-direct',
    'move.target.no-longer-adjacent',
    'move.target.neither-appends',
  ],
  async () => {
    await move('a', { beforeId: ids.b })
    expect(await order()).toBe('bac')
    await move('c', { afterId: ids.b })
    expect(await order()).toBe('cba')
    await move('a', { beforeId: ids.c, afterId: ids.b })
    expect(await order()).toBe('cab')
    await move('b', { beforeId: null })
    expect(await order()).toBe('bca')
    await move('b', { afterId: null })
    expect(await order()).toBe('cab')
    await move('b', { beforeId: ids.c, afterId: null })
    expect(await order()).toBe('cba')
    await move('c', { listId: lists[1] })
    await move('b', { listId: lists[1] })
    expect(await order(1)).toBe('cb')
  },
)

scenario(
  'a neighbour that is not a current card of the target list is refused, and nothing changes',
  [
    'move.refused.other-list',
    'move.refused.archived',
    'move.refused.unknown',
    'move.refused.inverted',
    'move.refused.itself',
    'move.refused.applies-nothing',
    'error.code.neighbours',
  ],
  async () => {
    await move('c', { archived: true })
    const { seq } = await tree()
    const places = [
      { listId: lists[1], beforeId: ids.b },
      { beforeId: ids.c },
      { afterId: boardId },
      { beforeId: ids.b, afterId: ids.a },
      { beforeId: ids.a },
    ]
    for (const [at, place] of places.entries()) {
      const answer = await move(at === 3 ? 'c' : 'a', place)
      expect([at, answer.ok, answer.status, !answer.ok && answer.code]).toEqual([at, false, 400, 'validation'])
    }
    expect([(await tree()).seq, await order()]).toEqual([seq, 'ab'])
  },
)

scenario(
  'the server derives the rank: a move changes no rank of another card',
  [
    'move.rank.server-derived',
    'move.rank.fractional-string',
    'move.rank.others-untouched',
    'move.concurrent.total-order',
    'activity.payload.position',
  ],
  async () => {
    const before = (await tree()).lists[0]?.cards ?? []
    const moved = await allowed(ada, 'card.update', { cardId: ids.c ?? '', beforeId: ids.a, rank: 'zzz' } as never)
    expect(moved.rank).not.toBe('zzz')
    const after = (await tree()).lists[0]?.cards ?? []
    for (const title of ['a', 'b']) {
      expect(after.find((card) => card.title === title)?.rank).toBe(before.find((card) => card.title === title)?.rank)
    }
    expect((await allowed(ada, 'board.activity', { boardId, limit: 1 }))[0]).toMatchObject({
      verb: 'card.moved',
      payload: { position: moved.rank },
    })
    await Promise.all(['a', 'b', 'c'].map((title) => move(title, { listId: lists[1], beforeId: null })))
    const ranks = (await tree()).lists[1]?.cards.map((card) => card.rank) ?? []
    expect(new Set(ranks).size).toBe(3)
  },
)

scenario(
  'a clientMutationId is applied once',
  [
    'idempotency.replay.applies-once',
    'idempotency.replay.same-result',
    'idempotency.replay.body-ignored',
    'idempotency.replay.header',
    'idempotency.id.optional',
    'idempotency.id.header-alias',
    'idempotency.id.length',
    'idempotency.id.per-actor',
    'idempotency.reuse.other-operation',
    'idempotency.reuse.other-target',
    'idempotency.failure.leaves-no-record',
    'idempotency.concurrent.waits',
  ],
  async () => {
    const listId = lists[0] ?? ''
    const create = (by: Caller, title: string, id: string) => call(by, 'card.create', { listId, title, clientMutationId: id })
    const first = await create(ada, 'once', 'once')
    const { seq } = await tree()
    const again = await create(ada, 'other words', 'once')
    expect([again.status, again.ok && again.body]).toEqual([201, first.ok && first.body])
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([null, 'true'])
    const byHeader = await call(ada, 'card.create', { listId, title: 'x' }, { 'idempotency-key': 'once' })
    expect(byHeader.ok && byHeader.body).toEqual(first.ok && first.body)
    await refused(ada, 'card.create', { listId: lists[1] ?? '', title: 'x', clientMutationId: 'once' }, 'conflict')
    await refused(ada, 'list.create', { boardId, name: 'x', clientMutationId: 'once' }, 'conflict')
    for (const id of ['', 'x'.repeat(129)]) await refused(ada, 'card.create', { listId, title: 'x', clientMutationId: id }, 'validation')
    await refused(ada, 'card.create', { listId, title: '', clientMutationId: 'retried' }, 'validation')
    await refused(ada, 'card.create', { listId, title: 'x', beforeId: boardId, clientMutationId: 'retried' }, 'validation')
    expect((await tree()).seq).toBe(seq)
    await allowed(ada, 'card.create', { listId, title: 'retried', clientMutationId: 'retried' })
    await allowed(ada, 'member.add', { boardId, actorId: bob.actorId, role: 'member' })
    const his = await create(bob, 'his', 'once')
    expect(his.ok && his.body.title).toBe('his')
    const together = await Promise.all(Array.from({ length: 10 }, () => create(ada, 'together', 'together')))
    expect(new Set(together.map((answer) => answer.ok && answer.body.id)).size).toBe(1)
  },
)

scenario(
  'an archived board can only be read, exported, copied and restored',
  ['board.archived.read-only', 'board.archived.what-stays'],
  async () => {
    const elsewhere = await allowed(ada, 'board.create', { name: 'Elsewhere', template: 'kanban' })
    const [outside] = (await allowed(ada, 'board.tree', { boardId: elsewhere.id })).lists
    const card = await allowed(ada, 'card.create', { listId: outside?.id ?? '', title: 'outside' })
    await allowed(ada, 'board.update', { boardId, archived: true })
    const before = (await tree()).seq
    const [listId = ''] = lists
    const cardId = ids.a ?? ''
    await refused(ada, 'card.create', { listId, title: 'x' }, 'conflict')
    await refused(ada, 'card.update', { cardId, title: 'x' }, 'conflict')
    await refused(ada, 'card.update', { cardId: card.id, listId }, 'conflict')
    await refused(ada, 'comment.create', { cardId, body: 'x' }, 'conflict')
    await refused(ada, 'list.create', { boardId, name: 'x' }, 'conflict')
    await refused(ada, 'board.update', { boardId, name: 'x' }, 'conflict')
    expect((await tree()).seq).toBe(before)
    await allowed(ada, 'board.copy', { boardId })
    await allowed(ada, 'board.update', { boardId, archived: false, name: 'Back' })
    await allowed(ada, 'card.create', { listId, title: 'x' })
  },
)

scenario('who has lost access gets the refusal, not the old result', ['idempotency.access.checked-first'], async () => {
  await allowed(ada, 'member.add', { boardId, actorId: bob.actorId, role: 'member' })
  const request = { listId: lists[0] ?? '', title: 'mine', clientMutationId: 'lost' }
  await allowed(bob, 'card.create', request)
  await allowed(ada, 'member.remove', { boardId, actorId: bob.actorId })
  await refused(bob, 'card.create', request, 'not_found')
})

scenario(
  'a board is made with its prefix and template, and its creator is admin',
  [
    'board.create.answer',
    'board.create.caller-admin',
    'board.create.prefix-derived',
    'board.create.prefix-syntax',
    'board.create.prefix-taken',
    'board.create.template-empty',
    'board.create.template-kanban',
    'board.create.template-unknown',
    'board.list.readable',
  ],
  async () => {
    const made = await allowed(ada, 'board.create', { name: 'Prefix', keyPrefix: 'PFX1', template: 'empty' })
    expect(made).toMatchObject({ keyPrefix: 'PFX1', role: 'admin', version: 1 })
    expect((await allowed(ada, 'board.tree', { boardId: made.id })).lists).toEqual([])
    expect((await tree()).lists.length).toBeGreaterThan(1)
    await refused(ada, 'board.create', { name: 'x', keyPrefix: 'PFX1' }, 'conflict')
    for (const keyPrefix of ['A', '1AB', 'ab', 'A-B', 'ABCDEFGHIJK'])
      await refused(ada, 'board.create', { name: 'x', keyPrefix }, 'validation')
    await refused(ada, 'board.create', { name: 'x', template: 'scrum' } as never, 'validation')
    const [one, two] = [
      await allowed(ada, 'board.create', { name: 'Same name' }),
      await allowed(ada, 'board.create', { name: 'Same name' }),
    ]
    expect(one.keyPrefix).not.toBe(two.keyPrefix)
    expect((await allowed(bob, 'board.list', {})).map((board) => board.id)).not.toContain(made.id)
    expect((await allowed(ada, 'board.list', {})).map((board) => board.id)).toContain(made.id)
  },
)

scenario(
  'changing a board is for admins, and a stale version is refused',
  ['board.update.fields', 'board.update.archive', 'board.update.admin-only', 'board.list.archived', 'error.code.conflict'],
  async () => {
    const changed = await allowed(ada, 'board.update', {
      boardId,
      name: 'New',
      description: 'Text',
      agentGuidance: 'Be brief',
      ifVersion: 1,
    })
    expect(changed).toMatchObject({ name: 'New', description: 'Text', agentGuidance: 'Be brief', version: 2 })
    const stale = await refused(ada, 'board.update', { boardId, name: 'Stale', ifVersion: 1 }, 'conflict')
    expect(stale.details).toMatchObject({ currentVersion: 2 })
    await allowed(ada, 'member.add', { boardId, actorId: bob.actorId, role: 'member' })
    await refused(bob, 'board.update', { boardId, name: 'His' }, 'forbidden')
    expect((await allowed(ada, 'board.update', { boardId, archived: true })).archivedAt).not.toBeNull()
    expect((await allowed(ada, 'board.list', {})).map((board) => board.id)).not.toContain(boardId)
    expect((await allowed(ada, 'board.list', { archived: true })).map((board) => board.id)).toContain(boardId)
    expect((await allowed(ada, 'board.update', { boardId, archived: false })).archivedAt).toBeNull()
  },
)

scenario(
  'people are assigned, agents are not',
  [
    'error.code.delegation-required',
    'card.update.activities-each',
    'card.update.activity-order',
    'card.complete.sets',
    'card.complete.reopens',
    'card.key.case-insensitive',
    'card.key.unreadable',
    'error.code.not-found',
  ],
  async () => {
    const agent = await allowed(ada, 'agent.create', { name: 'Robo' })
    await allowed(ada, 'member.add', { boardId, actorId: agent.id, role: 'member' })
    const cardId = ids.a ?? ''
    const refusal = await refused(ada, 'card.assign', { cardId, actorId: agent.id }, 'delegation_required')
    expect(refusal.details).toMatchObject({ request: { path: `/api/cards/${cardId}/delegation`, body: { agentActorId: agent.id } } })
    const { seq } = await tree()
    const completedAt = '2026-11-21T10:00:00.000Z'
    const card = await allowed(ada, 'card.update', {
      cardId,
      title: 'all',
      priority: 'high',
      assigneeActorIds: [ada.actorId],
      listId: lists[2],
      completedAt,
      archived: true,
    })
    expect(card).toMatchObject({ title: 'all', priority: 'high', completedAt, listId: lists[2], assigneeActorIds: [ada.actorId] })
    const verbs = (await allowed(ada, 'board.activity', { boardId, limit: 50 }))
      .filter((activity) => activity.seq > seq)
      .map((activity) => activity.verb)
    expect(verbs.toReversed()).toEqual(['card.updated', 'card.priority_changed', 'card.assigned', 'card.moved', 'card.archived'])
    expect((await allowed(ada, 'card.update', { cardId, completedAt: null })).completedAt).toBeNull()
    expect((await allowed(ada, 'card.getByKey', { key: card.key.toLowerCase() })).card.id).toBe(cardId)
    await refused(bob, 'card.getByKey', { key: card.key }, 'not_found')
  },
)

scenario('a poller with since sees every activity once, strictly newer, ascending', ['error.code.validation'], async () => {
  const [last] = await allowed(ada, 'board.activity', { boardId, limit: 1 })
  await move('a', { priority: 'low' })
  await move('b', { priority: 'low' })
  const newer = await allowed(ada, 'board.activity', { boardId, since: last?.id })
  expect(newer.map((activity) => activity.seq)).toEqual([(last?.seq ?? 0) + 1, (last?.seq ?? 0) + 2])
  await refused(ada, 'board.activity', { boardId, since: 'garbage' }, 'validation')
})
