import type { SearchHit } from '@tandem/contract'
import { type Database, type Reader, sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import type { Principal } from '../../kernel/identity/principal.ts'
import type { Policy } from '../../kernel/mutation.ts'
import { type Page, page } from '../../kernel/reply.ts'
import { cardSummaryOf } from '../cards/summary.ts'
import { attributesMeant } from './attribute-conditions.ts'
import { cardNamed } from './by-key.ts'
import type { Resolved, SearchQuery } from './conditions.ts'
import { cursorAt, type Point, pointAt } from './cursor.ts'
import { pageOf } from './pages.ts'
import { fieldsMeant, labelsMeant, type SearchedBoard, searchedBoards } from './resolve.ts'
import { snippetOf } from './snippet.ts'
import type { TextIndex } from './text-index.ts'
import { anyOf, type SearchWord, withNearWords, wordsOf } from './words.ts'

/** Finds cards on every board that the caller can read. Specification: service §4, decisions §3. */
export type Find = (
  by: { principal: Principal; now: string; policy: Policy },
  query: SearchQuery,
  page: { boardId?: string | readonly string[] | undefined; limit: number; cursor?: string | undefined },
) => Promise<Page<SearchHit[]>>

/**
 * A search is planned with its values in view, unlike everything else: which of its conditions leaves the fewest cards differs from one
 * search to the next, and one plan for all would read a hundred times too many rows for most of them.
 */
const planWithValues = sql(`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('random_page_cost', '1.1', true),
  set_config('max_parallel_workers_per_gather', '0', true), set_config('pg_trgm.similarity_threshold', '0.3', true)`)

/** Planning the faces of cards takes longer than reading fifty of them. */
const planOnce = sql(`select set_config('plan_cache_mode', 'force_generic_plan', true)`)

const rowsOf = sql<CardFaceRow>('select * from card_faces where id = any ($1::uuid[]) limit 201')
/** Selects for each card the comment that fits the words best. */
const commentsSaying = sql<{
  cardId: string
  body: string
  external: boolean
}>(`select distinct on (t.card_id) t.card_id, left(m.body, 20000) as body, m.author_role is not distinct from 'external' as external
  from card_texts t join comments m on m.id = t.part_id
  where t.card_id = any ($1::uuid[]) and t.words @@ $2::tsquery order by t.card_id, ts_rank(t.words, $2::tsquery) desc, t.part_id desc`)

export function createFind({ database, textIndex }: { database: Database; textIndex: TextIndex }): Find {
  return async (by, query, page) => {
    if (query.q) await textIndex.catchUp()
    return database.snapshot((reader) => find(reader, by, query, page))
  }
}

async function find(reader: Reader, ...[by, query, { boardId, limit, cursor }]: Parameters<Find>): Promise<Page<SearchHit[]>> {
  const sort = orderOf(query)
  const after = cursor === undefined ? null : pointAt(cursor, sort)
  const [boards, said] = await Promise.all([
    searchedBoards(reader, by.principal, boardId),
    query.q ? wordsOf(reader, query.q) : null,
    reader.row(planWithValues),
  ])
  if (boards.length === 0 || said?.words.length === 0) return page([], null)
  const mark = after?.mark ?? said?.mark
  const of = await resolved(reader, by, { query, boards, words: said?.words ?? [], mark: mark ?? 0 })
  const named = after ? after.named : await cardNamed(reader, of)
  const first = named !== undefined && after === null ? [named] : []
  const room = limit - first.length
  const found = await pageOf(reader, of, { sort, after: after?.last, except: named, limit: room + 1 })
  const shown = found.slice(0, room)
  const hits = await hitsOf(reader, [...first, ...shown.map((card) => card.id)], { of, boards, ...by })
  return page(hits, found.length > room ? { cursor: cursorAt({ sort, last: shown.at(-1), named, mark }) } : null)
}

function orderOf({ q, sort }: SearchQuery): Point['sort'] {
  if (q) return sort ?? 'relevance'
  return sort === undefined || sort === 'relevance' ? 'updated' : sort
}

type By = Parameters<Find>[0]
type Meaning = { query: SearchQuery; boards: readonly SearchedBoard[]; words: readonly SearchWord[]; mark: number }

async function resolved(reader: Reader, { principal, now }: By, { query, boards, words, mark }: Meaning): Promise<Resolved> {
  const boardIds = boards.map((board) => board.id)
  const [labelIds, fields, attributes, forgiving] = await Promise.all([
    labelsMeant(reader, boardIds, query),
    fieldsMeant(reader, boardIds, query),
    attributesMeant(reader, principal.actorId, now, query),
    withNearWords(reader, words, mark),
  ])
  return { query, actorId: principal.actorId, boardIds, labelIds, fields, attributes, words: forgiving }
}

type Context = By & { of: Resolved; boards: readonly SearchedBoard[] }

/** The cards of a page as they are shown, in the order of their ids. */
async function hitsOf(reader: Reader, ids: readonly string[], { of, boards, now, policy }: Context): Promise<SearchHit[]> {
  const [comments, , rows] = await Promise.all([
    of.words.length === 0 ? [] : reader.rows(commentsSaying, [ids, anyOf(of.words)]),
    reader.row(planOnce),
    reader.rows(rowsOf, [ids]),
  ])
  const [rowOf, commentOf] = [new Map(rows.map((row) => [row.id, row])), new Map(comments.map((row) => [row.cardId, row]))]
  const boardOf = new Map(boards.map((board) => [board.id, board]))
  return ids.flatMap((id) => {
    const row = rowOf.get(id)
    const board = boardOf.get(row?.boardId ?? '')
    if (!row || !board) return []
    const summary = cardSummaryOf(row, { keyPrefix: board.keyPrefix, now, staleAfterMs: policy.staleAfterMs })
    const { body: text = '', external = false } = commentOf.get(id) ?? {}
    const description = { text: row.description, external: row.descriptionRole === 'external' }
    const texts = [description, { text, external }, { text: row.title, external: row.titleExternal }] as const
    const said = of.words.length === 0 ? null : snippetOf(texts, of.words)
    const snippet = { snippet: said?.text ?? null, ...(said?.external && { snippetExternal: true as const }) }
    return [{ ...summary, boardId: board.id, boardName: board.name, ...snippet }]
  })
}
