import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Caller, call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board
let reader: Who
let cardId: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
  reader = as(world.tandem, await world.tandem.register('Reader'))
  await allowed(world.ada, 'member.add', { boardId: board.id, actorId: reader.actorId, role: 'viewer' })
  cardId = (await board.card('Card', { assigneeActorIds: [reader.actorId] })).id
})

type Query = { unread?: boolean; limit?: number; cursor?: string }
const list = (query: Query = {}, by: Caller = reader) => allowed(by, 'notification.list', query)
const ids = async (query: Query = {}) => (await list(query)).map((row) => row.id)
const markRead = (notificationId: string, by: Caller = reader) => call(by, 'notification.read', { notificationId })
async function sayAll(count: number): Promise<void> {
  for (let n = 1; n <= count; n++) await allowed(world.mia, 'comment.create', { cardId, body: `${n}` })
}

scenario(
  'the inbox lists only the rows of the caller, newest first',
  ['notification.list.newest-first', 'notification.list.own-only'],
  async () => {
    await allowed(world.mia, 'card.assign', { cardId, actorId: world.vic.actorId })
    await sayAll(2)
    world.tandem.clock.advance(-60_000)
    await sayAll(4)
    world.tandem.clock.advance(61_000)
    await sayAll(1)
    const rows = await list()
    expect(rows.map((row) => row.excerpt)).toEqual(['1', '4', '3', '2', '1', '2', '1', null])
    const times = rows.map((row) => row.createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const others = await list({}, world.vic)
    expect(others).not.toEqual([])
    for (const [who, own] of [
      [reader, rows],
      [world.vic, others],
    ] as const)
      expect(new Set(own.map((row) => row.actorId))).toEqual(new Set([who.actorId]))
    expect(others.filter((row) => rows.some(({ id }) => id === row.id))).toEqual([])
    expect(await list({ actorId: reader.actorId } as Query, world.eve)).toEqual([])
    await refused({ ...reader, headers: {} }, 'notification.list', {}, 'unauthorized')
  },
)

scenario(
  'pages are as long as asked and join without gap or repeat, while rows come in above',
  ['notification.list.limit', 'notification.list.cursor'],
  async () => {
    await sayAll(6)
    const all = await ids()
    expect(all).toHaveLength(7)
    expect([await ids({ limit: 1 }), await ids({ limit: 3 }), await ids({ limit: 500 })]).toEqual([all.slice(0, 1), all.slice(0, 3), all])
    for (const limit of [0, -1, 1.5]) await refused(reader, 'notification.list', { limit }, 'validation')
    const seen: string[] = []
    for (let cursor: string | undefined; ; cursor = seen.at(-1)) {
      const page = await ids({ limit: 2, ...(cursor && { cursor }) })
      seen.push(...page)
      if (page.length === 0) break
      await sayAll(1)
    }
    expect(seen).toEqual(all)
    expect(await ids({ cursor: all[4] ?? '' })).toEqual(all.slice(5))
    await refused(reader, 'notification.list', { cursor: 'x' }, 'validation')
  },
)

scenario(
  'a row is marked read, as often as one likes, by whose it is',
  ['notification.list.unread', 'notification.read.one', 'notification.read.one-idempotent', 'notification.read.foreign'],
  async () => {
    await sayAll(1)
    const [row, other] = await list()
    for (const by of [world.mia, world.eve]) await refused(by, 'notification.read', { notificationId: row?.id ?? '' }, 'not_found')
    await refused(reader, 'notification.read', { notificationId: randomUUID() }, 'not_found')
    expect(await list({ unread: true })).toEqual([row, other])
    const first = await markRead(row?.id ?? '')
    expect([first.status, first.ok && first.body]).toEqual([200, { ...row, readAt: expect.any(String) }])
    world.tandem.clock.advance(60_000)
    const again = await markRead(row?.id ?? '')
    expect([again.status, again.ok && again.body]).toEqual([200, first.ok && first.body])
    expect(await list()).toEqual([first.ok && first.body, other])
    expect(await list({ unread: true })).toEqual([other])
    for (const query of ['?unread', '?unread=1', '?unread=true']) {
      const answer = await fetch(`${reader.url}/api/notifications${query}`, { headers: reader.headers })
      expect(await answer.json()).toEqual([other])
    }
  },
)

scenario(
  'everything of the caller is marked read at once, as often as one likes',
  ['notification.read.all', 'notification.read.all-idempotent'],
  async () => {
    await allowed(world.ada, 'card.assign', { cardId, actorId: world.vic.actorId })
    await sayAll(2)
    const others = await list({ unread: true }, world.vic)
    const before = await list()
    for (const marked of [3, 0]) {
      const answer = await call(reader, 'notification.readAll', {})
      expect([answer.status, answer.ok && answer.body]).toEqual([200, { marked }])
      expect(await list({ unread: true })).toEqual([])
      expect(await list()).toEqual(before.map((row) => ({ ...row, readAt: expect.any(String) })))
    }
    expect(others).not.toEqual([])
    expect(await list({ unread: true }, world.vic)).toEqual(others)
    await sayAll(1)
    expect(await list({ unread: true })).toHaveLength(1)
  },
)
