import type { List } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { ListRow } from '../../db/rows.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { changes } from '../changes.ts'
import { orderOf, rankFor } from '../rank.ts'
import { pauseRulesNaming } from '../rules/pause.ts'
import { reasons } from '../rules/reasons.ts'
import { cardsOfList } from './archive.ts'

/** Lists: the columns of a board. Specification: decisions §3. */
const listOrder = orderOf('lists', 'board_id')

const insertList = sql('insert into lists (board_id, id, name, rank, wip_limit, created_at) values ($1, $2, $3, $4, $5, $6)')
const writeList = sql('update lists set name = $3, wip_limit = $4, rank = $5, archived_at = $6 where board_id = $1 and id = $2')

export const createList: HandlerOf<'list.create'> = async (tx, input) => {
  const rank = await rankFor(tx, placeOf(tx.board.id, null), input)
  return listOnWire(addList(tx, { name: input.name, rank, wip_limit: null }))
}

/** A list at a rank that no other one has. */
export function addList(tx: Mutation<'list.created'>, list: Pick<ListRow, 'name' | 'rank' | 'wip_limit'>): ListRow {
  const { name, rank, wip_limit } = list
  const row = { board_id: tx.board.id, id: tx.newId(), name, rank, wip_limit, archived_at: null, created_at: tx.now }
  tx.send(insertList, [row.board_id, row.id, row.name, row.rank, row.wip_limit, row.created_at])
  tx.record('list.created', { listId: row.id, name: row.name })
  return row
}

export const updateList: HandlerOf<'list.update'> = async (tx, input) => {
  const list = tx.target
  const moves = input.beforeId !== undefined || input.afterId !== undefined
  const rank = moves ? await rankFor(tx, placeOf(tx.board.id, list.id), input) : list.rank
  const changed = changes(list, { name: input.name, wip_limit: input.wipLimit })
  const archived = input.archived ?? list.archived_at !== null
  const toggled = archived !== (list.archived_at !== null)
  if (!changed && !moves && !toggled) return listOnWire(list)
  const takeCardsAlong = toggled ? await cardsOfList(tx, list.id, archived) : undefined
  const after = { ...list, ...changed?.columns, rank, archived_at: archived ? (list.archived_at ?? tx.now) : null }
  tx.send(writeList, [tx.board.id, list.id, after.name, after.wip_limit, after.rank, after.archived_at])
  if (changed) tx.record('list.updated', { listId: list.id, ...changed.payload })
  if (moves) tx.record('list.moved', { listId: list.id, position: rank })
  if (toggled) tx.record(archived ? 'list.archived' : 'list.unarchived', { listId: list.id })
  takeCardsAlong?.()
  if (toggled && archived) await pauseRulesNaming(tx, list.id, reasons.goneList(after.name))
  return listOnWire(after)
}

function placeOf(boardId: string, movingId: string | null) {
  return { order: listOrder, boardId, containerId: boardId, movingId, what: 'list' }
}

export function listOnWire(row: ListRow): List {
  return {
    ...{ id: row.id, boardId: row.board_id, name: row.name, rank: row.rank },
    ...{ wipLimit: row.wip_limit, archivedAt: row.archived_at, createdAt: row.created_at },
  }
}
