import { fieldRefusal, mostChildrenAtOnce, refusal } from '@tandem/contract'
import { generateNKeysBetween } from 'fractional-indexing'
import { sql } from '../../db/database.ts'
import type { ListEndRow } from '../../db/tables/boards/lists.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { addLabels, labelsOnBoard } from '../labels/on-cards.ts'
import { requireRoomForCard } from '../lists/room.ts'
import { addPart, refuseBeyondRelations } from '../relations/handlers.ts'
import { assignable, insertAssignees } from './assignees.ts'
import { addCard, mentionInDescription } from './create.ts'
import { cardRecordOf } from './summary.ts'
import { touchCard } from './touch.ts'

const readList = sql<ListEndRow>('select * from list_ends where board_id = $1 and id = $2')

/** New cards below a card, at the end of its list or of another one of the board; their order is the one in which they came. Specification: beyond §4. */
export const addChildren: HandlerOf<'card.addChildren'> = async (tx, input) => {
  const { target: parent } = tx
  const { title, titles, listId, ...rest } = input
  if ((title === undefined) === (titles === undefined)) throw fieldRefusal('title', 'childrenTitles', { count: mostChildrenAtOnce })
  const wanted = titles ?? (title === undefined ? [] : [title])
  const list = await tx.row(readList, [tx.board.id, listId ?? parent.listId])
  if (!list) throw fieldRefusal('listId', 'listGone')
  if (list.archivedAt !== null) throw refusal('listArchived')
  await requireRoomForCard(tx, list, wanted.length)
  await refuseBeyondRelations(tx, parent.id, titles === undefined ? 'title' : 'titles', wanted.length)
  const labelIds = await labelsOnBoard(tx, rest.labelIds ?? [])
  const assigneeIds = await assignable(tx, { field: 'assigneeActorIds', ids: rest.assigneeActorIds ?? [] })
  const ranks = generateNKeysBetween(list.lastRank, null, wanted.length)
  const made = wanted.map((each, at) =>
    addCard(tx, { ...rest, title: each, listId: list.id, rank: ranks[at] ?? '', assigneeIds, labelIds }),
  )
  for (const row of made) {
    addLabels(tx, row.id, labelIds)
    insertAssignees(tx, row.id, assigneeIds)
    await mentionInDescription(tx, row, '')
    addPart(tx, parent.id, row.id)
  }
  touchCard(tx, parent.id)
  const context = { keyPrefix: tx.board.keyPrefix, now: tx.now, staleAfterMs: tx.policy.staleAfterMs }
  const children = made.map((row) => cardRecordOf(row, context))
  const [only] = children
  return titles === undefined && only ? only : { children }
}
