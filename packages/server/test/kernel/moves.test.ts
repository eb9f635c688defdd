import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

describe('moves', () => {
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())

  type Board = { id: string; lists: { id: string; cards: { id: string; title: string }[] }[]; seq: number }
  const tree = async (boardId: string): Promise<Board> => (await ada.get(`/api/boards/${boardId}`)).body
  const titles = (board: Board, list = 0): string[] => board.lists[list]?.cards.map((card) => card.title) ?? []

  async function boardWith(cards: readonly string[]): Promise<{ boardId: string; lists: string[]; ids: Record<string, string> }> {
    const { body } = await ada.post('/api/boards', { name: 'Moves', template: 'kanban' })
    const lists = (await tree(body.id)).lists.map((list) => list.id)
    const ids: Record<string, string> = {}
    for (const title of cards) ids[title] = (await ada.post(`/api/lists/${lists[0]}/cards`, { title })).body.id
    return { boardId: body.id, lists, ids }
  }

  test('follow the neighbours: left out is not said, null is the open end', async () => {
    const { boardId, ids } = await boardWith(['a', 'b', 'c', 'd'])
    const move = async (title: string, to: object) => {
      expect((await ada.patch(`/api/cards/${ids[title]}`, to)).status).toBe(200)
      return titles(await tree(boardId)).join('')
    }
    expect(await move('d', { beforeId: ids.a })).toBe('adbc')
    expect(await move('c', { afterId: ids.a })).toBe('cadb')
    expect(await move('b', { beforeId: null })).toBe('bcad')
    expect(await move('b', { afterId: null })).toBe('cadb')
    expect(await move('c', { beforeId: ids.a, afterId: ids.d })).toBe('acdb')
    expect(await move('b', { beforeId: ids.a, afterId: ids.d })).toBe('abcd')
    expect(await move('a', { beforeId: ids.d, afterId: null })).toBe('bcda')
  })

  test('to a list without neighbours append', async () => {
    const { boardId, lists, ids } = await boardWith(['a', 'b'])
    for (const title of ['a', 'b']) await ada.patch(`/api/cards/${ids[title]}`, { listId: lists[1] })
    await ada.patch(`/api/cards/${ids.a}`, { listId: lists[1] })
    expect(titles(await tree(boardId), 1)).toEqual(['b', 'a'])
  })

  test('next to what is not a current card of the target list are refused, and nothing is recorded (F17)', async () => {
    const { boardId, lists, ids } = await boardWith(['a', 'b', 'c'])
    await ada.patch(`/api/cards/${ids.c}`, { archived: true })
    const elsewhere = await boardWith(['x'])
    const { seq } = await tree(boardId)
    const places = [
      { listId: lists[1], beforeId: ids.b },
      { beforeId: ids.c },
      { afterId: elsewhere.ids.x },
      { beforeId: ids.a },
      { listId: elsewhere.lists[0], beforeId: ids.b },
    ]
    for (const place of places) expect((await ada.patch(`/api/cards/${ids.a}`, place)).status).toBe(400)
    expect((await tree(boardId)).seq).toBe(seq)
  })

  test('a beforeId that stands below afterId is refused', async () => {
    const { ids } = await boardWith(['a', 'b', 'c'])
    expect((await ada.patch(`/api/cards/${ids.c}`, { beforeId: ids.b, afterId: ids.a })).status).toBe(400)
  })

  test('50 into one slot: every card once, one strict order for every reader (F24)', async () => {
    const { boardId, lists, ids } = await boardWith(['top', 'bottom'])
    const created = await Promise.all(Array.from({ length: 50 }, (_, n) => ada.post(`/api/lists/${lists[1]}/cards`, { title: `m${n}` })))
    const moved = await Promise.all(
      created.map(({ body }) => ada.patch(`/api/cards/${body.id}`, { listId: lists[0], beforeId: ids.top, afterId: ids.bottom })),
    )
    expect(new Set(moved.map((answer) => answer.status))).toEqual(new Set([200]))
    const cards = (await tree(boardId)).lists[0]?.cards as unknown as { id: string; rank: string }[]
    expect(cards).toHaveLength(52)
    const ranks = cards.map((card) => card.rank)
    expect(new Set(ranks).size).toBe(52)
    expect(ranks).toEqual(ranks.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  test('next to a card that is being archived: refused, or a valid place (F25)', async () => {
    const { boardId, ids } = await boardWith(['a', 'b', 'c', 'd', 'e'])
    for (const title of ['b', 'c', 'd']) {
      const [move] = await Promise.all([
        ada.patch(`/api/cards/${ids.e}`, { beforeId: ids[title] }),
        ada.patch(`/api/cards/${ids[title]}`, { archived: true }),
      ])
      expect([200, 400]).toContain(move.status)
    }
    expect(titles(await tree(boardId)).toSorted()).toEqual(['a', 'e'])
  })

  test('500 creates at once: unique numbers without a gap, no failure (F30)', async () => {
    const { boardId, lists } = await boardWith([])
    const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => ada.post(`/api/lists/${lists[0]}/cards`, { title: `c${n}` })))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    const numbers = answers.map((answer) => answer.body.number as number).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 500 }, (_, n) => n + 1))
    expect((await tree(boardId)).lists[0]?.cards).toHaveLength(500)
  })

  test('any sequence of moves leaves the order that a plain array would have', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const moveArbitrary = fc.record({ card: fc.constantFrom(...names), above: fc.option(fc.constantFrom(...names)) })
    await fc.assert(
      fc.asyncProperty(fc.array(moveArbitrary, { minLength: 1, maxLength: 12 }), async (moves) => {
        const { boardId, ids } = await boardWith(names)
        let model = [...names]
        for (const { card, above } of moves) {
          if (above === card) continue
          const answer = await ada.patch(`/api/cards/${ids[card]}`, { beforeId: above === null ? null : ids[above] })
          expect(answer.status).toBe(200)
          model = model.filter((name) => name !== card)
          model.splice(above === null ? 0 : model.indexOf(above) + 1, 0, card)
        }
        expect(titles(await tree(boardId))).toEqual(model)
      }),
      { numRuns: 15 },
    )
  })
})
