import { explained, type List, list, refusal } from '@tandem/contract'
import { type ListRow, lists } from '../../db/tables/boards/lists.ts'
import { insertInto, update } from '../../db/writes.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { changes } from '../changes.ts'
import { orderOf, rankFor } from '../rank.ts'
import { recordOf } from '../record-of.ts'
import { pauseRulesNaming } from '../rules/pause.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { cardsOfList } from './archive.ts'
import { queueAfter } from './queue.ts'

/** Lists: the columns of a board. Specification: decisions §3. */
const listOrder = orderOf('lists', 'board_id')

const insertList = insertInto(lists, [
  'boardId',
  'id',
  'name',
  'rank',
  'wipLimit',
  'wipPolicy',
  'category',
  'acceptance',
  'color',
  'queue',
  'queueSetBy',
  'createdAt',
])
const writeList = update(lists, {
  key: ['boardId', 'id'],
  set: ['name', 'wipLimit', 'wipPolicy', 'category', 'acceptance', 'color', 'queue', 'queueSetBy', 'rank', 'archivedAt'],
})

export const createList: HandlerOf<'list.create'> = async (tx, input) => {
  const rank = await rankFor(tx, placeOf(tx.board.id, null), input)
  const { name, category, acceptance } = input
  return listOnWire(addList(tx, { name, rank, wipLimit: null, wipPolicy: 'warn', category, acceptance, color: null, ...noQueue }))
}

export const noQueue = { queue: null, queueSetBy: null } as const
type NewList = Pick<ListRow, 'name' | 'rank' | 'wipLimit' | 'wipPolicy' | 'category' | 'acceptance' | 'color' | 'queue' | 'queueSetBy'>

/** A list at a rank that no other one has. */
export function addList(tx: Mutation<'list.created'>, list: NewList): ListRow {
  // A list that is copied brings an id of its own.
  const row = { ...list, boardId: tx.board.id, id: tx.newId(), archivedAt: null, createdAt: tx.now }
  tx.send(insertList(row))
  tx.record('list.created', { listId: row.id, name: row.name })
  return row
}

export const updateList: HandlerOf<'list.update'> = (tx, input) => changeList(tx, input)

type ListUpdate = Parameters<HandlerOf<'list.update'>>

/** The same; `back` is the rank of a place to which the list goes back. */
export async function changeList(tx: ListUpdate[0], input: ListUpdate[1], back?: string): Promise<List> {
  const list = tx.target
  refuseChangedTexts({ name: list.name }, { name: input.ifName })
  if (input.acceptance === 'none' && list.acceptance === 'required' && tx.principal.kind !== 'human') throw refusal('reviewRuleOfPeople')
  const moves = input.beforeId !== undefined || input.afterId !== undefined || back !== undefined
  const rank = back ?? (moves ? await rankFor(tx, placeOf(tx.board.id, list.id), input) : list.rank)
  const { name, wipLimit, wipPolicy, category, acceptance, color } = input
  const queued = await queueAfter(tx, list, input.queue)
  const changed = changes(list, { name, wipLimit, wipPolicy, category, acceptance, color, queue: queued?.queue })
  const archived = input.archived ?? list.archivedAt !== null
  const toggled = archived !== (list.archivedAt !== null)
  if (!changed && !moves && !toggled) return listOnWire(list)
  const takeCardsAlong = toggled ? await cardsOfList(tx, list.id, archived) : undefined
  const { queueSetBy } = queued ?? list
  const after = { ...list, ...changed?.columns, queueSetBy, rank, archivedAt: archived ? (list.archivedAt ?? tx.now) : null }
  tx.send(writeList(after))
  if (changed) tx.record('list.updated', { listId: list.id, ...changed.payload })
  if (moves) tx.record('list.moved', { listId: list.id, position: rank, previous: { position: list.rank } })
  if (toggled) tx.record(archived ? 'list.archived' : 'list.unarchived', { listId: list.id })
  await takeCardsAlong?.()
  if (toggled && archived) await pauseRulesNaming(tx, list.id, explained('ruleLostList', { name: after.name }))
  return listOnWire(after)
}

function placeOf(boardId: string, movingId: string | null) {
  return { order: listOrder, boardId, containerId: boardId, movingId, what: 'list' as const }
}

export const listOnWire: (row: ListRow) => List = recordOf(list, {})
