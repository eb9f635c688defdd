import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../kit/http.ts'
import { inOneBatch, METRICS_TOKEN, metricsOf, queued } from '../kit/one-batch.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** Creates of one board that share a transaction: their lists are loaded before the first card is written. */
describe('creates of one board in one batch', () => {
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    tandem = await startTestService({ environment: { METRICS_TOKEN } })
    ada = await tandem.register('Ada')
    // On a slow machine the workers would be active while round trips are counted.
    await tandem.service.workers.stop()
  })
  afterAll(() => tandem?.stop())

  async function newBoard(titles: readonly string[] = []) {
    const { body: board } = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
    const lists: string[] = (await ada.get(`/api/boards/${board.id}`)).body.lists.map(({ id }: { id: string }) => id)
    const cards: string[] = []
    for (const title of titles) cards.push((await ada.post(`/api/lists/${lists[0]}/cards`, { title })).body.id)
    const create =
      (title: string, list = 0, more = {}, by: Person = ada) =>
      () =>
        by.post(`/api/lists/${lists[list]}/cards`, { title, ...more })
    const run = (changes: readonly (() => Promise<Answer>)[]) => inOneBatch(tandem, { boardId: board.id, changes })
    return { boardId: board.id as string, keyPrefix: board.keyPrefix as string, lists, cards, create, run }
  }

  type Tree = { seq: number; lists: { cards: { title: string; number: number }[] }[] }
  const treeOf = async (boardId: string): Promise<Tree> => (await ada.get(`/api/boards/${boardId}`)).body
  const titlesIn = async (boardId: string) =>
    (await treeOf(boardId)).lists.slice(0, 2).map(({ cards }) => cards.map(({ title }) => title).join(''))
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

  test('append cards in the order of the requests, among moves, comments and refusals', async () => {
    const { boardId, keyPrefix, lists, cards, create, run } = await newBoard(['a', 'b', 'c'])
    const move = (card: number, list: number, more = {}) => ada.patch(`/api/cards/${cards[card]}`, { listId: lists[list], ...more })
    const comment = (card: number) => ada.post(`/api/cards/${cards[card]}/comments`, { body: 'Seen' })
    const { seq } = await treeOf(boardId)
    const answers = await run([
      create('d'),
      create('e', 1),
      create('f'),
      () => move(0, 1),
      create('g', 1),
      create('x', 1, { beforeId: cards[1] }),
      () => comment(0),
      create('h', 1, { beforeId: cards[0] }),
      () => move(2, 1, { ifVersion: 7 }),
      create('i', 1),
      () => move(1, 0),
      create('j'),
      create('k', 0, { beforeId: null }),
      () => comment(2),
    ])
    expect(statuses(answers)).toEqual([201, 201, 201, 200, 201, 400, 201, 201, 409, 201, 200, 201, 201, 201])
    expect(await titlesIn(boardId)).toEqual(['kcdfbj', 'eahgi'])
    const made = answers.filter(({ status, body }) => status === 201 && body.key).map(({ body }) => body)
    expect(made.map(({ title }) => title).join('')).toBe('defghijk')
    expect(made.map(({ number }) => number)).toEqual([4, 5, 6, 7, 8, 9, 10, 11])
    expect(made.map(({ key }) => key)).toEqual(made.map(({ number }) => `${keyPrefix}-${number}`))
    expect(made.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toSorted())
    const log: { seq: number; verb: string; cardId: string }[] = (await ada.get(`/api/boards/${boardId}/activity?limit=200`)).body
    const added = log.filter((activity) => activity.seq > seq).toSorted((one, other) => one.seq - other.seq)
    expect(added.map((activity) => activity.seq)).toEqual(Array.from({ length: 12 }, (_, at) => seq + 1 + at))
    expect(added.filter(({ verb }) => verb === 'card.created').map(({ cardId }) => cardId)).toEqual(made.map(({ id }) => id))
  })

  test('are loaded together and written together: nine take as many round trips as two', async () => {
    const { boardId, create } = await newBoard()
    const trips = async () => (await metricsOf(tandem)).get('tandem_database_round_trip_seconds_count') ?? 0
    const tripsOf = async (creates: number) => {
      const counts: number[] = []
      for (let turn = 0; turn < 4; turn++) {
        let before = 0
        const beforeRelease = async () => void (before = await trips())
        const changes = Array.from({ length: creates }, (_, at) => create(`card ${at}`, at % 2, { clientMutationId: crypto.randomUUID() }))
        expect(new Set(statuses(await inOneBatch(tandem, { boardId, changes, beforeRelease })))).toEqual(new Set([201]))
        counts.push((await trips()) - before)
      }
      return Math.min(...counts)
    }
    expect(await tripsOf(9)).toBe(await tripsOf(2))
  })

  test('are counted as one transaction', async () => {
    const { create, run } = await newBoard()
    const before = await metricsOf(tandem)
    await run([create('a'), create('b'), create('c')])
    const after = await metricsOf(tandem)
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(grown('tandem_board_queue_batch_size_count')).toBe(1)
    expect(grown('tandem_board_queue_batch_size_sum')).toBe(3)
    expect(grown('tandem_board_queue_wait_seconds_count')).toBe(3)
  })

  test('create one card for each clientMutationId', async () => {
    const { boardId, create, run } = await newBoard()
    const again = { clientMutationId: crypto.randomUUID() }
    const answers = await run([create('a'), create('b', 0, again), create('c'), create('b', 0, again), create('b', 1, again), create('d')])
    expect(statuses(answers)).toEqual([201, 201, 201, 201, 409, 201])
    expect(answers[3]?.body).toEqual(answers[1]?.body)
    expect(await titlesIn(boardId)).toEqual(['abcd', ''])
  })

  test('are refused once their list is archived or full, or their author is no longer a member', async () => {
    const { boardId, lists, create, run } = await newBoard()
    const ben = await tandem.register('Ben')
    const cleo = await tandem.register('Cleo')
    await ada.post(`/api/boards/${boardId}/members`, { actorId: ben.actorId, role: 'member' })
    await ada.post(`/api/boards/${boardId}/members`, { actorId: cleo.actorId, role: 'viewer' })
    expect((await ada.patch(`/api/lists/${lists[0]}`, { wipLimit: 3, wipPolicy: 'all' })).status).toBe(200)
    const answers = await run([
      create('a'),
      create('b', 0, {}, ben),
      create('x', 0, {}, cleo),
      create('c'),
      create('x'),
      create('d', 1),
      create('e', 1, {}, ben),
      () => ada.patch(`/api/lists/${lists[1]}`, { archived: true }),
      create('x', 1),
      () => ada.delete(`/api/boards/${boardId}/members/${ben.actorId}`),
      create('x', 2, {}, ben),
      create('f', 2),
    ])
    expect(statuses(answers)).toEqual([201, 201, 403, 201, 409, 201, 201, 200, 409, 204, 404, 201])
    const { rows } = await tandem.database.pool.query('select title, number from cards where board_id = $1 order by number', [boardId])
    expect(rows).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((title, at) => ({ title, number: at + 1 })))
  })

  test('keep their order beside creates with labels and assignees', async () => {
    const { boardId, create, run, cards, lists } = await newBoard(['a', 'b'])
    const { body: label } = await ada.post(`/api/boards/${boardId}/labels`, { name: 'urgent', color: 'red' })
    const move = (card: number) => () => ada.patch(`/api/cards/${cards[card]}`, { listId: lists[1] })
    const answers = await run([
      create('c', 1),
      create('d', 1, { labelIds: [label.id], assigneeActorIds: [ada.actorId] }),
      move(0),
      create('e', 1, { labelIds: [label.id] }),
      create('f', 1),
      move(1),
      create('g', 1),
    ])
    expect(statuses(answers)).toEqual([201, 201, 200, 201, 201, 200, 201])
    expect(answers[1]?.body).toMatchObject({ labelIds: [label.id], assigneeActorIds: [ada.actorId] })
    expect(await titlesIn(boardId)).toEqual(['', 'cdaefbg'])
  })

  test('are run again one by one when one fails: only that one fails, and the card numbers have no gap', async () => {
    const { boardId, create } = await newBoard()
    await tandem.database.pool.query(`create function refuse_fault() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$;
      create trigger refuse_fault before insert on cards for each row when (new.title = 'fault') execute function refuse_fault()`)
    const { answers, failed } = await queued(tandem, {
      boardId,
      changes: [create('a'), create('b'), create('fault'), create('c'), create('d', 1)],
    })
    expect(statuses(answers)).toEqual([201, 201, 500, 201, 201])
    expect(failed).toBeGreaterThan(0)
    expect(await titlesIn(boardId)).toEqual(['abc', 'd'])
    expect(answers.flatMap(({ body }) => body.number ?? [])).toEqual([1, 2, 3, 4])
  })
})
