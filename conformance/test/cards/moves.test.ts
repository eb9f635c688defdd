import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

/** Moves to a list of another board. */
let world: World
let here: Board
let there: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  here = await makeBoard(world)
  there = await makeBoard(world)
})

const move = (cardId: string, to: Board = there) => allowed(world.mia, 'card.update', { cardId, listId: to.lists[1] ?? '' })
const detail = async (cardId: string) => (await allowed(world.ada, 'card.get', { cardId })).card

scenario(
  'a card that moves to another board is told on both, gets a number there, and answers to its former key',
  [
    ...(['move.across.both-activities', 'move.across.to-board', 'move.across.from-board'] as const),
    ...(['move.across.new-number', 'move.across.old-key', 'verb.card.moved'] as const),
  ],
  async () => {
    await there.card('first')
    const before = await here.card('mover', { description: 'It drips.' })
    let left: unknown
    const arrived = await there.recorded(async () => {
      left = await here.recorded(() => move(before.id))
    })
    const after = await detail(before.id)
    const moved = { fromListId: here.lists[0], toListId: there.lists[1], position: after.rank }
    const told = { verb: 'card.moved', cardId: before.id, actorId: world.mia.actorId }
    expect(left).toMatchObject([{ ...told, boardId: here.id, payload: { ...moved, toBoardId: there.id } }])
    expect(arrived).toMatchObject([{ ...told, boardId: there.id, payload: { ...moved, fromBoardId: here.id } }])
    const key = `${(await there.tree()).keyPrefix}-2`
    expect(after).toMatchObject({ boardId: there.id, listId: there.lists[1], number: 2, key, title: 'mover', description: 'It drips.' })
    expect([await here.titles(), await there.titles(1)]).toEqual(['', 'mover'])
    for (const known of [before.key, after.key]) expect((await allowed(world.vic, 'card.getByKey', { key: known })).card.id).toBe(before.id)
    expect((await here.card('next')).number).toBe(before.number + 1)
    expect((await move(before.id, here)).key).not.toBe(before.key)
  },
)

scenario(
  'labels and fields come along where the other board has their like, and the rest is dropped and named',
  ['move.across.labels-matched', 'move.across.labels-dropped'],
  async () => {
    const { ada } = world
    const label = async (board: Board, name: string) => (await allowed(ada, 'label.create', { boardId: board.id, name, color: 'red' })).id
    const field = async (board: Board, name: string, type: 'text' | 'number') =>
      (await allowed(ada, 'field.create', { boardId: board.id, name, type })).id
    const [common, lost, commonThere] = [await label(here, 'bug'), await label(here, 'leak'), await label(there, 'bug')]
    const [size, note, other] = [await field(here, 'Size', 'number'), await field(here, 'Note', 'text'), await field(here, 'Odd', 'text')]
    const [sizeThere] = [await field(there, 'Size', 'number'), await field(there, 'Odd', 'number')]
    const { id: cardId } = await here.card('mover', { labelIds: [common, lost] })
    for (const [fieldId, value] of [
      [size, 7],
      [note, 'wet'],
      [other, 'text here'],
    ] as const)
      await allowed(ada, 'card.field.set', { cardId, fieldId, value })
    const [moved] = await here.recorded(() => move(cardId))
    expect(await detail(cardId)).toMatchObject({ labelIds: [commonThere], fieldValues: [{ fieldId: sizeThere, value: 7 }] })
    expect(moved?.payload.dropped).toMatchObject({ labels: ['leak'], fields: ['Note', 'Odd'] })
  },
)

scenario('what a move to another board says besides is told there alone', ['move.across.tells-nothing-new'], async () => {
  const card = await here.card('Old title', { description: 'Old text' })
  const more = { title: 'New title', description: 'New text', priority: 'urgent' as const, dueAt: '2031-02-01T00:00:00.000Z' }
  let left: unknown
  const arrived = await there.recorded(async () => {
    left = await here.recorded(() => allowed(world.mia, 'card.update', { cardId: card.id, listId: there.lists[1] ?? '', ...more }))
  })
  expect(await detail(card.id)).toMatchObject({ ...more, boardId: there.id })
  expect(left).toMatchObject([{ verb: 'card.moved' }])
  expect(JSON.stringify(left)).not.toMatch(/New t|urgent|2031/)
  expect(arrived.map(({ verb }) => verb)).toEqual(['card.moved', 'card.updated', 'card.priority_changed'])
  expect(JSON.stringify(arrived)).not.toContain('Old t')
})

scenario('who is no member of the other board is assigned no more', ['move.across.assignees'], async () => {
  await allowed(world.ada, 'member.remove', { boardId: there.id, actorId: world.vic.actorId })
  const { id: cardId } = await here.card('mover', { assigneeActorIds: [world.vic.actorId, world.mia.actorId] })
  expect((await move(cardId)).assigneeActorIds).toEqual([world.mia.actorId])
  expect((await detail(cardId)).assigneeActorIds).toEqual([world.mia.actorId])
})

scenario(
  'a card on which an agent is at work stays, and so does one that its mover may not put there',
  ['move.across.live-session', 'move.across.needs-write'],
  async () => {
    const { ada, mia, robo } = world
    const { id: cardId } = await here.card('stays')
    const listId = there.lists[0] ?? ''
    const { id: sessionId } = await allowed(robo, 'session.open', { cardId })
    await refused(mia, 'card.update', { cardId, listId }, 'conflict')
    await allowed(robo, 'session.post', { sessionId, op: 'complete', summary: 'Done' })
    await allowed(ada, 'member.update', { boardId: there.id, actorId: mia.actorId, role: 'viewer' })
    await refused(mia, 'card.update', { cardId, listId }, 'forbidden')
    await allowed(ada, 'member.remove', { boardId: there.id, actorId: mia.actorId })
    const [seenByMia, seenByAda] = [await refused(mia, 'card.update', { cardId, listId }, 'validation'), await there.tree()]
    expect(seenByMia.message).not.toContain(seenByAda.name)
    const { token } = await allowed(ada, 'token.create', { label: 'x', scopes: ['cards:write', `board:${here.id}`] })
    const leashed = { url: ada.url, headers: { authorization: `Bearer ${token}` } }
    expect(await call(leashed, 'card.update', { cardId, listId })).toMatchObject({ ok: false, code: 'forbidden' })
    expect([await here.titles(), await there.titles()]).toEqual(['stays', ''])
    await allowed(ada, 'card.update', { cardId, listId })
    expect([await here.titles(), await there.titles()]).toEqual(['', 'stays'])
  },
)

scenario(
  'opposite moves between two boards at once all come to an end, and no card is lost',
  ['move.across.no-deadlock', 'activity.seq.gapless'],
  async () => {
    const rounds = 12
    const mine = await Promise.all(Array.from({ length: rounds }, (_, n) => here.card(`h${n}`)))
    const theirs = await Promise.all(Array.from({ length: rounds }, (_, n) => there.card(`t${n}`)))
    const moves = [
      ...mine.map(
        ({ id }) =>
          () =>
            move(id, there),
      ),
      ...theirs.map(
        ({ id }) =>
          () =>
            move(id, here),
      ),
    ]
    await Promise.all(moves.map((start) => start()))
    const titlesOf = async (board: Board) => (await board.tree()).lists[1]?.cards.map(({ title }) => title).toSorted()
    expect(await titlesOf(there)).toEqual(mine.map(({ title }) => title).toSorted())
    expect(await titlesOf(here)).toEqual(theirs.map(({ title }) => title).toSorted())
    for (const { id: boardId } of [here, there]) {
      const log = await allowed(world.ada, 'board.activity', { boardId, limit: 200 })
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, at) => log.length - at))
      const numbers = (await allowed(world.ada, 'board.tree', { boardId })).lists.flatMap(({ cards }) => cards.map(({ number }) => number))
      expect(new Set(numbers).size).toBe(rounds)
    }
  },
)
