import { fieldRefusal } from '@tandem/contract'
import { BASE_62_DIGITS, generateKeyBetween } from 'fractional-indexing'
import { type Reader, type Statement, sql } from '../db/database.ts'
import { parameter } from '../db/parameters.ts'
import { type Write, write } from '../db/writes.ts'
import type { Mutation } from '../kernel/mutation.ts'

/**
 * Places in an order by fractional rank (specification: service §4, decisions §3). `beforeId` is the item just above the slot, `afterId`
 * the one just below; null = the open end, absent = not given.
 */
export type Neighbours = { beforeId?: string | null | undefined; afterId?: string | null | undefined }

/**
 * Characters. A rank grows by one for every five or six moves into one slot, so an order is spread anew after some 300 of them;
 * a new one has two to five. Larger only makes trees heavier, and the index ends at 2,700.
 */
export const longestRank = 64

/**
 * The surroundings of a slot without the moving item: the ranks of the neighbours, if they exist, of the items next to them, and of both
 * ends, archived ones included.
 */
export type Slot = {
  beforeRank: string | null
  beforeLive: boolean | null
  belowBefore: string | null
  afterRank: string | null
  afterLive: boolean | null
  aboveAfter: string | null
  firstRank: string | null
  lastRank: string | null
}

/** The statements of one kind of order: lists of a board, cards of a list, items of a card. */
export type Order = {
  /** `$1` board, `$2` container, `$3` what moves, `$4` beforeId, `$5` afterId: always one row. */
  slot: Statement<Slot>
  /** Short ranks for all of the container, in the order as it is. */
  spread: Write<{ boardId: string; containerId: string }>
}

/** Describes an order over a table; archived items keep their ranks but cannot be neighbours. */
export function orderOf(table: 'lists' | 'cards' | 'checklist_items', container: 'board_id' | 'list_id' | 'card_id'): Order {
  const live = table === 'checklist_items' ? 'true' : 'archived_at is null'
  const within = (boardId: string, containerId: string) => `from ${table} where board_id = ${boardId} and ${container} = ${containerId}`
  const next = (which: string) => `(select rank ${within('$1', '$2')} and id is distinct from $3::uuid ${which} limit 1)`
  // `is true` keeps an index on the container out: unless its statistics are fresh, PostgreSQL may walk all of the container for one id.
  const neighbour = (id: string) =>
    `left join lateral (select rank, ${live} as live from ${table} where id = ${id}::uuid and (board_id = $1 and ${container} = $2) is true)`
  return {
    slot: sql(`select before.rank as before_rank, before.live as before_live, after.rank as after_rank, after.live as after_live,
        ${next('and rank > before.rank order by rank')} as below_before,
        ${next('and rank < after.rank order by rank desc')} as above_after,
        ${next('order by rank')} as first_rank, ${next('order by rank desc')} as last_rank
      from (select) slot ${neighbour('$4')} before on true ${neighbour('$5')} after on true`),
    spread: write(
      { boardId: parameter<string>('uuid'), containerId: parameter<string>('uuid') },
      ({
        boardId,
        containerId,
      }) => `${table === 'cards' ? `with counted as (update boards set spreads = spreads + 1 where id = ${boardId}) ` : ''}update ${table} moved set rank = spread.rank
      from (
        select id, ${integerRank} as rank from (select id, row_number() over (order by rank) as place ${within(boardId, containerId)}) placed
      ) spread
      where moved.id = spread.id`,
    ),
  }
}

/** The whole number `place` as generateKeyBetween writes it, all of one length: room for 14 million. */
const integerRank = `'d' || ${[62 ** 3, 62 ** 2, 62, 1]
  .map((weight) => `substr('${BASE_62_DIGITS}', (place / ${weight} % 62)::int + 1, 1)`)
  .join(' || ')}`

export type Place = {
  order: Order
  boardId: string
  containerId: string
  movingId: string | null
  what: 'card' | 'list' | 'item'
  /** The rank of the last in the container, when it is known already. */
  lastRank?: string | null
}

/** The slot is the end: only the last rank matters. */
export const isAppend = ({ beforeId, afterId }: Neighbours): boolean => beforeId === undefined && typeof afterId !== 'string'

type Writer = Reader & Pick<Mutation, 'send'>

/**
 * The rank of a slot. Throws validation when a neighbour is not a current one of the target container. It may assign new ranks to all items
 * of the container, so ranks that were read before may be out of date.
 */
export async function rankFor(tx: Writer, place: Place, neighbours: Neighbours): Promise<string> {
  if (isAppend(neighbours) && place.lastRank !== undefined) return generateKeyBetween(place.lastRank, null)
  return rankIn(tx, place, await readSlot(tx, place, neighbours), neighbours)
}

/** The rank of a slot that was read already; otherwise like rankFor. */
export async function rankIn(tx: Writer, place: Place, slot: Slot, neighbours: Neighbours): Promise<string> {
  const rank = rankBetween(place, slot, neighbours)
  if (rank.length <= longestRank) return rank
  // Under the lock of the board: a tree is one snapshot, and the activity that follows invalidates cached ones, so no reader sees old and
  // new ranks together.
  tx.send(place.order.spread(place))
  return rankBetween(place, await readSlot(tx, place, neighbours), neighbours)
}

export const slotValues = (place: Omit<Place, 'order'>, { beforeId, afterId }: Neighbours) => [
  place.boardId,
  place.containerId,
  place.movingId,
  beforeId ?? null,
  afterId ?? null,
]

async function readSlot(reader: Reader, place: Place, neighbours: Neighbours): Promise<Slot> {
  const slot = await reader.row(place.order.slot, slotValues(place, neighbours))
  if (!slot) throw new Error('a slot is one row, also of an empty container')
  return slot
}

function rankBetween(place: Place, slot: Slot, { beforeId, afterId }: Neighbours): string {
  const before = neighbour('beforeId', beforeId, place, rankedIn(slot.beforeRank, slot.beforeLive))
  const after = neighbour('afterId', afterId, place, rankedIn(slot.afterRank, slot.afterLive))
  if (before && beforeId === afterId) throw fieldRefusal('afterId', 'neighbourTwice', { what: place.what })
  if (before && after && before.rank > after.rank) throw fieldRefusal('beforeId', 'neighbourOrder', { what: place.what })
  if (before) return generateKeyBetween(before.rank, slot.belowBefore)
  if (beforeId === null) {
    return generateKeyBetween(null, slot.firstRank)
  }
  if (after) return generateKeyBetween(slot.aboveAfter, after.rank)
  return generateKeyBetween(slot.lastRank, null)
}

type Ranked = { rank: string; live: boolean }

const rankedIn = (rank: string | null, live: boolean | null): Ranked | undefined =>
  rank === null ? undefined : { rank, live: live === true }

function neighbour(field: string, id: string | null | undefined, place: Place, row: Ranked | undefined): Ranked | undefined {
  if (typeof id !== 'string') return undefined
  if (id === place.movingId) throw fieldRefusal(field, 'neighbourSelf', { what: place.what })
  if (!row?.live) throw fieldRefusal(field, 'neighbourGone', { what: place.what })
  return row
}
