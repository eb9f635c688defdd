import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { createTreeReader } from '../../src/domain/boards/tree/cache.ts'
import { systemClock } from '../../src/kernel/common/clock.ts'
import { startTeam, type Team } from '../sessions/fixture/team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team?.stop())

test.each([
  ['a tree whose refresh fails is read whole by the next reader', new Error('inflate failed'), true],
  ['while the database is away, the tree is kept for the time after', new Error('Connection terminated'), false],
])('%s', async (_, failure, isReadWhole) => {
  const { database } = team.tandem
  let failing = false
  let pages = 0
  const observed: Database = {
    ...database,
    snapshot: (read) =>
      failing
        ? Promise.reject(failure)
        : database.snapshot((reader) =>
            read({
              row: reader.row,
              rows: (what, values) => {
                if (JSON.stringify(what).includes('(c.list_id, c.rank) >')) pages += 1
                return reader.rows(what, values)
              },
            }),
          ),
  }
  const read = createTreeReader({ database: observed, clock: systemClock, staleAfterMs: 60_000 })
  const seqNow = async () => (await team.ada.get(`/api/boards/${team.boardId}`)).body.seq as number
  const treeNow = async () => read({ boardId: team.boardId, seq: await seqNow() } as never, {} as never)
  await treeNow()
  expect(pages).toBe(1)
  await team.newCard()
  failing = true
  await expect(treeNow()).rejects.toBe(failure)
  failing = false
  await treeNow()
  expect(pages).toBe(isReadWhole ? 2 : 1)
})
