import type { Client } from 'pg'
import { uuidV7 } from '../../packages/server/src/kernel/common/ids.ts'
import type { BenchBoard, World } from './world.ts'

const atOnce = 16
const cardsPerList = 2

const listsOf =
  'select board_id as "boardId", array_agg(id::text order by rank) as "listIds" from lists where board_id = any($1) group by board_id'
const insertCards = `insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
  select c.board_id, c.id, c.list_id, c.number, 'Rotate the signing keys of service ' || c.number, '', c.rank, 'none', $1, now(), now()
  from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::text[]) as c(board_id, id, list_id, number, rank)`
const countCards = 'update boards set last_card_number = $2 where id = any($1)'

/**
 * Many small boards of one person: three lists with two cards each. They are made by the public API, their cards by SQL. A later call
 * with a larger number adds boards.
 */
export function createFleet({ api, database, creator }: { api: World['api']; database: Client; creator: string }) {
  const boards: BenchBoard[] = []
  return async (count: number): Promise<BenchBoard[]> => {
    while (boards.length < count) {
      const numbers = Array.from({ length: Math.min(atOnce, count - boards.length) }, (_, at) => boards.length + at)
      const ids = await Promise.all(numbers.map(makeBoard))
      boards.push(...(await fill(ids)))
    }
    return boards.slice(0, count)
  }

  async function makeBoard(number: number): Promise<string> {
    const board = { name: `Fleet ${number}`, keyPrefix: `F${number}`, template: 'kanban' }
    return ((await api('POST', '/api/boards', board)).body as { id: string }).id
  }

  async function fill(ids: string[]): Promise<BenchBoard[]> {
    const { rows } = await database.query<{ boardId: string; listIds: string[] }>(listsOf, [ids])
    const made = rows.map(({ boardId, listIds }): BenchBoard => {
      const cardIds = listIds.map(() => Array.from({ length: cardsPerList }, () => uuidV7(Date.now())))
      return { id: boardId, listIds, createIn: listIds, cardIds }
    })
    const cards = made.flatMap(({ id, listIds, cardIds }) =>
      cardIds.flatMap((inList, list) =>
        inList.map((cardId, place) => ({
          id,
          listId: listIds[list],
          cardId,
          number: list * cardsPerList + place + 1,
          rank: `c00${place}`,
        })),
      ),
    )
    const column = <K extends keyof (typeof cards)[number]>(name: K) => cards.map((card) => card[name])
    await database.query(insertCards, [creator, column('id'), column('cardId'), column('listId'), column('number'), column('rank')])
    await database.query(countCards, [ids, cardsPerList * 3])
    return made
  }
}
