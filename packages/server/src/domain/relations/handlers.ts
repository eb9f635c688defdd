import { fieldRefusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'
import { relations } from '../../db/tables/cards/relations.ts'
import { deleteFrom, insertInto } from '../../db/writes.ts'
import { loadTarget, requireOpenBoard } from '../../kernel/access.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { keyOf } from '../cards/summary.ts'
import { touchCard } from '../cards/touch.ts'
import { findOnlyBlocked, type OnlyBlocked, recordBlocked, recordUnblocked } from './blocked.ts'

/** Relations between cards. Specification: decisions §3. */
type Kind = 'blocks' | 'relates' | 'parent'

const mostRelations = 200

const standing = sql<{
  kind: Kind
  direction: 'out' | 'in'
}>(`select kind, 'out' as direction from relations where card_id = $1 and other_card_id = $2
  union all select kind, 'in' from relations where card_id = $2 and other_card_id = $1`)
const countRelations = sql<{ count: number }>('select count(*) as count from relations where card_id = $1 or other_card_id = $1')
/** Whether one gets from `$1` to `$2` along relations of kind `$3`; further than 10,000 cards it is not followed. */
const leadsTo = sql<{ found: boolean }>(`with recursive reached (id) as (
    select $1::uuid union select r.other_card_id from reached join relations r on r.card_id = reached.id and r.kind = $3
  ) select exists (select from (select id from reached limit 10000) walk where id = $2) as found`)
/**
 * A circle may run over boards of which no two relations that close it have one in common: those that could close one come one by one,
 * each after the commit of the other. Any fixed number. Taken after the locks of boards, so that its holder never waits for one of these.
 */
const lockCircles = sql('select pg_advisory_xact_lock(7263003)')
const insertRelation = insertInto(relations, ['boardId', 'cardId', 'otherBoardId', 'otherCardId', 'kind', 'createdAt'])
const deleteRelation = deleteFrom(relations, { key: ['cardId', 'otherCardId', 'kind'] })

const isOpen = (card: Pick<CardFaceRow, 'completedAt' | 'archivedAt'>): boolean => card.completedAt === null && card.archivedAt === null

export const relate: HandlerOf<'relation.put'> = async (tx, input) => {
  const { target: card } = tx
  const { kind } = input
  if (input.otherCardId === card.id) throw fieldRefusal('otherCardId', 'relationSelf')
  const loaded = await loadTarget(tx, tx.principal, { target: 'card', role: 'viewer', scope: 'boards:read' }, { cardId: input.otherCardId })
  const other = loaded.target
  const there = tx.lockBoards([other.boardId]).get(other.boardId)
  if (there) requireOpenBoard(there.board)
  const known = await tx.rows(standing, [card.id, other.id])
  if (known.some((one) => one.kind === kind && (one.direction === 'out' || kind === 'relates'))) return null
  if (kind !== 'relates') await refuseCircle(tx, kind, [card.id, other.id])
  for (const { id } of [card, other]) {
    if (((await tx.row(countRelations, [id]))?.count ?? 0) >= mostRelations)
      throw fieldRefusal('otherCardId', 'relationsFull', { next: mostRelations + 1, count: mostRelations })
  }
  const ends = { boardId: tx.board.id, cardId: card.id, otherBoardId: other.boardId, otherCardId: other.id }
  tx.send(insertRelation({ ...ends, kind, createdAt: tx.now }))
  tx.record('card.related', { otherCardId: other.id, kind }, { cardId: card.id })
  touchCard(tx, card.id)
  if (kind === 'blocks' && isOpen(card) && !other.blocked) {
    const isHere = other.boardId === tx.board.id
    const blocked = { blockers: isHere ? [keyOf(tx.board.keyPrefix, card.number)] : [], blockersElsewhere: isHere ? 0 : 1 }
    recordBlocked(tx, [{ id: other.id, boardId: other.boardId, ...blocked }])
  }
  return null
}

/** Throws validation where the card would hold more relations than it may. */
export async function refuseBeyondRelations(tx: Mutation<never>, cardId: string, field: string, added: number): Promise<void> {
  const next = ((await tx.row(countRelations, [cardId]))?.count ?? 0) + added
  if (next > mostRelations) throw fieldRefusal(field, 'relationsFull', { next, count: mostRelations })
}

/** A new card becomes a sub-card: it can close no circle. */
export function addPart(tx: Mutation<'card.related'>, cardId: string, otherCardId: string): void {
  const boardId = tx.board.id
  tx.send(insertRelation({ boardId, cardId, otherBoardId: boardId, otherCardId, kind: 'parent', createdAt: tx.now }))
  tx.record('card.related', { otherCardId, kind: 'parent' }, { cardId })
}

async function refuseCircle(tx: Mutation<never>, kind: Kind, [from, to]: [string, string]): Promise<void> {
  tx.requireOwnTransaction()
  await tx.row(lockCircles)
  if (!(await tx.row(leadsTo, [to, from, kind]))?.found) return
  throw fieldRefusal('otherCardId', kind === 'blocks' ? 'blockingCircle' : 'parentCircle')
}

export const unrelate: HandlerOf<'relation.delete'> = async (tx, input) => {
  const { target: card } = tx
  const { otherCardId } = input
  const gone = (await tx.rows(standing, [card.id, otherCardId])).filter(
    ({ kind, direction }) => (input.kind === undefined || kind === input.kind) && (direction === 'out' || kind === 'relates'),
  )
  if (gone.length === 0) return null
  const unblocks = gone.some((one) => one.kind === 'blocks') && isOpen(card)
  const freed: OnlyBlocked = unblocks ? (await findOnlyBlocked(tx, [card.id])).filter((one) => one.id === otherCardId) : []
  for (const { kind, direction } of gone) {
    const ends = direction === 'out' ? { cardId: card.id, otherCardId } : { cardId: otherCardId, otherCardId: card.id }
    tx.send(deleteRelation({ ...ends, kind }))
    tx.record('card.unrelated', { otherCardId, kind }, { cardId: card.id })
  }
  touchCard(tx, card.id)
  await recordUnblocked(tx, freed)
  return null
}

export const relationHandlers = { 'relation.put': answers(relate), 'relation.delete': answers(unrelate) } satisfies Partial<Handlers>
