import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { call } from '../../src/call.ts'
import { allowed, refused, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

type Kind = 'blocks' | 'relates' | 'parent'

let world: World
let board: Board

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.tandem.stop())
beforeEach(async () => {
  board = await makeBoard(world)
})

const cards = async (count: number, of = board): Promise<string[]> => {
  const made: string[] = []
  for (let n = 0; n < count; n++) made.push((await of.card(`Card ${n}`)).id)
  return made
}
const relate = (cardId = '', otherCardId = '', kind: Kind = 'blocks') => call(world.mia, 'relation.put', { cardId, otherCardId, kind })
const shown = async (cardId = '') =>
  (await allowed(world.mia, 'card.get', { cardId })).card.relations.map(({ kind, direction, card }) => [kind, direction, card.id])

scenario(
  'cards are related in three ways, seen from both sides, and come apart again; twice is once',
  ['relation.put.kinds', 'relation.put.idempotent', 'relation.delete.answer'],
  async () => {
    const { mia } = world
    for (const kind of ['blocks', 'relates', 'parent'] as const) {
      const [one = '', other = ''] = await cards(2)
      const recorded = await board.recorded(async () => {
        for (let time = 1; time <= 2; time++) expect(await relate(one, other, kind)).toMatchObject({ ok: true, status: 204 })
      })
      expect(recorded.filter((row) => row.verb === 'card.related')).toHaveLength(1)
      expect(await shown(one)).toEqual([[kind, 'out', other]])
      expect(await shown(other)).toEqual([[kind, 'in', one]])
      const apart = () => call(mia, 'relation.delete', { cardId: one, otherCardId: other, kind })
      expect([await apart(), await apart()]).toMatchObject([
        { ok: true, status: 204 },
        { ok: true, status: 204 },
      ])
      expect([await shown(one), await shown(other)]).toEqual([[], []])
    }
    const [one = '', other = ''] = await cards(2)
    for (const kind of ['follows', '', null]) {
      await refused(mia, 'relation.put', { cardId: one, otherCardId: other, kind } as never, 'validation')
    }
  },
)

scenario(
  'a card is related to one of another board that the caller reads, and to none that it does not',
  ['relation.put.other-board', 'relation.put.unreadable-board'],
  async () => {
    const { ada, mia } = world
    const [card = ''] = await cards(1)
    const [there = ''] = await cards(1, await makeBoard(world))
    expect(await relate(card, there, 'relates')).toMatchObject({ ok: true, status: 204 })
    expect(await shown(card)).toEqual([['relates', 'out', there]])
    const { id: hidden } = await allowed(ada, 'board.create', { name: 'Hidden', template: 'kanban' })
    const [list] = (await allowed(ada, 'board.tree', { boardId: hidden })).lists
    const { id: unseen } = await allowed(ada, 'card.create', { listId: list?.id ?? '', title: 'Unseen' })
    await refused(mia, 'relation.put', { cardId: card, otherCardId: unseen, kind: 'relates' }, 'not_found')
    await refused(mia, 'relation.put', { cardId: unseen, otherCardId: card, kind: 'relates' }, 'not_found')
    expect(await shown(card)).toEqual([['relates', 'out', there]])
  },
)

scenario(
  'no circle of blocks or of parents is closed, however long, nor by two at once',
  ['relation.put.blocks-cycle', 'relation.put.parent-cycle', 'relation.put.concurrent-cycle'],
  async () => {
    for (const kind of ['blocks', 'parent'] as const) {
      const [a, b, c] = await cards(3)
      for (const [from, to] of [
        [a, b],
        [b, c],
      ])
        expect(await relate(from, to, kind)).toMatchObject({ ok: true })
      for (const [from, to] of [
        [b, a],
        [c, a],
        [a, a],
      ])
        expect(await relate(from, to, kind)).toMatchObject({ ok: false, status: 400, code: 'validation' })
      for (let round = 0; round < 5; round++) {
        const [one, other] = await cards(2)
        const answers = await Promise.all([relate(one, other, kind), relate(other, one, kind)])
        expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 400])
        expect(await shown(one)).toHaveLength(1)
      }
    }
    const [a, b] = await cards(2)
    expect(await relate(a, b, 'relates')).toMatchObject({ ok: true })
    expect(await relate(b, a, 'relates')).toMatchObject({ ok: true })
  },
)

scenario('a card reads blocked as long as an open card blocks it', ['relation.blocked.shown'], async () => {
  const { mia } = world
  const [blocker = '', card = ''] = await cards(2)
  const isBlocked = async () => (await board.tree()).lists.flatMap((list) => list.cards).find((one) => one.id === card)?.blocked
  expect(await isBlocked()).toBe(false)
  await relate(blocker, card)
  expect(await isBlocked()).toBe(true)
  await allowed(mia, 'card.update', { cardId: blocker, completedAt: '2026-12-01T10:00:00Z' })
  expect(await isBlocked()).toBe(false)
  await allowed(mia, 'card.update', { cardId: blocker, completedAt: null })
  expect(await isBlocked()).toBe(true)
  await allowed(mia, 'relation.delete', { cardId: blocker, otherCardId: card })
  expect(await isBlocked()).toBe(false)
})
