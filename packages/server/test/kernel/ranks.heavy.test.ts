import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { generateNKeysBetween } from 'fractional-indexing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches } from '../../src/administration/invariants.ts'
import type { Transaction } from '../../src/db/database.ts'
import { cardOrder } from '../../src/domain/cards/create.ts'
import { readTarget } from '../../src/domain/cards/move.ts'
import { longestRank, type Neighbours, rankFor } from '../../src/domain/rank.ts'
import type { Answer } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** Ranks stay short, and only the ranks themselves show when those of a container are assigned again. */
describe('ranks', () => {
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    tandem = await startTestService()
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())

  type Card = { id: string; title: string; rank: string; version: number; updatedAt: string }
  type Board = { id: string; seq: number; lists: { id: string; rank: string; cards: Card[] }[] }
  type Made = { boardId: string; listId: string; otherListId: string; ids: string[] }

  const tree = async (boardId: string): Promise<Board> => (await ada.get(`/api/boards/${boardId}`)).body
  const cardsOf = (board: Board): Card[] => board.lists[0]?.cards ?? []
  const idsOf = (rows: { id: string }[]): string[] => rows.map((row) => row.id)
  const ranksOf = (rows: { rank: string }[]): string[] => rows.map((row) => row.rank)

  /** A board whose first list holds cards with these ranks, inserted by SQL. */
  async function boardWith(ranks: string[]): Promise<Made> {
    const { body } = await ada.post('/api/boards', { name: 'Ranks', template: 'kanban' })
    // Read by SQL: the service would cache the tree until the next activity.
    const { rows: lists } = await tandem.database.pool.query('select id from lists where board_id = $1 order by rank', [body.id])
    const [first, second] = idsOf(lists)
    const ids = ranks.map(() => randomUUID())
    await tandem.database.pool.query(
      `insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
        select $1, c.id, $2, c.number, 'Card ' || c.number, '', c.rank, 'none', $3, now(), now()
        from unnest($4::uuid[], $5::text[]) with ordinality as c(id, rank, number)`,
      [body.id, first, ada.actorId, ids, ranks],
    )
    await tandem.database.pool.query('update boards set last_card_number = $2 where id = $1', [body.id, ids.length])
    return { boardId: body.id, listId: first ?? '', otherListId: second ?? '', ids }
  }

  /** Ranks so long that a rank between two of them would be too long. */
  const crowded = (count: number): string[] => ['a0', ...generateNKeysBetween(`a0${'0'.repeat(longestRank)}1`, null, count - 1)].toSorted()

  function inOrderAndShort(ranks: string[]): void {
    expect(ranks).toEqual([...new Set(ranks)].toSorted())
    expect(Math.max(...ranks.map((rank) => rank.length))).toBeLessThanOrEqual(longestRank)
  }

  describe('of an order kept by the rank functions', () => {
    const readRanks = { name: 'ranks of a list', text: 'select id, rank from cards where board_id = $1 and list_id = $2 order by rank' }
    const writeRank = { name: 'rank of a card', text: 'update cards set rank = $3 where board_id = $1 and id = $2' }

    async function place(tx: Transaction, { boardId, listId }: Made, movingId: string, neighbours: Neighbours): Promise<void> {
      const order = { order: cardOrder, boardId, containerId: listId, movingId, what: 'card' as const }
      tx.send(writeRank, [boardId, movingId, await rankFor(tx, order, neighbours)])
    }

    const ranked = (tx: Transaction, { boardId, listId }: Made) => tx.rows<{ id: string; rank: string }>(readRanks, [boardId, listId])

    /** In a transaction that is undone, so that each run begins with the same list. */
    async function undone(act: (tx: Transaction) => Promise<void>): Promise<void> {
      const tx = await tandem.database.begin()
      try {
        await act(tx)
      } finally {
        await tx.rollback()
      }
    }

    test.each([
      [5_000, 'below one card', (top: string) => ({ beforeId: top })],
      [1_500, 'above one card', (top: string) => ({ afterId: top })],
    ])('%i moves into the slot %s: the order of a plain array, and no rank longer than the bound', async (moves, _, slot) => {
      const made = await boardWith(generateNKeysBetween(null, null, 40))
      const [top = '', ...others] = made.ids
      const model = [...made.ids]
      await undone(async (tx) => {
        let longest = 0
        for (let n = 0; n < moves; n++) {
          const moving = others[(n * 7) % others.length] ?? ''
          await place(tx, made, moving, slot(top))
          model.splice(model.indexOf(moving), 1)
          model.splice(model.indexOf(top) + ('beforeId' in slot(top) ? 1 : 0), 0, moving)
          if (n % 50 === 0) longest = Math.max(longest, ...(await ranked(tx, made)).map((card) => card.rank.length))
        }
        const cards = await ranked(tx, made)
        expect(idsOf(cards)).toEqual(model)
        inOrderAndShort(ranksOf(cards))
        expect([longest > longestRank / 2, longest <= longestRank]).toEqual([true, true])
      })
    })

    test('any sequence of moves: the order of a plain array, unique and short ranks', async () => {
      const made = await boardWith(crowded(12))
      const card = fc.constantFrom(...made.ids)
      const slot = fc.constantFrom('below', 'above', 'between', 'top', 'bottom', 'append')
      const moves = fc.array(fc.record({ moving: card, next: card, slot }), { minLength: 1, maxLength: 400, size: 'max' })
      await fc.assert(
        fc.asyncProperty(moves, async (sequence) => {
          let model = [...made.ids]
          await undone(async (tx) => {
            for (const { moving, next, slot } of sequence) {
              if (moving === next) continue
              model = model.filter((id) => id !== moving)
              const at = model.indexOf(next)
              const below = model[at + 1] ?? null
              const [neighbours, index] = {
                below: [{ beforeId: next }, at + 1],
                above: [{ afterId: next }, at],
                between: [{ beforeId: next, afterId: below }, at + 1],
                top: [{ beforeId: null }, 0],
                bottom: [{ afterId: null }, model.length],
                append: [{}, model.length],
              }[slot] as [Neighbours, number]
              model.splice(index, 0, moving)
              await place(tx, made, moving, neighbours)
            }
            const cards = await ranked(tx, made)
            expect(idsOf(cards)).toEqual(model)
            const moved = cards.filter((row) => sequence.some(({ moving, next }) => moving === row.id && moving !== next))
            expect(moved.filter((row) => row.rank.length > longestRank)).toEqual([])
            expect(new Set(ranksOf(cards)).size).toBe(cards.length)
          })
        }),
        { numRuns: 20 },
      )
    })

    test('10,000 cards are spread with the move that would have been too long', async () => {
      const made = await boardWith(crowded(10_000))
      const [top = '', ...rest] = made.ids
      const last = rest.at(-1) ?? ''
      await undone(async (tx) => {
        await place(tx, made, last, { beforeId: top })
        const cards = await ranked(tx, made)
        expect(idsOf(cards)).toEqual([top, last, ...rest.slice(0, -1)])
        expect(Math.max(...cards.map((card) => card.rank.length))).toBeLessThanOrEqual(6)
        expect(ranksOf(cards)).toEqual([...new Set(ranksOf(cards))].toSorted())
      })
    })
  })

  describe('over HTTP', () => {
    test('400 moves into one slot: one activity each, ranks within the bound, the other cards as they were', async () => {
      const { boardId, ids } = await boardWith(generateNKeysBetween(null, null, 8))
      const [top, bottom, ...moving] = ids
      const before = await tree(boardId)
      const answers: Answer[] = []
      // In rounds, because a mutation is refused after 5 s: on a slow machine 400 at once would take longer.
      for (let round = 0; round < 16; round++) {
        const moves = Array.from({ length: 25 }, (_, n) =>
          ada.patch(`/api/cards/${moving[(round * 25 + n) % moving.length]}`, { beforeId: top, afterId: bottom }),
        )
        answers.push(...(await Promise.all(moves)))
      }
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
      const lengths = answers.map((answer) => answer.body.rank.length as number)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(longestRank)
      const after = await tree(boardId)
      expect(after.seq).toBe(before.seq + 400)
      inOrderAndShort(ranksOf(cardsOf(after)))
      expect(idsOf(cardsOf(after))[0]).toBe(top)
      for (const id of [top, bottom]) {
        const [was, is] = [before, after].map((board) => cardsOf(board).find((card) => card.id === id))
        expect({ ...is, rank: was?.rank }).toEqual(was)
      }
    })

    test('a move that spreads: position is the new rank of the card, the tree of its seq has the new ones', async () => {
      const { boardId, ids } = await boardWith(crowded(5))
      const [a, b, c, d, e] = ids
      const stale = await ada.get(`/api/boards/${boardId}`)
      const moved = await ada.patch(`/api/cards/${e}`, { beforeId: a, afterId: b })
      const fresh = await ada.get(`/api/boards/${boardId}`, { 'if-none-match': stale.headers.get('etag') ?? '' })
      expect([fresh.status, idsOf(cardsOf(fresh.body))]).toEqual([200, [a, e, b, c, d]])
      inOrderAndShort(ranksOf(cardsOf(fresh.body)))
      expect(cardsOf(fresh.body)[1]?.rank).toBe(moved.body.rank)
      const [activity] = (await ada.get(`/api/boards/${boardId}/activity?limit=1`)).body
      expect(activity).toMatchObject({ verb: 'card.moved', seq: fresh.body.seq, payload: { position: moved.body.rank } })
      expect(fresh.body.seq).toBe(stale.body.seq + 1)
    })

    test('a card that comes from another list, or is made there, spreads the list it comes to', async () => {
      const { boardId, listId, otherListId, ids } = await boardWith(crowded(3))
      const made = await ada.post(`/api/lists/${listId}/cards`, { title: 'Made', beforeId: ids[0] })
      expect(made.status).toBe(201)
      await tandem.database.pool.query('update cards set rank = $2 where id = $1', [made.body.id, `a0${'0'.repeat(longestRank)}01`])
      const { body: guest } = await ada.post(`/api/lists/${otherListId}/cards`, { title: 'Guest' })
      await tandem.database.pool.query(`update cards set rank = 'a0' where id = $1`, [ids[0]])
      expect((await ada.patch(`/api/cards/${guest.id}`, { listId, beforeId: ids[0] })).status).toBe(200)
      const cards = cardsOf(await tree(boardId))
      expect(idsOf(cards)).toEqual([ids[0], guest.id, made.body.id, ids[1], ids[2]])
      inOrderAndShort(ranksOf(cards))
    })

    test('archived cards are spread too and keep their place', async () => {
      const { boardId, ids } = await boardWith(crowded(4))
      const [a, b, c, d] = ids
      await ada.patch(`/api/cards/${b}`, { archived: true })
      await ada.patch(`/api/cards/${d}`, { beforeId: a })
      await ada.patch(`/api/cards/${b}`, { archived: false })
      const cards = cardsOf(await tree(boardId))
      expect(idsOf(cards)).toEqual([a, d, b, c])
      inOrderAndShort(ranksOf(cards))
    })

    test('a refused move spreads nothing', async () => {
      const { boardId, ids } = await boardWith(crowded(3))
      const before = (await ada.get(`/api/boards/${boardId}`)).text
      expect((await ada.patch(`/api/cards/${ids[2]}`, { beforeId: ids[0], afterId: ids[2] })).status).toBe(400)
      expect((await ada.get(`/api/boards/${boardId}`)).text).toBe(before)
    })

    test('who reads while ranks are spread sees the order of the seq that he reads, never two kinds of ranks', async () => {
      const { boardId, ids } = await boardWith(crowded(6))
      const orders = new Map([[(await tree(boardId)).seq, ids]])
      const seen: Board[] = []
      let moving = true
      const read = async () => {
        while (moving) seen.push(await tree(boardId))
      }
      const readers = [read(), read()]
      const lengthen = (id: string | undefined, rank: string) =>
        tandem.database.pool.query('update cards set rank = $2 where id = $1', [id, rank])
      let order = [...ids]
      for (let n = 0; n < 30; n++) {
        const [top, ...others] = order
        const last = others.pop() ?? ''
        const { body } = await ada.patch(`/api/cards/${last}`, { beforeId: top })
        expect(body.rank.length).toBeLessThanOrEqual(longestRank)
        order = [top ?? '', last, ...others]
        orders.set((await tree(boardId)).seq, order)
        // Makes the next move assign all ranks again. The order stays the same, so a reader may see the old or the new rank.
        const [above, below] = cardsOf(await tree(boardId))
        await lengthen(below?.id, `${above?.rank}${'0'.repeat(longestRank)}1`)
      }
      moving = false
      await Promise.all(readers)
      expect(seen.length).toBeGreaterThan(0)
      for (const board of seen) {
        expect(idsOf(cardsOf(board))).toEqual(orders.get(board.seq))
        expect(ranksOf(cardsOf(board))).toEqual([...new Set(ranksOf(cardsOf(board)))].toSorted())
      }
    })

    test('lists and checklist items are spread as well', async () => {
      const { boardId, ids } = await boardWith(['a0'])
      const items: string[] = []
      for (const text of ['x', 'y', 'z']) items.push((await ada.post(`/api/cards/${ids[0]}/checklist-items`, { text })).body.id)
      const lists = idsOf((await tree(boardId)).lists)
      const rank = crowded(9)
      const crowd = (table: string, all: string[]) =>
        Promise.all(all.map((id, at) => tandem.database.pool.query(`update ${table} set rank = $2 where id = $1`, [id, rank[at]])))
      await crowd('checklist_items', items)
      await crowd('lists', lists)

      const last = lists.at(-1)
      expect((await ada.patch(`/api/lists/${last}`, { beforeId: lists[0] })).status).toBe(200)
      const board = await tree(boardId)
      expect(idsOf(board.lists)).toEqual([lists[0], last, ...lists.slice(1, -1)])
      inOrderAndShort(ranksOf(board.lists))

      expect((await ada.patch(`/api/checklist-items/${items[2]}`, { beforeId: items[0] })).status).toBe(200)
      const { checklistItems } = (await ada.get(`/api/cards/${ids[0]}`)).body.card
      expect(idsOf(checklistItems)).toEqual([items[0], items[2], items[1]])
      inOrderAndShort(ranksOf(checklistItems))
    })

    test('no two ranks of a container are equal after all of that', async () => {
      const client = await tandem.database.pool.connect()
      const found = await breaches(client, 'ranks are unique in a list, on a board and on a card').finally(() => client.release())
      expect(found).toEqual([])
    })
  })

  test('a move in a list of 10,000 cards looks at a handful of rows, whether its statistics are fresh or not', async () => {
    const client = await tandem.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('analyze cards')
      const { rows: boards } = await client.query('select board_id, id from lists limit 1')
      const board = { boardId: boards[0].board_id, listId: boards[0].id }
      await client.query(
        `insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
          select $1, gen_random_uuid(), $2, 100000 + number, 'Card', '', 'c' || rank, 'none', $3, now(), now()
          from unnest($4::text[]) with ordinality as c(rank, number)`,
        [board.boardId, board.listId, ada.actorId, generateNKeysBetween(null, null, 10_000)],
      )
      const { rows: cards } = await client.query('select id from cards where list_id = $1 order by rank offset 5000 limit 3', [
        board.listId,
      ])
      const [above, moving, below] = cards.map((card) => `'${card.id}'`)
      const explain = async (name: string) => {
        await client.query(`prepare ${name} as ${readTarget.text}`)
        const { rows } = await client.query(
          `explain (analyze, format json) execute ${name}('${board.boardId}', '${board.listId}', ${moving}, ${above}, ${below})`,
        )
        return rowsTouched(rows[0]['QUERY PLAN'][0].Plan)
      }
      expect(await explain('before')).toBeLessThan(40)
      await client.query('analyze cards')
      expect(await explain('after')).toBeLessThan(40)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  type Plan = { 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }
  const rowsTouched = (plan: Plan): number =>
    (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
    (plan.Plans ?? []).reduce((sum, child) => sum + rowsTouched(child), 0)
})
