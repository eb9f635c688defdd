import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../kit/http.ts'
import { METRICS_TOKEN, inOneBatch as shareOneBatch } from '../kit/one-batch.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** Moves and comments of one board that share a transaction are loaded before the first of them has written. */
describe('changes of one board in one batch', () => {
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    tandem = await startTestService({ environment: { METRICS_TOKEN } })
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())

  async function boardWith(titles: readonly string[]) {
    const { body: board } = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
    const lists: string[] = (await ada.get(`/api/boards/${board.id}`)).body.lists.map(({ id }: { id: string }) => id)
    const cards: string[] = []
    for (const title of titles) cards.push((await ada.post(`/api/lists/${lists[0]}/cards`, { title })).body.id)
    return { boardId: board.id as string, lists, cards }
  }

  const inOneBatch = (boardId: string, changes: readonly (() => Promise<Answer>)[]) => shareOneBatch(tandem, { boardId, changes })

  test('a card that several of them move and comment on is each time as the one before has left it', async () => {
    const { boardId, lists, cards } = await boardWith(['a', 'b', 'c'])
    const [a, b, c] = cards
    const move = (card: string | undefined, list: number, more = {}) => ada.patch(`/api/cards/${card}`, { listId: lists[list], ...more })
    const comment = (card: string | undefined) => ada.post(`/api/cards/${card}/comments`, { body: 'Seen' })
    const answers = await inOneBatch(boardId, [
      () => comment(c),
      () => move(a, 1),
      () => comment(a),
      () => move(b, 1),
      () => move(a, 2),
      () => comment(b),
      () => comment(a),
      () => move(a, 1, { beforeId: b }),
      () => comment(c),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 200, 200, 201, 201, 200, 201])
    type Moved = { cardId: string; verb: string; seq: number; payload: Record<string, string> }
    const log: Moved[] = (await ada.get(`/api/boards/${boardId}/activity?limit=200`)).body
    const moves = log.filter(({ verb, cardId }) => verb === 'card.moved' && cardId === a)
    const oldestFirst = moves.toSorted((one, other) => one.seq - other.seq).map(({ payload }) => payload)
    expect(oldestFirst.map(({ fromListId, toListId }) => [fromListId, toListId])).toEqual([
      [lists[0], lists[1]],
      [lists[1], lists[2]],
      [lists[2], lists[1]],
    ])
    for (const [at, { position }] of oldestFirst.slice(0, -1).entries()) expect(oldestFirst[at + 1]?.fromPosition).toBe(position)
    const { rows } = await tandem.database.pool.query('select version, comment_count from cards where board_id = $1 order by number', [
      boardId,
    ])
    expect(rows).toEqual([
      { version: 4, comment_count: 2 },
      { version: 2, comment_count: 1 },
      { version: 1, comment_count: 2 },
    ])
    const tree = (await ada.get(`/api/boards/${boardId}`)).body
    expect(tree.lists[1].cards.map(({ title }: { title: string }) => title)).toEqual(['b', 'a'])
  })

  test('mutations that arrive while the first waits for the board lock join its transaction', async () => {
    const { boardId, lists, cards } = await boardWith(['a', 'b', 'c'])
    const { seq } = (await ada.get(`/api/boards/${boardId}`)).body
    const move = (card: number) => () => ada.patch(`/api/cards/${cards[card]}`, { listId: lists[1] })
    const rename = () => ada.patch(`/api/boards/${boardId}`, { name: 'Motor' })
    await inOneBatch(boardId, [move(2), rename, move(0), move(1)])
    const { rows } = await tandem.database.pool.query(
      'select count(*)::int as activities, count(distinct xmin::text)::int as transactions from activities where board_id = $1 and seq > $2',
      [boardId, seq],
    )
    expect(rows).toEqual([{ activities: 4, transactions: 1 }])
    const tree = (await ada.get(`/api/boards/${boardId}`)).body
    expect(tree.lists[1].cards.map(({ title }: { title: string }) => title)).toEqual(['c', 'a', 'b'])
  })

  test('cards that go to the end of lists stand there in the order of their moves', async () => {
    const { boardId, lists, cards } = await boardWith(['a', 'b', 'c', 'd', 'e', 'f'])
    const move =
      (title: string, list: number, more = {}) =>
      () =>
        ada.patch(`/api/cards/${cards['abcdef'.indexOf(title)]}`, { listId: lists[list], ...more })
    const answers = await inOneBatch(boardId, [
      move('a', 1),
      move('b', 1),
      move('c', 0),
      move('f', 1),
      move('d', 0),
      move('e', 1, { beforeId: null }),
      move('b', 0),
      move('c', 1),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const tree = (await ada.get(`/api/boards/${boardId}`)).body
    const titles = (list: number) => tree.lists[list].cards.map(({ title }: { title: string }) => title).join('')
    expect([titles(0), titles(1)]).toEqual(['db', 'eafc'])
  })

  test('of two moves of the same version of a card, the second is refused', async () => {
    const { boardId, lists, cards } = await boardWith(['a', 'b'])
    const move = (card: string | undefined, list: number) => ada.patch(`/api/cards/${card}`, { listId: lists[list], ifVersion: 1 })
    const answers = await inOneBatch(boardId, [() => move(cards[1], 1), () => move(cards[0], 1), () => move(cards[0], 2)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409])
  })

  test('who leaves the board between two of their comments cannot write the second', async () => {
    const { boardId, cards } = await boardWith(['a', 'b'])
    const ben = await tandem.register('Ben')
    await ada.post(`/api/boards/${boardId}/members`, { actorId: ben.actorId, role: 'member' })
    const comment = (by: Person, card: string | undefined) => by.post(`/api/cards/${card}/comments`, { body: 'Seen' })
    const answers = await inOneBatch(boardId, [
      () => comment(ada, cards[1]),
      () => comment(ben, cards[0]),
      () => ada.delete(`/api/boards/${boardId}/members/${ben.actorId}`),
      () => comment(ben, cards[1]),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 204, 404])
  })
})
