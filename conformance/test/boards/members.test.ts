import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startTestService } from '../../../packages/server/test/kit/service.ts'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { as, type Board, makeBoard, startWorld, verbsOf, type Who, type World } from '../../src/world.ts'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const add = (by: Who, who: Who, role: Role) => call(by, 'member.add', { boardId: board.id, actorId: who.actorId, role })
const change = (by: Who, who: Who, role: Role) => call(by, 'member.update', { boardId: board.id, actorId: who.actorId, role })
const remove = (by: Who, who: Who) => call(by, 'member.remove', { boardId: board.id, actorId: who.actorId })
const list = (by = world.vic) => allowed(by, 'member.list', { boardId: board.id })
const roles = async () => Object.fromEntries((await list()).map((member) => [member.actorId, member.role]))
const delegate = (cardId: string) => allowed(world.mia, 'delegation.set', { cardId, agentActorId: world.robo.actorId })
type Role = 'admin' | 'member' | 'viewer'

scenario('everyone who can read the board sees its members and their roles', ['member.list.read-access'], async () => {
  const { ada, mia, vic, robo, eve } = world
  for (const by of [ada, mia, vic, robo]) {
    const seen = (await list(by)).map((member) => [member.actorId, member.role])
    expect(Object.fromEntries(seen)).toEqual({
      [ada.actorId]: 'admin',
      [mia.actorId]: 'member',
      [vic.actorId]: 'viewer',
      [robo.actorId]: 'member',
    })
    expect(seen).toHaveLength(4)
  }
  await refused(eve, 'member.list', { boardId: board.id }, 'not_found')
  await refused({ ...eve, headers: {} }, 'member.list', { boardId: board.id }, 'unauthorized')
})

scenario(
  'a known actor is added by its id, or a person by e-mail, but by exactly one of them',
  ['member.add.by-actor', 'member.add.by-known-email', 'member.add.exactly-one'],
  async () => {
    const { ada, eve } = world
    const email = `${randomUUID()}@example.com`
    const zoe = as(world.tandem, await world.tandem.register('Zoe', { email }))
    const { id: shared } = await allowed(zoe, 'board.create', { name: 'Shared' })
    await allowed(zoe, 'member.add', { boardId: shared, actorId: ada.actorId, role: 'viewer' })
    const recorded = await board.recorded(async () => {
      await refused(ada, 'member.add', { boardId: board.id, role: 'viewer' }, 'validation')
      await refused(ada, 'member.add', { boardId: board.id, actorId: eve.actorId, email, role: 'viewer' }, 'validation')
      await refused(ada, 'member.add', { boardId: board.id, actorId: randomUUID(), role: 'viewer' }, 'validation')
    })
    expect([recorded, (await list()).length]).toEqual([[], 4])
    const byActor = await add(ada, eve, 'viewer')
    expect([byActor.status, byActor.ok && byActor.body]).toMatchObject([201, { actorId: eve.actorId, role: 'viewer' }])
    const byEmail = await call(ada, 'member.add', { boardId: board.id, email, role: 'member' })
    expect([byEmail.status, byEmail.ok && byEmail.body]).toMatchObject([201, { actorId: zoe.actorId, role: 'member', status: 'active' }])
    expect(await roles()).toMatchObject({ [eve.actorId]: 'viewer', [zoe.actorId]: 'member' })
    expect((await board.tree(eve)).id).toBe(board.id)
    await allowed(zoe, 'card.create', { listId: board.lists[0] ?? '', title: 'hers' })
    await refused(ada, 'member.add', { boardId: board.id, actorId: eve.actorId, role: 'admin' }, 'conflict')
  },
)

scenario('only an admin adds, changes and removes members', ['member.add.admin-only'], async () => {
  const { ada, mia, vic, eve, robo } = world
  const { token } = await allowed(mia, 'token.create', { label: 'x', scopes: ['members:write'] })
  const byToken: Who = { ...mia, headers: { authorization: `Bearer ${token}` } }
  const before = await roles()
  const recorded = await board.recorded(async () => {
    for (const by of [mia, vic, robo, byToken]) {
      for (const answer of [await add(by, eve, 'viewer'), await change(by, mia, 'admin'), await remove(by, ada)])
        expect([by.handle, answer.status, !answer.ok && answer.code]).toEqual([by.handle, 403, 'forbidden'])
      await refused(by, 'member.add', { boardId: board.id, email: 'x@example.com', role: 'admin' }, 'forbidden')
    }
    for (const answer of [await add(eve, eve, 'viewer'), await change(eve, mia, 'admin'), await remove(eve, mia)])
      expect(answer.status).toBe(404)
  })
  expect([recorded, await roles()]).toEqual([[], before])
  expect((await change(ada, mia, 'admin')).status).toBe(200)
  expect((await add(byToken, eve, 'viewer')).status).toBe(201)
  expect((await remove(mia, eve)).status).toBe(204)
})

scenario(
  'a role is admin, member or viewer; changing it answers the member and changes what the member may do',
  ['member.role.values', 'member.role.change'],
  async () => {
    const { ada, mia, vic, eve } = world
    for (const role of ['owner', 'Admin', '', null, undefined]) {
      await refused(ada, 'member.add', { boardId: board.id, actorId: eve.actorId, role } as never, 'validation')
      await refused(ada, 'member.update', { boardId: board.id, actorId: mia.actorId, role } as never, 'validation')
    }
    expect(await roles()).toMatchObject({ [mia.actorId]: 'member' })
    const write = { listId: board.lists[0] ?? '', title: 'x' }
    for (const [who, role] of [
      [vic, 'member'],
      [mia, 'viewer'],
    ] as const) {
      const recorded = await board.recorded(async () => {
        const answer = await change(ada, who, role)
        expect([answer.status, answer.ok && answer.body]).toMatchObject([200, { actorId: who.actorId, role }])
      })
      expect(recorded).toMatchObject([{ verb: 'member.role_changed', payload: { actorId: who.actorId, role } }])
    }
    expect(await roles()).toMatchObject({ [vic.actorId]: 'member', [mia.actorId]: 'viewer' })
    await allowed(vic, 'card.create', write)
    await refused(mia, 'card.create', write, 'forbidden')
    await refused(ada, 'member.update', { boardId: board.id, actorId: eve.actorId, role: 'viewer' }, 'not_found')
  },
)

scenario('the last admin stays admin', ['member.last-admin.demote', 'member.last-admin.remove'], async () => {
  const { ada, mia } = world
  const recorded = await board.recorded(async () => {
    for (const answer of [await change(ada, ada, 'member'), await change(ada, ada, 'viewer'), await remove(ada, ada)])
      expect([answer.status, !answer.ok && answer.code]).toEqual([400, 'validation'])
  })
  expect([recorded, (await roles())[ada.actorId]]).toEqual([[], 'admin'])
  await change(ada, mia, 'admin')
  expect((await change(mia, ada, 'member')).status).toBe(200)
  for (const answer of [await change(mia, mia, 'viewer'), await remove(mia, mia)]) expect(answer.status).toBe(400)
  await change(mia, ada, 'admin')
  expect((await remove(mia, mia)).status).toBe(204)
})

scenario('of two admins who act at once one stays admin', ['member.last-admin.concurrent'], async () => {
  const { ada, mia } = world
  const other = await startTestService({ clock: world.tandem.clock, address: world.tandem.address })
  const there = { ...mia, url: other.url }
  const acts = [
    (by: Who, who: Who) => change(by, who, 'member'),
    (by: Who, who: Who) => remove(by, who),
    (by: Who) => change(by, by, 'viewer'),
    (by: Who) => remove(by, by),
  ]
  for (const second of [mia, there, mia, there]) {
    for (const act of acts) {
      board = await makeBoard(world)
      expect((await change(ada, mia, 'admin')).status).toBe(200)
      const answers = await Promise.all([act(ada, mia), act(second, ada)])
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect((await list()).filter((member) => member.role === 'admin')).toHaveLength(1)
    }
  }
  await other.stop()
})

scenario('a removed member has lost access, and anybody may leave', ['member.remove.answer', 'member.remove.leave'], async () => {
  const { ada, mia, vic, eve } = world
  await add(ada, eve, 'admin')
  await refused(mia, 'member.remove', { boardId: board.id, actorId: vic.actorId }, 'forbidden')
  for (const [by, who] of [
    [ada, mia],
    [vic, vic],
    [eve, eve],
  ] as const) {
    await board.tree(who)
    const recorded = await board.recorded(async () => {
      expect((await remove(by, who)).status).toBe(204)
    })
    expect(verbsOf(recorded)).toEqual(['member.removed'])
    await refused(who, 'board.tree', { boardId: board.id }, 'not_found')
    expect((await allowed(who, 'board.list', {})).map((one) => one.id)).not.toContain(board.id)
    await refused(ada, 'member.remove', { boardId: board.id, actorId: who.actorId }, 'not_found')
  }
  await add(ada, mia, 'member')
  expect((await remove(mia, mia)).status).toBe(204)
  expect((await list(ada)).map((member) => member.actorId).toSorted()).toEqual([ada.actorId, world.robo.actorId].toSorted())
})

scenario(
  'a removed member loses assignments, delegations and live sessions on that board, and keeps those elsewhere',
  ['member.remove.assignments', 'member.remove.delegations', 'member.remove.sessions-failed'],
  async () => {
    const { ada, mia, vic, robo } = world
    const assigneeActorIds = [mia.actorId, vic.actorId]
    const elsewhere = await (await makeBoard(world)).card('There', { assigneeActorIds })
    const [first, second] = [await board.card('One', { assigneeActorIds }), await board.card('Two', { assigneeActorIds })]
    const kept = await delegate(elsewhere.id)
    const queued = await delegate(first.id)
    const opened = await allowed(robo, 'session.open', { cardId: second.id })
    for (const who of [mia, robo]) expect((await remove(ada, who)).status).toBe(204)
    for (const { id: cardId } of [first, second]) {
      const { card } = await allowed(vic, 'card.get', { cardId })
      expect(card).toMatchObject({ assigneeActorIds: [vic.actorId], delegation: null })
    }
    for (const sessionId of [queued.session.id, opened.id])
      expect(await allowed(vic, 'session.get', { sessionId })).toMatchObject({ state: 'error', endedAt: expect.any(String) })
    const { card } = await allowed(vic, 'card.get', { cardId: elsewhere.id })
    expect(card.assigneeActorIds.toSorted()).toEqual(assigneeActorIds.toSorted())
    expect(card.delegation).toMatchObject({ agentActorId: robo.actorId })
    expect((await allowed(robo, 'session.get', { sessionId: kept.session.id })).state).toBe('queued')
  },
)

scenario('a removed member watches nothing on the board any more, also after they join again', ['member.remove.watches'], async () => {
  const { ada, mia } = world
  const [{ id: cardId }, elsewhere] = [await board.card(), await makeBoard(world)]
  const { id: other } = await elsewhere.card()
  const watchers = async (of: string) => (await allowed(ada, 'card.get', { cardId: of })).card.watchers
  for (const of of [cardId, other]) await allowed(mia, 'watch.set', { cardId: of })
  expect(await watchers(cardId)).toEqual([mia.actorId])
  expect((await remove(ada, mia)).status).toBe(204)
  expect([await watchers(cardId), await watchers(other)]).toEqual([[], [mia.actorId]])
  await add(ada, mia, 'member')
  expect(await watchers(cardId)).toEqual([])
  await allowed(ada, 'comment.create', { cardId, body: 'Look' })
  expect((await allowed(mia, 'notification.list', {})).filter((row) => row.reason === 'watching' && row.cardId === cardId)).toEqual([])
})
