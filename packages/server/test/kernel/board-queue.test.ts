import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestService, type TestService } from '../kit/service.ts'

/** Who waits for a board keeps nobody else waiting, and is not kept waiting for good. */
describe('the line before a board', () => {
  let tandem: TestService
  let ada: Person

  beforeAll(async () => {
    tandem = await startTestService()
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
      await holder.query('begin')
      await holder.query('select from boards where id = $1 for no key update', [boardId])
      return await work()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }

  const several = <T>(count: number, act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, act))

  test('a board that stays locked: all who wait have their answer while it is, and it works again afterwards', async () => {
    const board = await makeBoard()
    const answers = await holding(board.boardId, () => several(100, board.add))
    expect(new Set(answers).difference(new Set([409, 503])).size).toBe(0)
    expect(await several(40, board.add)).toEqual(Array.from({ length: 40 }, () => 201))
  })

  test('boards that stay locked hold up no other board', async () => {
    const locked = await several(4, makeBoard)
    const others = await several(10, makeBoard)
    const inTurn = locked.reduceRight<() => Promise<unknown>>(
      (work, board) => () => holding(board.boardId, work),
      async () => {
        let isWaiting = true
        const waiting = Promise.all(locked.map((board) => several(6, board.add))).finally(() => {
          isWaiting = false
        })
        for (let round = 0; round < 5; round++) expect(await Promise.all(others.map((board) => board.add()))).toEqual(others.map(() => 201))
        expect(isWaiting).toBe(true)
        return waiting
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
    const answers = [await quiet.add(), await quiet.add(), await quiet.add()]
    isOver = true
    await Promise.all(writers)
    expect(answers).toEqual([201, 201, 201])
  })
})
