import { afterAll, beforeAll, expect } from 'vitest'
import { allowed, scenario } from '../../src/scenario.ts'
import { type Board, makeBoard, startWorld, type World } from '../../src/world.ts'

/** Cards are put into the database: requests would take minutes. */
let world: World
let board: Board
beforeAll(async () => {
  world = await startWorld({ RATE_LIMIT_TOKEN: '0' })
  board = await makeBoard(world)
})
afterAll(() => world?.tandem.stop())

/** Cards whose title is the SQL expression over `n`, each newer than the one before and than those made by requests. */
async function addCards(count: number, title: string): Promise<void> {
  await world.tandem.database.pool.query(
    `insert into cards (board_id, id, list_id, number, title, description, rank, priority, created_by, created_at, updated_at)
     select $1::uuid, uuid_at(now() + make_interval(secs => n)), $2::uuid, last_card_number + n, ${title}, '',
       'a' || lpad((last_card_number + n)::text, 6, '0') || 'i', 'none', $3, now(), now()
     from boards, generate_series(1, ${count}) n where boards.id = $1::uuid`,
    [board.id, board.lists[0], world.ada.actorId],
  )
  await world.tandem.database.pool.query('update boards set last_card_number = last_card_number + $2 where id = $1', [board.id, count])
  await world.tandem.service.textIndex.takeIn()
}

async function found(q: string, sort: 'relevance' | 'created' = 'relevance'): Promise<string[]> {
  const hits: string[] = []
  for (let cursor: string | undefined; ; ) {
    const path = `/api/search/cards?q=${encodeURIComponent(q)}&sort=${sort}&limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`
    const answer = await fetch(new URL(path, world.ada.url), { headers: world.ada.headers })
    expect(answer.status).toBe(200)
    hits.push(...((await answer.json()) as { title: string }[]).map((hit) => hit.title))
    cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    if (cursor === undefined) return hits
  }
}

scenario('the most relevant of the newest 1,000 cards come first; an older one is found by date', ['limit.search.ranked'], async () => {
  await board.card('gyroscope gyroscope')
  await addCards(999, `'A gyroscope in a longer title'`)
  expect((await found('gyroscope'))[0]).toBe('gyroscope gyroscope')
  await addCards(1, `'A gyroscope in a longer title'`)
  const hits = await found('gyroscope')
  expect([hits.length, hits.includes('gyroscope gyroscope')]).toEqual([1_000, false])
  expect(await found('gyroscope', 'created')).toContain('gyroscope gyroscope')
})

scenario('a misspelt word stands for 20 words that are one edit away', ['limit.search.near'], async () => {
  await addCards(22, `'manifol' || chr(96 + n)`)
  const hits = await found('manifolz')
  expect(hits.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `manifol${String.fromCharCode(97 + n)}`))
  const long = (letters: number, last: string) => `${'gasket'.repeat(7).slice(0, letters - 1)}${last}`
  for (const letters of [40, 41]) await board.card(long(letters, 'a'))
  await world.tandem.service.textIndex.takeIn()
  expect([await found(long(40, 'z')), await found(long(41, 'z'))]).toEqual([[long(40, 'a')], []])
})

scenario('a hit quotes what stands in the first 20,000 characters of a text', ['limit.search.snippet'], async () => {
  const text = (before: number) => `${'pipe '.repeat(before / 5)}flange`
  await board.card('Early', { description: text(19_990) })
  await board.card('Late', { description: text(20_000) })
  const hits = await allowed(world.ada, 'search.cards', { q: 'flange' })
  const saying = hits.filter((hit) => hit.snippet?.includes('flange')).map((hit) => hit.title)
  expect([hits.length, saying]).toEqual([2, ['Early']])
})
