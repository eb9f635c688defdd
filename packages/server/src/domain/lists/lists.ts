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
  'queue',
  'queueSetBy',
  'createdAt',
])
const writeList = update(lists, {
  key: ['boardId', 'id'],
  set: ['name', 'wipLimit', 'wipPolicy', 'category', 'acceptance', 'queue', 'queueSetBy', 'rank', 'archivedAt'],
})

export const createList: HandlerOf<'list.create'> = async (tx, input) => {
  const rank = await rankFor(tx, placeOf(tx.board.id, null), input)
  const { name, category, acceptance } = input
  return listOnWire(addList(tx, { name, rank, wipLimit: null, wipPolicy: 'warn', category, acceptance, ...noQueue }))
}

export const noQueue = { queue: null, queueSetBy: null } as const
type NewList = Pick<ListRow, 'name' | 'rank' | 'wipLimit' | 'wipPolicy' | 'category' | 'acceptance' | 'queue' | 'queueSetBy'>

/** A list at a rank that no other one has. */
export function addList(tx: Mutation<'list.created'>, list: NewList): ListRow {
  const { name, rank, wipLimit, wipPolicy, category, acceptance, queue, queueSetBy } = list
  const columns = { name, rank, wipLimit, wipPolicy, category, acceptance, queue, queueSetBy, archivedAt: null, createdAt: tx.now }
  const row = { boardId: tx.board.id, id: tx.newId(), ...columns }
  tx.send(insertList(row))
  tx.record('list.created', { listId: row.id, name: row.name })
  return row
}

export const updateList: HandlerOf<'list.update'> = async (tx, input) => {
  const list = tx.target
  refuseChangedTexts({ name: list.name }, { name: input.ifName })
  if (input.acceptance === 'none' && list.acceptance === 'required' && tx.principal.kind !== 'human') throw refusal('reviewRuleOfPeople')
  const moves = input.beforeId !== undefined || input.afterId !== undefined
  const rank = moves ? await rankFor(tx, placeOf(tx.board.id, list.id), input) : list.rank
  const { name, wipLimit, wipPolicy, category, acceptance } = input
  const queued = await queueAfter(tx, list, input.queue)
  const changed = changes(list, { name, wipLimit, wipPolicy, category, acceptance, queue: queued?.queue })
  const archived = input.archived ?? list.archivedAt !== null
  const toggled = archived !== (list.archivedAt !== null)
  if (!changed && !moves && !toggled) return listOnWire(list)
  const takeCardsAlong = toggled ? await cardsOfList(tx, list.id, archived) : undefined
  const { queueSetBy } = queued ?? list
  const after = { ...list, ...changed?.columns, queueSetBy, rank, archivedAt: archived ? (list.archivedAt ?? tx.now) : null }
  tx.send(writeList(after))
  if (changed) tx.record('list.updated', { listId: list.id, ...changed.payload })
  if (moves) tx.record('list.moved', { listId: list.id, position: rank })
  if (toggled) tx.record(archived ? 'list.archived' : 'list.unarchived', { listId: list.id })
  await takeCardsAlong?.()
  if (toggled && archived) await pauseRulesNaming(tx, list.id, explained('ruleLostList', { name: after.name }))
  return listOnWire(after)
}

function placeOf(boardId: string, movingId: string | null) {
  return { order: listOrder, boardId, containerId: boardId, movingId, what: 'list' as const }
}

export const listOnWire: (row: ListRow) => List = recordOf(list, {})
