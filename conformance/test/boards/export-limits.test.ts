import type { BoardExport } from '@tandem/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { allowed, scenario } from '../../src/scenario.ts'
import { makeBoard, startWorld, type World } from '../../src/world.ts'

/** Data beyond the limits of an export or a copy are inserted into the database: requests would take minutes. */
let world: World
beforeAll(async () => {
  world = await startWorld({ RATE_LIMIT_TOKEN: '0' })
})
afterAll(() => world?.tandem.stop())

const fill = (statement: string, values: unknown[]) => world.tandem.database.pool.query(statement, values)

/** The service cancels statements that take long. */
async function fillTo(last: number, statement: string, values: unknown[]): Promise<void> {
  for (let first = 1; first <= last; first += 5_000) {
    const [from, to] = [`$${values.length + 1}::int`, `$${values.length + 2}::int`]
    await fill(`${statement} from generate_series(${from}, ${to}) n`, [...values, first, Math.min(first + 4_999, last)])
  }
}
const addLists = `insert into lists (board_id, id, name, rank, created_at)
  select $1, gen_random_uuid(), 'List ' || n, 'a' || lpad(n::text, 6, '0') || 'i', now()`

async function exported(boardId: string): Promise<BoardExport> {
  const answer = await fetch(new URL(`/api/boards/${boardId}/export`, world.ada.url), { headers: world.ada.headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as BoardExport
}

scenario('an export holds 10,000 lists and 1,000 views', ['limit.exports.lists', 'limit.exports.views'], async () => {
  const { id } = await makeBoard(world, { template: 'empty' })
  await fillTo(10_001, addLists, [id])
  await fillTo(
    1_001,
    `insert into views (board_id, id, name, query, layout, shared, owner_actor_id, created_at, updated_at)
     select $1, gen_random_uuid(), 'View ' || n, '{}', 'list', n % 2 = 0, $2, now(), now()`,
    [id, world.ada.actorId],
  )
  const { lists, views } = await exported(id)
  expect([lists.length, views.length]).toEqual([10_000, 1_000])
})

scenario('an export names 20,000 members, and as many others who did something', ['limit.exports.people'], async () => {
  const { id } = await makeBoard(world, { template: 'empty' })
  const people = (are: string) => `with made as (
      insert into actors (id, kind, name, handle, created_at)
      select gen_random_uuid(), 'human', 'Mia', '${are}' || n, now() from generate_series(1, 20001) n returning id
    )`
  await fill(`${people('member')} insert into members (board_id, actor_id, role, added_at) select $1, id, 'viewer', now() from made`, [id])
  await fill(
    `${people('former')} insert into activities (board_id, seq, id, actor_id, verb, payload, created_at)
     select $1, 1000000 + row_number() over (), gen_random_uuid(), id, 'board.renamed', '{}', now() from made`,
    [id],
  )
  const { members, actors } = await exported(id)
  expect([members.length, actors.length]).toEqual([20_000, 20_000])
})

scenario('a copy has 5,000 lists of a board and a name of 200 characters', ['limit.copy.lists', 'limit.copy.name'], async () => {
  const { id } = await makeBoard(world, { template: 'empty', name: 'x'.repeat(200) })
  await fillTo(5_001, addLists, [id])
  const copy = await allowed(world.ada, 'board.copy', { boardId: id })
  const { lists } = await allowed(world.ada, 'board.tree', { boardId: copy.id })
  expect([lists.length, copy.name.length, copy.name.endsWith(' (copy)')]).toEqual([5_000, 200, true])
})
