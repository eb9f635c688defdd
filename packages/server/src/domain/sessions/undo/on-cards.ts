import { refusal, type TextAuthor } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import type { CardFaceRow } from '../../../db/tables/cards/cards.ts'
import type { ChecklistFaceRow } from '../../../db/tables/cards/checklist-items.ts'
import type { CommentRow } from '../../../db/tables/cards/comments.ts'
import { checklistFaces } from '../../../db/text-authors.ts'
import { notFound } from '../../../kernel/access.ts'
import { byAuthor } from '../../authors.ts'
import { changeItemBack, putItemBack, takeAway } from '../../checklists/handlers.ts'
import { mostItems } from '../../checklists/record.ts'
import { erase, putBack } from '../../comments/write.ts'
import { clearFieldValue, setValue, type Value } from '../../fields/on-cards.ts'
import { relate, unrelate } from '../../relations/handlers.ts'
import { readSummaryRow } from '../../summary-rows.ts'
import { delegateTo, takeBack } from '../delegation.ts'
import { requireStartable } from '../may-invoke.ts'
import { rankBack } from './cards.ts'
import { authorBefore, type Goal } from './goals.ts'
import type { Tx } from './outcome.ts'

/** Restores the parts of a card that are rows of their own, each by the operation that a caller would use. */
type PutBack = (tx: Tx, card: CardFaceRow, goal: Goal) => Promise<unknown>

export const hanging = { delegate, field, relation, item, comment } satisfies Record<string, PutBack>
export const isHanging = (kind: string): kind is keyof typeof hanging => kind in hanging

export async function putHangingBack(tx: Tx, cardId: string, goal: Goal): Promise<void> {
  const card = await tx.row(readSummaryRow, [tx.board.id, cardId])
  if (!card || !isHanging(goal.part.kind)) throw notFound('card')
  await hanging[goal.part.kind](tx, card, goal)
}

/** The delegation alone: an undo starts no agent. People who want that open a session. */
async function delegate(tx: Tx, card: CardFaceRow, { to }: Goal): Promise<void> {
  if (to === card.delegateActorId) return
  if (typeof to !== 'string') {
    await takeBack({ ...tx, target: card }, { cardId: card.id })
    return
  }
  await requireStartable(tx, to, tx.principal.actorId)
  if (card.delegateActorId !== null) await takeBack({ ...tx, target: card }, { cardId: card.id })
  delegateTo(tx, card, { agentActorId: to, sessionId: null, opens: false })
}

function field(tx: Tx, card: CardFaceRow, { part, to, steps }: Goal): Promise<unknown> {
  const on = { cardId: card.id, fieldId: part.key }
  if (to === null) return clearFieldValue({ ...tx, target: card }, on)
  return setValue({ ...tx, target: card }, { ...on, value: to as Value }, authorBefore(steps) ?? unknownAuthor(card))
}

/** Old activities do not say who wrote the text before. */
const unknownAuthor = ({ createdBy }: CardFaceRow): TextAuthor => ({ actorId: createdBy, role: 'viewer' })

function relation(tx: Tx, card: CardFaceRow, { part, to }: Goal): Promise<unknown> {
  const [otherCardId = '', kind] = part.key.split('/')
  const given = { cardId: card.id, otherCardId, kind: kind as 'blocks' | 'relates' | 'parent' }
  return to === true ? relate({ ...tx, target: card }, given) : unrelate({ ...tx, target: card }, given)
}

const readItem = sql<ChecklistFaceRow>(`select * from ${checklistFaces} i where board_id = $1 and id = $2`)
/** `$3`: the rank that an item had. */
const around = sql<{ isTaken: boolean; next: string | null; last: string | null; isMember: boolean }>(`select
    exists (select from checklist_items i where i.card_id = $1 and i.rank = $3 and i.id <> $2) as is_taken,
    (select min(i.rank) from checklist_items i where i.card_id = $1 and i.rank > $3 and i.id <> $2) as next,
    (select max(i.rank) from checklist_items i where i.card_id = $1 and i.id <> $2) as last,
    exists (select from members m where m.board_id = $4 and m.actor_id = $5) as is_member`)
/** `author`: absent in old activities. */
type ItemBefore = Pick<ChecklistFaceRow, 'text' | 'doneAt' | 'doneBy' | 'assigneeActorId'> & { position: string; author?: TextAuthor }

async function item(tx: Tx, card: CardFaceRow, { part, to }: Goal): Promise<void> {
  const row = await tx.row(readItem, [tx.board.id, part.id])
  if (to === null) return row && takeAway(tx, row)
  const { position, author, ...said } = to as ItemBefore
  const before = { ...said, ...byAuthor(author ?? row?.author ?? unknownAuthor(card)) }
  const place = await tx.row(around, [card.id, part.id, position, tx.board.id, before.assigneeActorId])
  if (!place) throw new Error('what is around an item is one row, also on an empty card')
  const assigneeActorId = place.isMember ? before.assigneeActorId : null
  const rank = row?.rank === position ? position : rankBack(place, position)
  if (row) return changeItemBack(tx, row, { ...row, ...before, assigneeActorId, rank })
  if (card.checklistTotal >= mostItems) throw refusal('checklistFull', { count: mostItems })
  const on = { boardId: tx.board.id, id: part.id, cardId: card.id, createdAt: tx.now }
  putItemBack(tx, { ...before, ...on, assigneeActorId, rank })
}

const readComment = sql<CommentRow>('select * from comments where board_id = $1 and id = $2')

async function comment(tx: Tx, _: CardFaceRow, { part, to, steps }: Goal): Promise<void> {
  const row = await tx.row(readComment, [tx.board.id, part.id])
  if (!row) throw notFound('comment')
  if (to !== null) {
    const role = authorBefore(steps)?.role ?? row.authorRole
    if (row.deletedAt !== null || row.body !== to) putBack(tx, row, { body: to as string, role })
  } else if (row.deletedAt === null) erase(tx, row)
}
