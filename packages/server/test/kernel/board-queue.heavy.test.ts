import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginHolding } from '../kit/database.ts'
import { until } from '../kit/http.ts'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

const waitForLocks = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** A change that waits for its board does not block other boards, and gets its turn. */
describe('the line before a board', () => {
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    // Four connections hold locks, two wait for them, and other boards go on.
    tandem = await startTestService({ environment: { DATABASE_POOL_SIZE: '16' } })
    // On a slow machine a request could be sent just when the service closes its connection as idle.
    tandem.service.app.server.keepAliveTimeout = 600_000
    ada = await tandem.register('Ada')
  })
  afterAll(() => tandem?.stop())

  async function makeBoard(): Promise<{ boardId: string; add: () => Promise<number> }> {
    const { body: board } = await ada.post('/api/boards', { name: 'Engine', template: 'kanban' })
    const listId = (await ada.get(`/api/boards/${board.id}`)).body.lists[0].id
    return { boardId: board.id, add: async () => (await ada.post(`/api/lists/${listId}/cards`, { title: 'Pump' })).status }
  }

  async function holding<T>(boardId: string, work: () => Promise<T>): Promise<T> {
    const holder = await tandem.database.pool.connect()
    try {
      await holder.query(beginHolding)
      await holder.query('select from boards where id = $1 for no key update', [boardId])
      return await work()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }

  /** Retries refusals: on a slow machine a change may reach its limit of 5 s. A board without its turn would be refused each time. */
  async function taken({ add }: { add: () => Promise<number> }): Promise<number> {
    let status = await add()
    while (status === 503) status = await add()
    return status
  }

  const several = <T>(count: number, act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, act))

  test('a board that stays locked: all who wait have their answer while it is, and it works again afterwards', async () => {
    const board = await makeBoard()
    const answers = await holding(board.boardId, () => several(100, board.add))
    expect(new Set(answers).difference(new Set([409, 503])).size).toBe(0)
    expect(await several(40, () => taken(board))).toEqual(Array.from({ length: 40 }, () => 201))
  })

  test('boards that stay locked hold up no other board', async () => {
    const locked = await several(4, makeBoard)
    const others = await several(10, makeBoard)
    const inTurn = locked.reduceRight<() => Promise<unknown>>(
      (work, board) => () => holding(board.boardId, work),
      async () => {
        let [answered, isOver] = [0, false]
        const waiting = locked.flatMap((board) =>
          Array.from({ length: 6 }, async () => {
            while (!isOver) {
              await board.add()
              answered += 1
            }
          }),
        )
        // The maximum number of boards waits for locks.
        await until(async () => (await tandem.database.pool.query(waitForLocks)).rowCount === 2)
        // On a slow machine some waiting mutations may reach their limit, which frees places. A board that the lock
        // really delays is delayed every time.
        await until(async () => {
          const before = answered
          const statuses = await Promise.all(others.map((board) => board.add()))
          return answered === before && statuses.every((status) => status === 201)
        })
        isOver = true
        await Promise.all(waiting)
      },
    )
    await inTurn()
  })

  test('three boards that are never done leave a fourth its turn', async () => {
    const busy = await several(3, makeBoard)
    const quiet = await makeBoard()
    let isOver = false
    const writeOn = async (board: { add: () => Promise<number> }) => {
      while (!isOver) await board.add()
    }
    const writers = busy.flatMap((board) => Array.from({ length: 60 }, () => writeOn(board)))
    const answers = [await taken(quiet), await taken(quiet), await taken(quiet)]
    isOver = true
    await Promise.all(writers)
    expect(answers).toEqual([201, 201, 201])
  })
})
