import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { makeReady, repeatable } from '../../src/acts.ts'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const face = async (cardId: string) => (await board.tree()).lists.flatMap((list) => list.cards).find((card) => card.id === cardId)

scenario(
  'the tree shows the board with its lists, the cards in each, and its members',
  ['board.tree.lists-and-cards', 'board.tree.top-level', 'board.tree.list-shape', 'board.tree.card-number', 'card.number.per-board'],
  async () => {
    const [a, b, c] = [await board.card('a'), await board.card('b'), await board.card('c', {}, 1)]
    const tree = await board.tree()
    expect(tree).toMatchObject({ id: board.id, name: 'Engine', labels: [], fields: [] })
    expect(tree.keyPrefix).toMatch(/^[A-Z][A-Z0-9]{1,9}$/)
    expect(tree.lists.map((list) => list.cards.map((card) => card.id)).slice(0, 2)).toEqual([[a.id, b.id], [c.id]])
    for (const list of tree.lists) {
      expect(Object.keys(list).toSorted()).toEqual([
        'acceptance',
        'archivedAt',
        'cards',
        'category',
        'color',
        'id',
        'name',
        'queue',
        'rank',
        'wipLimit',
        'wipPolicy',
      ])
    }
    expect(tree.lists.flatMap((list) => list.cards.map((card) => card.number))).toEqual([1, 2, 3])
    expect(new Set(tree.members.map((member) => `${member.handle} ${member.role}`))).toEqual(
      new Set([`${world.ada.handle} admin`, `${world.mia.handle} member`, `${world.vic.handle} viewer`, `${world.robo.handle} member`]),
    )
    const other = await makeBoard(world)
    expect((await other.card()).number).toBe(1)
    const [newest] = await allowed(world.ada, 'board.activity', { boardId: board.id, limit: 1 })
    expect(tree.seq).toBe(newest?.seq)
  },
)

scenario(
  'the outline says what the tree says, but for its cards, after every act',
  ['board.tree.top-level', 'board.outline.without-cards'],
  async () => {
    for (const name of repeatable) {
      const act = await makeReady(world, name)
      const outline = (archived: boolean) => allowed(world.ada, 'board.outline', { boardId: act.board.id, archived })
      const before = [await outline(false), await outline(true)]
      const { ok } = await act.send()
      for (const archived of [false, true]) {
        const tree = await allowed(world.ada, 'board.tree', { boardId: act.board.id, archived })
        const lists = tree.lists.map((list) => ({ ...list, cards: undefined }))
        expect([name, ok, await outline(archived)]).toEqual([name, true, { ...tree, lists }])
      }
      expect([name, before.map(({ id }) => id)]).toEqual([name, [act.board.id, act.board.id]])
    }
  },
)

scenario('the cards of a list come in pages, as the tree shows them', ['list.cards.pages'], async () => {
  const cards = [await board.card('a'), await board.card('b'), await board.card('c')]
  await board.card('elsewhere', {}, 1)
  const listId = board.lists[0] ?? ''
  const archived = await board.card('gone')
  await allowed(world.ada, 'card.update', { cardId: archived.id, archived: true })
  const [list] = (await board.tree()).lists
  const cursorOf = (answer: { headers: Headers }) => /cursor=([^&>]+)[^>]*>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  const first = await call(world.vic, 'list.cards', { listId, limit: 2 })
  expect(first).toMatchObject({ ok: true, body: list?.cards.slice(0, 2) })
  const cursor = cursorOf(first)
  expect(cursor).toBeDefined()
  // A card that goes meanwhile does not break the pages off, though its rank is the cursor.
  await allowed(world.ada, 'card.update', { cardId: cards[1]?.id ?? '', listId: board.lists[1] ?? '' })
  const second = await call(world.vic, 'list.cards', { listId, limit: 2, cursor })
  expect(second).toMatchObject({ ok: true, body: [{ id: cards[2]?.id }] })
  expect(cursorOf(second)).toBeUndefined()
  const all = await allowed(world.vic, 'list.cards', { listId, archived: true })
  expect(all.map(({ id }) => id)).toEqual([cards[0]?.id, cards[2]?.id, archived.id])
  await refused(world.eve, 'list.cards', { listId }, 'not_found')
})

scenario('a large board shows the first cards of each list, a smaller one all', ['board.tree.first-cards'], async () => {
  const first = () => allowed(world.vic, 'board.tree', { boardId: board.id, firstCards: 2 })
  for (let at = 0; at < 499; at++) await board.card(`Card ${at}`)
  await board.card('elsewhere', {}, 1)
  expect(await first()).toEqual(await board.tree())
  await board.card('one more')
  const { lists, ...rest } = await board.tree()
  const parts = lists.map(({ cards, ...list }) => ({ ...list, cards: cards.slice(0, 2), ...(cards.length > 2 && { more: true }) }))
  expect(parts.map(({ more }) => more)).toEqual([true, undefined, undefined])
  expect(await first()).toEqual({ ...rest, lists: parts })
  await refused(world.eve, 'board.tree', { boardId: board.id, firstCards: 2 }, 'not_found')
})

scenario('two callers get the same tree, and a stranger none', ['board.tree.no-caller-data'], async () => {
  await board.card('a', { assigneeActorIds: [world.vic.actorId] })
  const seen = [await board.tree(world.ada), await board.tree(world.vic), await board.tree(world.robo)]
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
  expect(seen[0]).not.toHaveProperty('role')
  await refused(world.eve, 'board.tree', { boardId: board.id }, 'not_found')
})

scenario(
  'the face of a card counts its checklist and shows its delegation and its session',
  ['board.tree.checklist-counts', 'board.tree.card-delegation', 'board.tree.session-summary'],
  async () => {
    const { id } = await board.card()
    expect(await face(id)).toMatchObject({ checklist: { done: 0, total: 0 }, delegation: null, session: null })
    for (const text of ['one', 'two']) await allowed(world.mia, 'checklist.add', { cardId: id, text })
    const third = await allowed(world.mia, 'checklist.add', { cardId: id, text: 'three' })
    await allowed(world.mia, 'checklist.update', { checklistItemId: third.id, done: true })
    const { session } = await allowed(world.mia, 'delegation.set', { cardId: id, agentActorId: world.robo.actorId })
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working', statusText: 'Looking' })
    const shown = await face(id)
    expect(shown).toMatchObject({
      checklist: { done: 1, total: 3 },
      delegation: { agentActorId: world.robo.actorId },
      session: { id: session.id, state: 'working', statusText: 'Looking', stale: false, stopRequestedAt: null },
    })
    expect(Object.keys(shown?.session ?? {}).toSorted()).toEqual(['id', 'stale', 'state', 'statusText', 'stopRequestedAt'])
    expect(shown).not.toHaveProperty('checklistItems')
  },
)

scenario(
  'archived lists and cards leave the tree, are shown when asked for, and the cards are listed in the archive',
  [
    'board.tree.archived-left-out',
    'board.tree.archived-shown',
    'board.archive.lists-cards',
    'convention.flags.set-forms',
    'convention.flags.unset',
    'convention.query.malformed',
  ],
  async () => {
    const [gone, stays] = [await board.card('gone'), await board.card('stays')]
    await allowed(world.mia, 'card.update', { cardId: gone.id, archived: true })
    await allowed(world.mia, 'list.update', { listId: board.lists[2] ?? '', archived: true })
    const shown = async (query: string) => {
      const { lists } = (await world.person.get(`/api/boards/${board.id}${query}`)).body
      return [lists.map((list: { id: string }) => list.id), lists[0].cards.map((card: { id: string }) => card.id)]
    }
    const open = [board.lists.filter((list) => list !== board.lists[2]), [stays.id]]
    for (const query of ['', '?archived=0', '?archived=false']) expect([query, await shown(query)]).toEqual([query, open])
    for (const value of ['yes', 'perhaps', 'TRUE', '2', '1&archived=1']) {
      const { status, body: refusal } = await world.person.get(`/api/boards/${board.id}?archived=${value}`)
      expect([value, status, refusal.error?.code]).toEqual([value, 400, 'validation'])
    }
    const all = [board.lists, [gone.id, stays.id]]
    for (const query of ['?archived', '?archived=1', '?archived=true']) expect([query, await shown(query)]).toEqual([query, all])
    expect(await allowed(world.vic, 'board.archive.list', { boardId: board.id })).toMatchObject([{ id: gone.id, title: 'gone' }])
    await refused(world.eve, 'board.archive.list', { boardId: board.id }, 'not_found')
  },
)

scenario(
  'the tree is not sent again until something changed, staleness included',
  ['board.tree.etag', 'board.tree.not-modified', 'board.tree.etag-changes', 'board.tree.etag-stale-session'],
  async () => {
    const path = `/api/boards/${board.id}`
    const since = (etag: string | null) => world.person.get(path, { 'if-none-match': etag ?? '' })
    const first = (await world.person.get(path)).headers.get('etag')
    expect(first).toBeTruthy()
    const same = await since(first)
    expect([same.status, same.text]).toEqual([304, ''])
    const { id } = await board.card('new')
    const changed = await since(first)
    expect([changed.status, changed.body.lists[0].cards[0].id]).toEqual([200, id])
    const session = await allowed(world.robo, 'session.open', { cardId: id })
    await allowed(world.robo, 'session.post', { sessionId: session.id, op: 'update', state: 'working' })
    const working = (await world.person.get(path)).headers.get('etag')
    expect((await since(working)).status).toBe(304)
    world.tandem.clock.advance(31 * 60_000)
    const stale = await since(working)
    expect([stale.status, stale.body.lists[0].cards[0].session.stale]).toEqual([200, true])
  },
)

scenario(
  'a template makes the lists, and every board carries its record',
  ['board.create.template-agent-pipeline', 'board.record.shape', 'verb.board.created'],
  async () => {
    const made = await allowed(world.ada, 'board.create', { name: 'Pipe', description: 'Text', template: 'agent-pipeline' })
    expect(Object.keys(made).toSorted()).toEqual(
      [
        'agentGuidance',
        'agentsPaused',
        'archivedAt',
        'completeParents',
        'createdAt',
        'description',
        'id',
        'keyPrefix',
        'maxAgentSessions',
        'name',
        'monthlyBudget',
        'reviewByOthers',
        'role',
        'version',
      ].toSorted(),
    )
    expect(made).toMatchObject({ name: 'Pipe', description: 'Text', version: 1, archivedAt: null, role: 'admin' })
    const { lists } = await allowed(world.ada, 'board.tree', { boardId: made.id })
    const kanban = (await board.tree()).lists.map((list) => list.name)
    expect(lists.length).toBeGreaterThan(2)
    expect(lists.map((list) => list.name)).not.toEqual(kanban)
    const log = (await allowed(world.ada, 'board.activity', { boardId: made.id })).toReversed()
    expect(log[0]).toMatchObject({ seq: 1, verb: 'board.created', actorId: world.ada.actorId, cardId: null, payload: { name: 'Pipe' } })
    const [read] = (await allowed(world.vic, 'board.list', {})).filter(({ id }) => id === board.id)
    expect(read).toMatchObject({ role: 'viewer' })
    expect(Number.isInteger((await board.card()).version)).toBe(true)
  },
)

scenario(
  'changing, archiving and bringing back a board are each told in its log, for admins alone',
  ['verb.board.updated', 'verb.board.archived', 'verb.board.unarchived', 'activity.payload.previous', 'activity.payload.only-changed'],
  async () => {
    const update = (change: object) => board.recorded(() => allowed(world.ada, 'board.update', { boardId: board.id, ...change }))
    const recorded = await update({ name: 'New', description: '' })
    expect(recorded).toMatchObject([{ verb: 'board.updated', payload: { name: 'New', previous: { name: 'Engine' } } }])
    expect(Object.keys(recorded[0]?.payload ?? {}).toSorted()).toEqual(['name', 'previous'])
    expect(Object.keys(recorded[0]?.payload.previous ?? {})).toEqual(['name'])
    expect(await update({ archived: true })).toMatchObject([{ verb: 'board.archived' }])
    expect(await update({ archived: false })).toMatchObject([{ verb: 'board.unarchived' }])
    for (const who of [world.mia, world.vic, world.robo]) {
      await refused(who, 'board.update', { boardId: board.id, archived: true }, 'forbidden')
    }
    expect((await board.tree()).archivedAt).toBeNull()
  },
)

scenario(
  'ifVersion guards a change of a board or card, and a change without it is applied',
  ['convention.version.if-version-mismatch', 'convention.version.mismatch-applies-nothing', 'convention.version.if-version-optional'],
  async () => {
    const { id: cardId } = await board.card('a')
    const { id: boardId } = board
    expect((await allowed(world.ada, 'board.update', { boardId, name: 'B', ifVersion: 1 })).version).toBe(2)
    expect((await allowed(world.mia, 'card.update', { cardId, title: 'b', ifVersion: 1 })).version).toBe(2)
    const recorded = await board.recorded(async () => {
      const refusals = [
        await refused(world.ada, 'board.update', { boardId, name: 'C', ifVersion: 1 }, 'conflict'),
        await refused(world.mia, 'card.update', { cardId, title: 'c', priority: 'high', ifVersion: 1 }, 'conflict'),
      ]
      for (const { details } of refusals) expect(details).toMatchObject({ currentVersion: 2 })
    })
    expect(recorded).toEqual([])
    expect([(await board.tree()).name, (await face(cardId))?.title, (await face(cardId))?.priority]).toEqual(['B', 'b', 'none'])
    await allowed(world.ada, 'board.update', { boardId, name: 'D' })
    await allowed(world.mia, 'card.update', { cardId, title: 'd' })
    expect([(await board.tree()).name, (await face(cardId))?.title]).toEqual(['D', 'd'])
  },
)
