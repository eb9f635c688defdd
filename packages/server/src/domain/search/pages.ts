import { type Reader, sql } from '../../db/database.ts'
import { onlyWith } from './attribute-conditions.ts'
import { type CardSet, cardSetsOf, conditionsOf, type IdRange, inAllOf, type Resolved } from './conditions.ts'
import type { Last, Point } from './cursor.ts'
import { type Draft, newDraft } from './draft.ts'
import { anyOf, exactly } from './words.ts'

/** One page of a search: ids with the sort value of each. */
type Page = { sort: Point['sort']; after: Last | undefined; except: string | undefined; limit: number }
type Sets = {
  sets: readonly CardSet[]
  first: readonly CardSet[]
  /** How many cards are in all of the sets, and how many there are, by the planner's estimates. */
  expected: number
  all: number
  /** The share of all cards that are in each of the sets that are not in `first`; 1 without such a set. */
  shareOfLarge: number
}

/** Relevance ranks so many of the newest hits. */
const mostRanked = 1_000
/** So many cards are looked up one by one: of the first, all are sorted; of the second, the newest are ranked. */
const [mostSorted, mostRankedFrom] = [4_000, 10_000]
/** A set with more cards is never in `first`. A search by relevance looks up single cards in it. */
const mostRead = 20_000
/** Searches so many of the newest cards that they should hold this many times the hits wanted. */
const margin = 2
/** Looking up a card reads about four times as many pages as finding out that it is in one more set. */
const pagesPerCard = 4

/**
 * An order of results in the terms of its index (migrations 0003, 0011, 0015). Cards that have no value come last, in the order of their
 * ids; `stretch` is a coarser value in the index, for one that changes too often to be indexed itself.
 */
type Order = {
  by: string
  type: 'timestamptz' | 'int'
  newestFirst: boolean
  stretch?: [column: string, of: (value: string) => string]
  valued?: Valued
}
/** Conditions for cards with a value and without, the value by which the latter are sorted, and whether a search excludes those anyway. */
type Valued = { have: string; lack: string; without: Last['value']; onlyHave(of: Resolved): boolean }

const orders: Record<Exclude<Point['sort'], 'relevance'>, Order> = {
  updated: {
    by: 'c.updated_at',
    type: 'timestamptz',
    newestFirst: true,
    stretch: ['c.updated_stretch', (value) => `date_bin('5 minutes', ${value}, '2000-01-01T00:00:00Z')`],
  },
  created: { by: 'c.created_at', type: 'timestamptz', newestFirst: true },
  due: {
    by: 'c.due_at',
    type: 'timestamptz',
    newestFirst: false,
    valued: {
      have: 'c.due_at is not null',
      lack: 'c.due_at is null',
      without: null,
      onlyHave: ({ attributes }) => onlyWith('dueAt', attributes),
    },
  },
  priority: {
    by: 'priority_order(c.priority)',
    type: 'int',
    newestFirst: true,
    valued: {
      have: `c.priority <> 'none'`,
      lack: `c.priority = 'none'`,
      without: 1,
      onlyHave: ({ attributes }) => onlyWith('priority', attributes),
    },
  },
}

export async function pageOf(reader: Reader, of: Resolved, page: Page): Promise<Last[]> {
  const sets = cardSetsOf(of)
  const [most, wanted] = page.sort === 'relevance' ? [mostRankedFrom, mostRanked] : [mostSorted, page.limit]
  const how = { sets, ...(await smallSets(reader, sets, most, wanted)) }
  return page.sort === 'relevance' ? ranked(reader, of, { ...page, ...how }) : ordered(reader, of, { ...page, ...how, sort: page.sort })
}

/**
 * The smallest of the sets, and those of a like size, when looking up each card that is in all of them is surely no more work than reading
 * cards in their order until `wanted` are found: two cards for each, since that order is of cards and of texts. The planner hopes for hits
 * to be everywhere alike, and passes over most of a hundred thousand cards where they are not; and it looks up the cards of one set before
 * it asks whether they are in the next.
 */
async function smallSets(reader: Reader, sets: readonly CardSet[], most: number, wanted: number): Promise<Omit<Sets, 'sets'>> {
  if (sets.length === 0) return { first: [], expected: 0, all: 0, shareOfLarge: 1 }
  const [all = 0, ...sizes] = await Promise.all([() => 'select from cards', ...sets].map((set) => expectedSize(reader, set)))
  const least = Math.min(...sizes)
  const read = Math.min(mostRead, pagesPerCard * least)
  const small = sets.filter((_, at) => (sizes[at] ?? 0) <= read)
  const shareOf = (size: number) => size / Math.max(1, all, size)
  const inAll = (sizes: readonly number[]) => all * sizes.map(shareOf).reduce((product, share) => product * share, 1)
  const isFew = inAll(sizes.filter((size) => size <= read)) <= Math.max(most, Math.sqrt(2 * wanted * all))
  const shareOfLarge = inAll(sizes.filter((size) => size > read)) / Math.max(1, all)
  return { first: isFew ? small : [], expected: inAll(sizes), all, shareOfLarge }
}

/** The planner's estimate: counting would take as long as the search. */
async function expectedSize(reader: Reader, set: CardSet): Promise<number> {
  const { bind, statement: finish } = newDraft()
  const { statement, values } = finish<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(`explain (format json) ${set(bind)}`)
  const row = await reader.row(statement, values)
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

type Ordered = Page & Sets & { sort: keyof typeof orders }

async function ordered(reader: Reader, of: Resolved, page: Ordered): Promise<Last[]> {
  const order = orders[page.sort]
  const { valued } = order
  if (!valued) return valuedCards(reader, of, page, order)
  const isBehindValues = page.after !== undefined && page.after.value === valued.without
  const first = isBehindValues ? [] : await valuedCards(reader, of, page, order)
  if (first.length === page.limit || valued.onlyHave(of)) return first
  const rest = { ...page, after: isBehindValues ? page.after : undefined, limit: page.limit - first.length }
  return [...first, ...(await unvaluedCards(reader, of, rest, { ...order, valued }))]
}

async function valuedCards(reader: Reader, of: Resolved, page: Ordered, order: Order): Promise<Last[]> {
  const { by, type, newestFirst, stretch, valued } = order
  const [direction, beyond] = newestFirst ? ['desc', '<'] : ['asc', '>']
  const { bind, statement: finish } = newDraft()
  const where = whereOf(of, bind, page)
  if (valued) where.push(valued.have)
  if (page.after) {
    const last = `${bind(String(page.after.value))}::${type}`
    where.push(`(${by}, c.id) ${beyond} (${last}, ${bind(page.after.id)}::uuid)`)
    if (stretch) where.push(`${stretch[0]} <= ${stretch[1](last)}`)
  }
  const columns = [...(stretch ? [stretch[0]] : []), by, 'c.id'].map((column) => `${column} ${direction}`)
  const { statement, values } = finish<{ id: string; value: string }>(`select c.id, (${by})::text as value from cards c
  where ${where.join('\n  and ')}
  order by ${columns.join(', ')} limit ${bind(page.limit)}`)
  const rows = await reader.rows(statement, values)
  return rows.map(({ id, value }) => ({ id, value: type === 'int' ? Number(value) : timeIn(value) }))
}

async function unvaluedCards(
  reader: Reader,
  of: Resolved,
  page: Ordered,
  { newestFirst, valued }: Order & { valued: Valued },
): Promise<Last[]> {
  const [direction, beyond] = newestFirst ? ['desc', '<'] : ['asc', '>']
  const { bind, statement: finish } = newDraft()
  const where = [...whereOf(of, bind, page), valued.lack]
  if (page.after) where.push(`c.id ${beyond} ${bind(page.after.id)}::uuid`)
  const { statement, values } = finish<{ id: string }>(`select c.id from cards c
  where ${where.join('\n  and ')}
  order by c.id ${direction} limit ${bind(page.limit)}`)
  return (await reader.rows(statement, values)).map(({ id }) => ({ id, value: valued.without }))
}

const whereOf = (of: Resolved, bind: Draft['bind'], { sets, first, except }: Ordered): string[] => [
  conditionsOf(of, bind, sets, { few: first.length > 0 }),
  ...others(except, bind),
]

/** `2026-11-21 05:12:41.123456+00` → `2026-11-21T05:12:41.123456Z`: to the microsecond, unlike the conversion of the driver. */
const timeIn = (text: string): string => text.replace(' ', 'T').replace(/\+00$/, 'Z')

/**
 * The first page of many hits looks for the newest ones among the newest cards, and among all when those are too few: all texts with a
 * word are on most pages of their table. Later pages know the range.
 */
async function ranked(reader: Reader, of: Resolved, sets: Page & Sets): Promise<Last[]> {
  const seen = sets.first.length === 0 ? sets.all : await expectedSize(reader, seenCards(of))
  const page = { ...sets, seen: Math.max(1, Math.min(seen, sets.all)) }
  const [newest, oldest] = page.after?.among ?? []
  if (page.after) return (await rankedAmong(reader, of, page, { newest, oldest })).cards
  const bound = await oldestOfNewest(reader, page)
  const found = bound === undefined ? undefined : await rankedAmong(reader, of, page, { oldest: bound })
  return found && found.hits >= mostRanked ? found.cards : (await rankedAmong(reader, of, page, {})).cards
}

const seenCards =
  ({ boardIds }: Resolved): CardSet =>
  (bind) =>
    `select from cards c where c.board_id = any (${bind(boardIds)}::uuid[])`

/** With the number of cards on the boards of the search. */
type Ranking = Page & Sets & { seen: number }

const idAt = sql<{ id: string }>('select id from cards order by id desc offset $1 limit 1')

/** Ids that are passed over to find the one from which on the newest hits are looked for. */
const mostPassed = 50_000

/** The id from which on the newest cards hold enough hits, if hits are everywhere alike. Nothing when that is a large part of them. */
async function oldestOfNewest(reader: Reader, { first, expected, all, seen }: Ranking): Promise<string | undefined> {
  if (first.length === 0 || expected < 2 * margin * mostRanked) return undefined
  const share = (margin * mostRanked * all) / (expected * seen)
  const passed = Math.floor(share * all)
  return share > 0.5 || passed > mostPassed ? undefined : (await reader.row(idAt, [passed]))?.id
}

/**
 * Cards that say every word as it was typed come before those that need an edit; then it counts where a word is found. Ranked are the
 * newest hits of the first page; later pages rank those of the same range, so that new cards push none out of it.
 */
async function rankedAmong(reader: Reader, of: Resolved, page: Ranking, among: IdRange): Promise<{ cards: Last[]; hits: number }> {
  const { after, limit } = page
  const { bind, statement: finish } = newDraft()
  const hits = newestHits(of, bind, page, among)
  // An edit may add a hit to the range; the pages go on without losing one for it.
  const most = after ? 2 * mostRanked : mostRanked
  const said = of.words.map((word) => `bool_or(t.words @@ ${bind(exactly(word))}::tsquery)`).join(' and ')
  const [isExact, score] = Array.isArray(after?.value) ? after.value : [null, null]
  const behind =
    after && isExact !== null ? `where (is_exact, score, id) < (${bind(isExact)}::bool, ${bind(score)}::int, ${bind(after.id)}::uuid)` : ''
  const { statement, values } = finish<Ranked>(`with hits as materialized (
    ${hits} limit ${most}
  ), ranked as (
    select h.id, r.is_exact, r.score from hits h cross join lateral (
      select ${said} as is_exact, least(max(ts_rank('{0.1, 0.2, 0.4, 1}', t.words, ${bind(anyOf(of.words))}::tsquery)) * 1000000, 2000000000)::int as score
      from card_texts t where t.card_id = h.id
    ) r
  )
  select id, is_exact, score, (select id from hits order by id desc limit 1) as newest, (select id from hits order by id limit 1) as oldest,
    (select count(*)::int from hits) as hits
  from ranked ${behind}
  order by is_exact desc, score desc, id desc limit ${bind(limit)}`)
  const rows = await reader.rows(statement, values)
  const cards = rows.map((row): Last => ({ id: row.id, value: [row.isExact, row.score], among: after?.among ?? [row.newest, row.oldest] }))
  return { cards, hits: rows[0]?.hits ?? 0 }
}

/**
 * The statement that finds hits, newest first. It looks up the ids from the small sets in the large ones before it reads any card, unless
 * fewer are on the boards of the search than in the large ones. The small sets are read as a whole: the planner would otherwise go through
 * all texts from the newest on, and hope for hits to be everywhere alike.
 */
function newestHits(of: Resolved, bind: Draft['bind'], { sets, first, except, ...page }: Ranking, among: IdRange): string {
  const large = sets.filter((set) => !first.includes(set))
  const conditionsAnd = (sets: readonly CardSet[], few: boolean) =>
    [conditionsOf(of, bind, sets, { few, among }), ...others(except, bind)].join('\n    and ')
  if (first.length === 0 || large.length === 0) {
    return `select c.id from cards c where ${conditionsAnd(sets, first.length > 0)} order by c.id desc`
  }
  const id = page.seen < page.shareOfLarge * page.all ? 'c.id' : 'n.id'
  const inLarge = large.map((set) => `exists (select from (${set(bind, among)}) as o (id) where o.id = ${id} offset 0)`)
  return `with few as materialized (${inAllOf(first, bind, among)})
    select c.id from (select distinct few.id from few order by few.id desc) n
    cross join lateral (select c.id from cards c where c.id = n.id and ${conditionsAnd([], false)} offset 0) c
    where ${inLarge.join(' and ')} order by n.id desc`
}

type Ranked = { id: string; isExact: boolean; score: number; newest: string; oldest: string; hits: number }

const others = (except: string | undefined, bind: Draft['bind']): string[] =>
  except === undefined ? [] : [`c.id <> ${bind(except)}::uuid`]
