import { sql } from '../../../db/database.ts'
import type { LabelRow } from '../../../db/tables/boards/labels.ts'
import type { ListEndRow } from '../../../db/tables/boards/lists.ts'
import { notFound } from '../../../kernel/access.ts'
import { putLabelBack, removeLabel, updateLabel } from '../../labels/handlers.ts'
import { changeList } from '../../lists/lists.ts'
import { rankBack } from './cards.ts'
import type { Goal } from './goals.ts'
import { partsOfBoard } from './inverses.ts'
import { leaveGoal, type Outcome, putBackBy, type Tx } from './outcome.ts'

/** Lists and labels. Restored ones come before the cards that need them; removals come after the cards have left. */
const readList = sql<ListEndRow & { isEmpty: boolean }>(`select l.*,
    not exists (select from cards c where c.board_id = $1 and c.list_id = $2 and c.archived_at is null) as is_empty
  from list_ends l where l.board_id = $1 and l.id = $2`)
const around = sql<{ isTaken: boolean; next: string | null; last: string | null }>(`select
    exists (select from lists l where l.board_id = $1 and l.rank = $3 and l.id <> $2) as is_taken,
    (select min(l.rank) from lists l where l.board_id = $1 and l.rank > $3 and l.id <> $2) as next,
    (select max(l.rank) from lists l where l.board_id = $1 and l.id <> $2) as last`)
const readLabel = sql<LabelRow & { isFree: boolean }>(`select l.*,
    not exists (select from card_labels c where c.board_id = $1 and c.label_id = $2) as is_free
  from labels l where l.board_id = $1 and l.id = $2`)

/** Before the cards, or after them. */
export const comesFirst = ({ part, to }: Goal): boolean =>
  part.kind === 'labelMade' ? to !== null : part.kind === 'listArchived' ? to === false : part.kind !== 'listMade'
export const isOfBoard = ({ part }: Goal): boolean => partsOfBoard.has(part.kind)

export async function putListOrLabelBack(outcome: Outcome, tx: Tx, goal: Goal): Promise<void> {
  const { kind, id } = goal.part
  if (kind === 'labelMade' || kind === 'labelText') return putLabel(outcome, tx, goal)
  const list = await tx.row(readList, [tx.board.id, id])
  if (kind === 'listMade' && list && !list.isEmpty) return leaveGoal(outcome, goal, 'in_use')
  await putBackBy(outcome, tx, [goal], async (counted) => {
    if (!list) throw notFound('list')
    await putList({ ...counted, target: list }, goal)
  })
}

async function putList(tx: Parameters<typeof changeList>[0], { part, to }: Goal): Promise<void> {
  const listId = part.id
  if (part.kind === 'listMade') await changeList(tx, { listId, archived: true })
  if (part.kind === 'listArchived') await changeList(tx, { listId, archived: to === true })
  if (part.kind === 'list') await changeList(tx, { listId, [part.key]: to })
  if (part.kind === 'listPlace' && to !== tx.target.rank) {
    const place = await tx.row(around, [tx.board.id, listId, to as string])
    if (place) await changeList(tx, { listId }, rankBack(place, to as string))
  }
}

async function putLabel(outcome: Outcome, tx: Tx, goal: Goal): Promise<void> {
  const { part, to } = goal
  const label = await tx.row(readLabel, [tx.board.id, part.id])
  if (part.kind === 'labelMade' && to === null && label && !label.isFree) return leaveGoal(outcome, goal, 'in_use')
  await putBackBy(outcome, tx, [goal], async (counted) => {
    if (part.kind === 'labelText') {
      if (!label) throw notFound('label')
      await updateLabel({ ...counted, target: label }, { labelId: part.id, [part.key]: to })
    } else if (to === null) {
      if (label) await removeLabel({ ...counted, target: label }, { labelId: part.id })
    } else if (!label) await putLabelBack(counted, { id: part.id, ...(to as Pick<LabelRow, 'name' | 'color'>) })
  })
}
