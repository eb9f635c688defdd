import type { Client } from 'pg'
import { uuidV7 } from '../../packages/server/src/kernel/common/ids.ts'
import type { Rig } from './rig.ts'
import type { BenchBoard } from './world.ts'

/** The data of a search: boards full of cards whose words are distributed as in a language, a few in every text and most in hardly any. */
export type SearchWorld = { boards: BenchBoard[]; words: readonly string[]; fieldId: string; prefix: string }

const boardCount = 16
const cardsPerBoard = 10_000
const [titleWords, descriptionWords, commentWords] = [6, 40, 20]
/** One card in this many has a comment. */
const commentEvery = 4
const batch = 2_500
const learningPatienceMs = 120_000

/** Inserts 160,000 cards, the same ones in every run, by SQL: that many mutations would take far longer. */
export async function searchWorld({ world, database }: Rig): Promise<SearchWorld> {
  const words = vocabulary(20_000)
  const me = ((await world.api('GET', '/api/me')).body as { id: string }).id
  const boards: BenchBoard[] = []
  const fieldIds: string[] = []
  for (let at = 0; at < boardCount; at++) {
    const board = await world.board(`Searched ${at}`, [0, 0, 0, 0])
    boards.push(board)
    const labelId = ((await world.api('POST', `/api/boards/${board.id}/labels`, { name: 'Bug', color: 'red' })).body as { id: string }).id
    const field = { name: 'Estimate', type: 'number' }
    const fieldId = ((await world.api('POST', `/api/boards/${board.id}/fields`, field)).body as { id: string }).id
    fieldIds.push(fieldId)
    for (let from = 0; from < cardsPerBoard; from += batch) await loadBatch(database, { board, from, words, me, labelId, fieldId })
    await database.query('update boards set last_card_number = $2 where id = $1', [board.id, cardsPerBoard])
  }
  await database.query('vacuum analyze')
  // Any change wakes the worker that indexes words.
  await world.api('PATCH', `/api/boards/${boards[0]?.id}`, { description: 'Searched' })
  await allLearned(database)
  await database.query('vacuum analyze search_words, unread_texts')
  const { keyPrefix } = (await world.api('GET', `/api/boards/${boards[3]?.id}`)).body as { keyPrefix: string }
  return { boards, words, fieldId: fieldIds[0] ?? '', prefix: keyPrefix }
}

type Batch = { board: BenchBoard; from: number; words: readonly string[]; me: string; labelId: string; fieldId: string }

const insertCards = `insert into cards
    (board_id, id, list_id, number, title, description, rank, priority, due_at, completed_at, created_by, created_at, updated_at)
  select $1, c.id, ($2::uuid[])[1 + c.n % 4], c.n + 1, c.title, c.description, 'c' || lpad(c.n::text, 6, '0'),
    (array['none', 'none', 'low', 'medium', 'high', 'urgent'])[1 + c.n * 7 % 6],
    case when c.n % 3 = 0 then now() + make_interval(hours => c.n * 31 % 4000 - 2000) end,
    case when c.n % 5 < 3 then now() - make_interval(mins => c.n) end,
    $3, now() - make_interval(mins => $7 - c.n), now() - make_interval(mins => c.n * 7919 % $7)
  from unnest($4::uuid[], $5::text[], $6::text[]) with ordinality as u(id, title, description, place),
    lateral (select u.id, u.title, u.description, ($8 + u.place - 1)::int as n) c`
const insertComments = `insert into comments (board_id, id, card_id, actor_id, body, created_at)
  select $1, c.id, c.card_id, $2, c.body, now() from unnest($3::uuid[], $4::uuid[], $5::text[]) as c(id, card_id, body)`
const insertAssignees = `insert into card_assignees (board_id, card_id, actor_id, assigned_at)
  select $1, card_id, $2, now() from unnest($3::uuid[]) as card_id`
const insertLabels = 'insert into card_labels (board_id, card_id, label_id) select $1, card_id, $2 from unnest($3::uuid[]) as card_id'
const insertValues = `insert into field_values (board_id, card_id, field_id, value)
  select $1, card_id, $2, to_jsonb(place % 21) from unnest($3::uuid[]) with ordinality as v(card_id, place)`

async function loadBatch(database: Client, { board, from, words, me, labelId, fieldId }: Batch): Promise<void> {
  const random = randomFrom(from + cardsPerBoard * Number.parseInt(board.id.slice(-4), 16))
  const say = (count: number) => Array.from({ length: count }, () => words[Math.floor(words.length * random() ** 4)]).join(' ')
  const ids = Array.from({ length: batch }, () => uuidV7(Date.now()))
  const every = (count: number) => ids.filter((_, at) => at % count === 0)
  const commented = every(commentEvery)
  const titles = ids.map(() => say(titleWords))
  const descriptions = ids.map(() => say(descriptionWords))
  await database.query('begin')
  await database.query(insertCards, [board.id, board.listIds, me, ids, titles, descriptions, cardsPerBoard, from])
  await database.query(insertComments, [
    board.id,
    me,
    commented.map(() => uuidV7(Date.now())),
    commented,
    commented.map(() => say(commentWords)),
  ])
  await database.query(insertAssignees, [board.id, me, every(50)])
  await database.query(insertLabels, [board.id, labelId, every(10)])
  await database.query(insertValues, [board.id, fieldId, every(3)])
  await database.query('commit')
}

/** Waits until every text that was written is in the index. */
export async function allLearned(database: Client): Promise<void> {
  const untilMs = performance.now() + learningPatienceMs
  while (performance.now() < untilMs) {
    const { rows } = await database.query<{ left: boolean }>('select exists (select from unread_texts) as left')
    if (rows[0]?.left === false) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the vocabulary was not learned in time')
}

/** Words that can be pronounced, of three to eleven letters, each once. */
function vocabulary(size: number): string[] {
  const random = randomFrom(4_711)
  const [consonants, vowels] = ['bcdfghjklmnprstvwz', 'aeiou']
  const letter = (from: string) => from.charAt(Math.floor(random() * from.length))
  const words = new Set<string>()
  while (words.size < size) {
    const length = 3 + Math.floor(random() * 9)
    words.add(Array.from({ length }, (_, at) => letter(at % 2 === 0 ? consonants : vowels)).join(''))
  }
  return [...words]
}

/** The same numbers from 0 to 1 in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
