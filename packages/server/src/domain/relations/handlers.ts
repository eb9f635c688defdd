import { sql } from '../../db/database.ts'
import type { CardFaceRow } from '../../db/rows.ts'
import { look } from '../../kernel/access.ts'
import { invalid } from '../../kernel/execute.ts'
import type { HandlerOf, Handlers } from '../../kernel/handlers.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import { touchCard } from '../cards/touch.ts'
import { type BlockedAlone, findBlockedAlone, tellBlocked } from './blocked.ts'

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
 * each after the commit of the other. Any fixed number. It comes after the locks of boards, so that nobody waits for one who holds it.
 */
const lockCircles = sql('select pg_advisory_xact_lock(7263003)')
const insertRelation = sql(`insert into relations (board_id, card_id, other_board_id, other_card_id, kind, created_at)
  values ($1, $2, $3, $4, $5, $6)`)
const deleteRelation = sql('delete from relations where card_id = $1 and other_card_id = $2 and kind = $3')

const isOpen = (card: Pick<CardFaceRow, 'completed_at' | 'archived_at'>): boolean => card.completed_at === null && card.archived_at === null

const relate: HandlerOf<'relation.put'> = async (tx, input) => {
  const { target: card } = tx
  const { kind } = input
  if (input.otherCardId === card.id) throw invalid('otherCardId', 'is the card itself. Name another one.')
  const sight = await look(tx, tx.principal, { target: 'card', role: 'viewer', scope: 'boards:read' }, { cardId: input.otherCardId })
  const other = sight.target
  tx.lockBoards([other.board_id])
  const there = await tx.rows(standing, [card.id, other.id])
  if (there.some((one) => one.kind === kind && (one.direction === 'out' || kind === 'relates'))) return null
  if (kind !== 'relates') await refuseCircle(tx, kind, [card.id, other.id])
  for (const { id } of [card, other]) {
    if (((await tx.row(countRelations, [id]))?.count ?? 0) >= mostRelations)
      throw invalid('otherCardId', `would be relation ${mostRelations + 1} of a card; a card holds ${mostRelations}. Remove one first.`)
  }
  tx.send(insertRelation, [tx.board.id, card.id, other.board_id, other.id, kind, tx.now])
  tx.record('card.related', { otherCardId: other.id, kind }, { cardId: card.id })
  touchCard(tx, card.id)
  if (kind === 'blocks' && isOpen(card) && !other.blocked) tellBlocked(tx, [other], true)
  return null
}

async function refuseCircle(tx: Mutation<never>, kind: Kind, [from, to]: [string, string]): Promise<void> {
  tx.beAlone()
  await tx.row(lockCircles)
  if (!(await tx.row(leadsTo, [to, from, kind]))?.found) return
  const does = kind === 'blocks' ? 'blocks' : 'is above'
  throw invalid('otherCardId', `would close a circle: that card already ${does} this one, if over others.`)
}

const unrelate: HandlerOf<'relation.delete'> = async (tx, input) => {
  const { target: card } = tx
  const { otherCardId } = input
  const gone = (await tx.rows(standing, [card.id, otherCardId])).filter(
    ({ kind, direction }) => (input.kind === undefined || kind === input.kind) && (direction === 'out' || kind === 'relates'),
  )
  if (gone.length === 0) return null
  const unblocks = gone.some((one) => one.kind === 'blocks') && isOpen(card)
  const freed: BlockedAlone = unblocks ? (await findBlockedAlone(tx, [card.id])).filter((one) => one.id === otherCardId) : []
  for (const { kind, direction } of gone) {
    tx.send(deleteRelation, direction === 'out' ? [card.id, otherCardId, kind] : [otherCardId, card.id, kind])
    tx.record('card.unrelated', { otherCardId, kind }, { cardId: card.id })
  }
  touchCard(tx, card.id)
  tellBlocked(tx, freed, false)
  return null
}

export const relationHandlers = { 'relation.put': relate, 'relation.delete': unrelate } satisfies Partial<Handlers>
