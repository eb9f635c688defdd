import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql, type Transaction } from '../../src/db/database.ts'
import { prefetchTarget } from '../../src/domain/cards/move.ts'
import { withPrefetched } from '../../src/kernel/prefetch.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'
import { scrape } from '../metrics/scrape.ts'

const weight = sql<{ weight: number }>('select weight from parts where name = $1 and maker = $2')
const other = sql<{ weight: number }>('select weight from parts where maker = $1 and name = $2')

describe('a read that was prefetched', () => {
  const asked: string[] = []
  const tx = {
    row: async (statement: { text: string }, values: readonly unknown[]) => void asked.push(`${statement.text} ${values}`),
    send: (statement: { text: string }) => void asked.push(statement.text),
  } as unknown as Transaction

  const prefetching = (row: unknown) => {
    asked.length = 0
    return withPrefetched(tx, [{ statement: weight, values: ['nut', null], row }])
  }

  test('is answered with what it found, also when that is nothing', async () => {
    expect(await prefetching({ weight: 2 }).row(weight, ['nut', null])).toEqual({ weight: 2 })
    expect(await prefetching(undefined).row(weight, ['nut', null])).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('is asked again by who wants it a second time', async () => {
    const prefetched = prefetching({ weight: 2 })
    await prefetched.row(weight, ['nut', null])
    expect(await prefetched.row(weight, ['nut', null])).toBeUndefined()
    expect(asked).toEqual([`${weight.text} nut,`])
  })

  test('answers no other read', async () => {
    const prefetched = prefetching({ weight: 2 })
    await prefetched.row(weight, ['nut', 'Ada'])
    await prefetched.row(other, ['nut', null])
    expect(asked).toEqual([`${weight.text} nut,Ada`, `${other.text} nut,`])
  })

  test('is asked again once something has been written', async () => {
    const prefetched = prefetching({ weight: 2 })
    prefetched.send(sql('delete from parts'))
    expect(await prefetched.row(weight, ['nut', null])).toBeUndefined()
    expect(asked).toEqual(['delete from parts', `${weight.text} nut,`])
  })
})

test('a move that names no list waits for the load of its card', () => {
  expect(prefetchTarget({ cardId: 'a', beforeId: 'b' }, 'board')).toEqual([])
  expect(prefetchTarget({ cardId: 'a', listId: 'list', beforeId: 'b' }, 'board')[0]?.values).toEqual(['board', 'list', 'a', 'b', null])
})

describe('a mutation that is alone', () => {
  const METRICS_TOKEN = 'a-token-of-the-scraper-0123456789'
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    tandem = await startTestService({ environment: { METRICS_TOKEN } })
    ada = await tandem.register('Ada')
    // On a slow machine the workers would be active during each of the rounds below.
    await tandem.service.workers.stop()
  })
  afterAll(() => tandem?.stop())

  const soFar = async () => (await scrape(tandem.withToken(METRICS_TOKEN))).get('tandem_database_round_trip_seconds_count') ?? 0

  /** The smallest of several counts: reads after an act may still be under way, and each scrape adds its own. */
  async function roundTripsOf(act: (turn: number) => Promise<unknown>): Promise<number> {
    const counts: number[] = []
    for (let turn = 0; turn < 6; turn++) {
      const before = await soFar()
      await act(turn)
      counts.push((await soFar()) - before)
    }
    return Math.min(...counts)
  }

  test('moves a card in two round trips to the database, and in three where no list is named', async () => {
    const { body: board } = await ada.post('/api/boards', { name: 'Alone', template: 'kanban' })
    const lists = (await ada.get(`/api/boards/${board.id}`)).body.lists
    const { body: card } = await ada.post(`/api/lists/${lists[0].id}/cards`, { title: 'Card' })
    const ofCounting = await roundTripsOf(() => Promise.resolve())
    const move = async (to: (turn: number) => object) => {
      const moved = async (turn: number) => expect((await ada.patch(`/api/cards/${card.id}`, to(turn))).status).toBe(200)
      return (await roundTripsOf(moved)) - ofCounting
    }
    expect(await move((turn) => ({ listId: lists[turn % 2].id }))).toBe(2)
    expect(await move((turn) => ({ listId: lists[turn % 2].id, beforeId: null }))).toBe(2)
    expect(await move(() => ({ beforeId: null }))).toBe(3)
  })

  test('claims a card of a queue in three round trips, and in four where no board is named', async () => {
    const { body: board } = await ada.post('/api/boards', { name: 'Queue', template: 'kanban' })
    const [list] = (await ada.get(`/api/boards/${board.id}`)).body.lists
    await ada.patch(`/api/lists/${list.id}`, { queue: {} })
    for (let card = 0; card < 12; card++) await ada.post(`/api/lists/${list.id}/cards`, { title: `Card ${card}` })
    const agent = await tandem.agent(ada, 'Robo', [board.id])
    const ofCounting = await roundTripsOf(() => Promise.resolve())
    const claim = async (named: object) => {
      const claimed = async () => expect((await agent.post('/api/work/claim', named)).body.lease.generation).toBe(1)
      return (await roundTripsOf(claimed)) - ofCounting
    }
    expect(await claim({ boardId: board.id })).toBe(3)
    expect(await claim({})).toBe(4)
  })
})
