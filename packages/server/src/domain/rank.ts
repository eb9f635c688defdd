import { generateKeyBetween } from 'fractional-indexing'
import { type Reader, type Statement, sql } from '../db/database.ts'
import { invalid } from '../kernel/execute.ts'

/**
 * Places in an order by fractional rank (specification: service §4, decisions §3). `beforeId` is what stands just above the
 * slot, `afterId` just below; null is the open end, absent says nothing.
 */
export type Neighbours = { beforeId?: string | null; afterId?: string | null }

type Ranked = { id: string; rank: string; live: boolean }

/** The questions that placing asks of one kind of order: lists of a board, cards of a list, items of a card. */
export type Order = {
  /** `$1` board, `$2` container, `$3` ids: those that are there. */
  find: Statement<Ranked>
  /** `$1` board, `$2` container, `$3` rank, `$4` id to leave out: the next above / below, archived ones included. */
  above: Statement<{ rank: string }>
  below: Statement<{ rank: string }>
  first: Statement<{ rank: string }>
  last: Statement<{ rank: string }>
}

/** Describes an order over a table; what is archived keeps its rank but cannot be a neighbour. */
export function orderOf(table: 'lists' | 'cards' | 'checklist_items', container: 'board_id' | 'list_id' | 'card_id'): Order {
  const live = table === 'checklist_items' ? 'true' : 'archived_at is null'
  const within = `from ${table} where board_id = $1 and ${container} = $2`
  return {
    find: sql(`select id, rank, ${live} as live ${within} and id = any ($3::uuid[])`),
    above: sql(`select rank ${within} and rank < $3 and id is distinct from $4::uuid order by rank desc limit 1`),
    below: sql(`select rank ${within} and rank > $3 and id is distinct from $4::uuid order by rank limit 1`),
    first: sql(`select rank ${within} and id is distinct from $3::uuid order by rank limit 1`),
    last: sql(`select rank ${within} and id is distinct from $3::uuid order by rank desc limit 1`),
  }
}

export type Place = {
  order: Order
  boardId: string
  containerId: string
  movingId: string | null
  what: string
  /** The rank of the last in the container, when it is known already. */
  lastRank?: string | null
}

/** The rank of a slot. Throws validation when a neighbour is not a current one of the target container. */
export async function rankFor(reader: Reader, place: Place, { beforeId, afterId }: Neighbours): Promise<string> {
  const { order, boardId, containerId, movingId } = place
  const { before, after } = await findNeighbours(reader, place, beforeId, afterId)
  if (before && after && before.rank > after.rank)
    throw invalid('beforeId', `stands below afterId. beforeId is the ${place.what} just above the slot, afterId just below.`)
  if (before) {
    const next = await reader.row(order.below, [boardId, containerId, before.rank, movingId])
    return generateKeyBetween(before.rank, next?.rank ?? null)
  }
  if (beforeId === undefined && after) {
    const previous = await reader.row(order.above, [boardId, containerId, after.rank, movingId])
    return generateKeyBetween(previous?.rank ?? null, after.rank)
  }
  if (beforeId === null) {
    const first = await reader.row(order.first, [boardId, containerId, movingId])
    return generateKeyBetween(null, first?.rank ?? null)
  }
  if (place.lastRank !== undefined) return generateKeyBetween(place.lastRank, null)
  const last = await reader.row(order.last, [boardId, containerId, movingId])
  return generateKeyBetween(last?.rank ?? null, null)
}

async function findNeighbours(reader: Reader, place: Place, beforeId: string | null | undefined, afterId: string | null | undefined) {
  const ids = [beforeId, afterId].filter((id) => typeof id === 'string')
  if (ids.length === 0) return {}
  const found = new Map((await reader.rows(place.order.find, [place.boardId, place.containerId, ids])).map((row) => [row.id, row]))
  return { before: neighbour('beforeId', beforeId, place, found), after: neighbour('afterId', afterId, place, found) }
}

function neighbour(field: string, id: string | null | undefined, place: Place, found: Map<string, Ranked>): Ranked | undefined {
  if (typeof id !== 'string') return undefined
  if (id === place.movingId) throw invalid(field, `is the ${place.what} itself. Name one of its future neighbours.`)
  const row = found.get(id)
  if (!row?.live) throw invalid(field, `is no current ${place.what} there. Read the board again and name one that is.`)
  return row
}
