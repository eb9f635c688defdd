import { type Reader, sql } from '../../db/database.ts'

/**
 * Finds the activities of a log by verb and actor without reading the whole log: a worker notes for each complete block of the log which
 * verbs and actors it has (`workers/activity-blocks.ts`). What came after the last such block is read.
 */
export type Choice = { actorId: string | null; verb: string | null; family: string | null }
type Search = { boardId: string; from: number; most: number; choice: Choice; newestFirst: boolean }

/** A filter reads one row for each block, and the activities of those that match: with 256, both cost about the same in a log of 500,000. */
export const blockLength = 256
const blocksAtOnce = 64
/** Of a frequent verb, these have a page. */
const firstBlocks = 4
const mostBlocks = 1_000

/** `$4` actor, `$5` verb, `$6` the first letters of a family of verbs. */
const isChosen = `($4::uuid is null or actor_id = $4) and ($5::text is null or verb = $5) and ($6::text is null or starts_with(verb, $6))`
const hasChosen = `($4::uuid is null or $4 = any (actor_ids)) and ($5::text is null or $5 = any (verbs))
  and ($6::text is null or exists (select from unnest(verbs) v where starts_with(v, $6)))`
/**
 * Up to where the log is noted. Read once for a search: a block that is noted in the middle of it would be found twice, or not at all.
 */
const readNoted = sql<{ blocks: number }>('select coalesce(max(block) + 1, 0) as blocks from activity_blocks where board_id = $1')

type Found = { seq: number }
const direction = (newestFirst: boolean) => (newestFirst ? { order: 'desc', beyond: '<' } : { order: 'asc', beyond: '>' })
const statements = (newestFirst: boolean) => {
  const { order, beyond } = direction(newestFirst)
  return {
    /** `$2` from where, `$3` how many, `$7` how many blocks are noted. */
    recent:
      sql<Found>(`select seq from activities where board_id = $1 and seq > $7 * ${blockLength}::bigint and seq ${beyond} $2 and ${isChosen}
      order by seq ${order} limit $3`),
    /** `$2` the last block that was looked at, or where to begin; `$7` how many are noted. */
    blocks: sql<{
      block: number
    }>(`select block from activity_blocks where board_id = $1 and block ${beyond} $2 and block < $7 and ${hasChosen}
      order by block ${order} limit $3`),
    /** `$2` blocks, `$7` from where. */
    within: sql<Found>(`select a.seq from unnest($2::int[]) k (block) cross join lateral (
        select seq from activities where board_id = $1 and seq > k.block * ${blockLength}::bigint and seq <= (k.block + 1) * ${blockLength}::bigint
          and seq ${beyond} $7 and ${isChosen} offset 0
      ) a order by a.seq ${order} limit $3`),
  }
}
const [newest, oldest] = [statements(true), statements(false)]

/** The places in the log of the first ones, in the order of the search. */
export async function seqsOfChosen(reader: Reader, search: Search): Promise<number[]> {
  const { boardId, from, most, choice, newestFirst } = search
  const noted = (await reader.row(readNoted, [boardId]))?.blocks ?? 0
  const { recent } = newestFirst ? newest : oldest
  const readRecent = () => reader.rows(recent, [boardId, from, most, ...valuesOf(choice), noted])
  const found = newestFirst ? await readRecent() : []
  if (found.length < most) found.push(...(await inBlocks(reader, { ...search, most: most - found.length }, noted)))
  if (!newestFirst && found.length < most) found.push(...(await readRecent()))
  return found.slice(0, most).map(({ seq }) => seq)
}

async function inBlocks(reader: Reader, { boardId, from, most, choice, newestFirst }: Search, noted: number): Promise<Found[]> {
  const { blocks, within } = newestFirst ? newest : oldest
  const chosen = valuesOf(choice)
  const found: Found[] = []
  for (let last = firstBlock(from, newestFirst); found.length < most; ) {
    const matching = (await reader.rows(blocks, [boardId, last, mostBlocks, ...chosen, noted])).map(({ block }) => block)
    for (let at = 0; at < matching.length && found.length < most; at += at === 0 ? firstBlocks : blocksAtOnce) {
      const some = matching.slice(at, at === 0 ? firstBlocks : at + blocksAtOnce)
      found.push(...(await reader.rows(within, [boardId, some, most - found.length, ...chosen, from])))
    }
    if (matching.length < mostBlocks) break
    last = matching.at(-1) as number
  }
  return found
}

const valuesOf = ({ actorId, verb, family }: Choice) => [actorId, verb, family]

/** The block beyond that of the first activity that may be found. */
function firstBlock(from: number, newestFirst: boolean): number {
  const most = 2 ** 31 - 1
  return newestFirst ? Math.min(most, Math.floor((from - 2) / blockLength) + 1) : Math.floor(from / blockLength) - 1
}
