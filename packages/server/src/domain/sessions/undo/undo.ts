import { type ReasonToLeave, refusal, TandemError, type UndoResult } from '@tandem/contract'
import { sql } from '../../../db/database.ts'
import { type SessionRow, sessions } from '../../../db/tables/agents/sessions.ts'
import { update } from '../../../db/writes.ts'
import { loadTarget, requireOpenBoard } from '../../../kernel/access.ts'
import type { HandlerOf } from '../../../kernel/handlers.ts'
import { keyOf } from '../../cards/summary.ts'
import { watcherNotices } from '../../watches/handlers.ts'
import { commonPayload, onCard } from '../advance.ts'
import { isEnded } from '../machine.ts'
import { type Act, actsToUndo, changedSince, withTextsOfDeleted } from './acts.ts'
import { putBackOnBoard } from './on-board.ts'
import { leaveRefused, type Outcome, type Tx } from './outcome.ts'
import { recordedAs } from './recorded-as.ts'

/**
 * Undoes the acts recorded under a session: on every board that it reached and that the caller may change, in one transaction under the
 * locks of all of them. Parts that others have changed since stay, and are listed. A second call restores what the first one undid.
 * `ifUndone: false` of a session that is undone takes what is left of it; true does the same for what was not brought back.
 * Specification: beyond §7 (docs/decisions/undo.md).
 */
type Undo = Parameters<HandlerOf<'session.undo'>>

const writeUndo = update(sessions, { key: ['boardId', 'id'], set: ['undoId', 'redoId', 'undoneAt', 'undoneBy'] })
/** Boards of the cards related to these, whose logs may record the change. */
const relatedBoards = sql<{ boardId: string }>(`select other_board_id as board_id from relations where card_id = any ($1::uuid[])
  union select board_id from relations where other_card_id = any ($1::uuid[])
  union select board_id from cards where id = any ($2::uuid[])`)

export const undoSession: HandlerOf<'session.undo'> = async (tx, { ifUndone }) => {
  const session = tx.target
  requireMayUndo(tx)
  tx.requireOwnTransaction()
  const wasUndone = session.undoneAt !== null
  const undoes = !(ifUndone ?? wasUndone)
  const wanted = await actsToUndo(tx, session, undoes)
  const boards = await lockBoardsOf(tx, wanted.acts)
  const ids = groupsOf(session, { undoes, isClean: wanted.isClean && !wasUndone, newId: tx.newId() })
  const outcome: Outcome = { undone: new Set(), conflicts: [] }
  const [own, seqs] = [wanted.own, seqsOf(boards)]
  for (const [board, acts] of boards.open) {
    const log = recordedAs(board, { undoId: ids.current, sessionId: session.id })
    const since = changedSince(tx, acts, { own, sessionId: session.id })
    const [withTexts, later] = await Promise.all([withTextsOfDeleted(tx, board.board.id, acts), since])
    await putBackOnBoard(outcome, log, withTexts, { later, isDone: wanted.isDone })
  }
  for (const { acts, why } of boards.refused) leaveRefused(outcome, acts, why)
  if (undoes === wasUndone && seqsOf(boards) === seqs) {
    const details = { left: await resultOf(tx, outcome, boards, wasUndone) }
    throw refusal(wasUndone ? 'undoneAlready' : 'undoneNot', {}, { details })
  }
  if (outcome.undone.size > 0) await settle(tx, { ids, undoes, acts: outcome.undone.size, left: leftOf(outcome, boards) })
  return resultOf(tx, outcome, boards, outcome.undone.size === 0 ? wasUndone : undoes)
}

function requireMayUndo({ target: session, principal }: Undo[0]): void {
  if (principal.kind !== 'human') throw refusal('undoOfPeople')
  if (!isEnded(session.state)) throw refusal('undoWhileLive')
}

/** `current`: the one of this call. */
type Groups = { undoId: string; redoId: string | null; current: string }

/**
 * The rest joins the group of the last undo, so that one call brings all of it back. Once nothing is taken back, the next undo begins
 * a new group.
 */
function groupsOf({ undoId, redoId }: SessionRow, by: { undoes: boolean; isClean: boolean; newId: string }): Groups {
  if (by.undoes && by.isClean) return { undoId: by.newId, redoId: null, current: by.newId }
  const ids = { undoId: undoId ?? by.newId, redoId: by.undoes ? redoId : (redoId ?? by.newId) }
  return { ...ids, current: (by.undoes ? null : ids.redoId) ?? ids.undoId }
}

/** Grows when an activity is recorded. */
const seqsOf = ({ open }: Boards): number => [...open.keys()].reduce((sum, { board }) => sum + board.lastSeq, 0)

type Boards = { open: Map<Tx, Act[]>; refused: { acts: Act[]; why: TandemError }[]; hidden: number }

/** Takes the locks of all boards first: a missing one restarts the handler before anything is written. */
async function lockBoardsOf(tx: Undo[0], acts: readonly Act[]): Promise<Boards> {
  const byBoard = Map.groupBy(acts, ({ boardId }) => boardId)
  const boards: Boards = { open: new Map(), refused: [], hidden: 0 }
  const openIds: string[] = []
  for (const [boardId, some] of byBoard) {
    const why = boardId === tx.board.id ? null : await whyNot(tx, boardId)
    if (why === null) openIds.push(boardId)
    else if (why.code === 'not_found') boards.hidden += some.length
    else boards.refused.push({ acts: some, why })
  }
  const cardIds = [...new Set(acts.flatMap(({ cardId }) => cardId ?? []))]
  const others = acts.flatMap(({ payload: { otherCardId } }) => (typeof otherCardId === 'string' ? [otherCardId] : []))
  const related = await tx.rows(relatedBoards, [cardIds, others])
  const locked = tx.lockBoards([...new Set([tx.board.id, ...openIds, ...related.map(({ boardId }) => boardId)])])
  for (const boardId of openIds) {
    const board = locked.get(boardId)
    const some = byBoard.get(boardId) ?? []
    if (!board) boards.hidden += some.length
    else if (board.board.archivedAt === null) boards.open.set(board, some)
    else boards.refused.push({ acts: some, why: whyArchived(board) })
  }
  return boards
}

async function whyNot(tx: Undo[0], boardId: string): Promise<TandemError | null> {
  try {
    await loadTarget(tx, tx.principal, { target: 'board', role: 'member', scope: 'cards:write' }, { boardId })
    return null
  } catch (error) {
    if (error instanceof TandemError) return error
    throw error
  }
}

function whyArchived({ board }: Tx): TandemError {
  try {
    requireOpenBoard(board)
  } catch (error) {
    if (error instanceof TandemError) return error
  }
  throw new Error('an archived board refuses')
}

/** Nothing can undo these later either. */
const forGood: ReadonlySet<ReasonToLeave> = new Set<ReasonToLeave>(['final', 'setting', 'before_unknown'])

/**
 * How many activities stay, or a part of them, that can be undone later. All on boards that the caller cannot see count as one: the number
 * is in the board's log, for all who read that.
 */
function leftOf({ conflicts }: Outcome, { hidden }: Boards): number {
  const seen = conflicts.flatMap(({ activityId, because }) => (forGood.has(because) ? [] : [activityId]))
  return new Set(seen).size + Math.min(hidden, 1)
}

type Done = { ids: Groups; undoes: boolean; acts: number; left: number }

/** One activity records the undo; people get no other notification of it. */
async function settle(tx: Undo[0], { ids, undoes, acts, left }: Done): Promise<void> {
  const session: SessionRow = tx.target
  const done = undoes ? { undoneAt: tx.now, undoneBy: tx.principal.actorId } : { undoneAt: null, undoneBy: null }
  tx.send(writeUndo({ boardId: session.boardId, id: session.id, undoId: ids.undoId, redoId: ids.redoId, ...done }))
  const { card } = await onCard(tx, session)
  const changes = { statusText: session.statusText, plan: session.plan, undone: undoes, acts, left }
  const about = { cardId: session.cardId, agentActorId: session.agentActorId, sessionId: session.id, ...watcherNotices(card) }
  const notify = [{ actorIds: [session.initiatorActorId], reason: 'watching' as const }]
  tx.record('agent_session.updated', { ...commonPayload(tx, session, card), ...changes }, { ...about, notify })
}

/** Of the boards that the caller may see: a card may have gone to another one since. */
const cardsNamed = sql<{ id: string; title: string; number: number; keyPrefix: string }>(`select c.id, c.title, c.number, b.key_prefix
  from cards c join boards b on b.id = c.board_id where c.id = any ($1::uuid[]) and c.board_id = any ($2::uuid[])`)

async function resultOf(tx: Undo[0], { undone, conflicts }: Outcome, { open, hidden }: Boards, isUndone: boolean): Promise<UndoResult> {
  const acts = [...undone]
  const byCard = Map.groupBy(acts, ({ cardId }) => cardId)
  const cardIds = [...new Set([...byCard.keys(), ...conflicts.map(({ cardId }) => cardId)])]
  const boardIds = [tx.board.id, ...[...open.keys()].map(({ board }) => board.id)]
  const named = new Map((await tx.rows(cardsNamed, [cardIds.filter((id) => id !== null), boardIds])).map((card) => [card.id, card]))
  const cards = cardIds.map((cardId) => {
    const card = cardId === null ? undefined : named.get(cardId)
    const byVerb = Map.groupBy(byCard.get(cardId) ?? [], ({ verb }) => verb)
    const verbs = [...byVerb].map(([verb, taken]) => ({ verb, count: taken.length }))
    return { cardId, cardKey: card ? keyOf(card.keyPrefix, card.number) : null, title: card?.title ?? null, verbs }
  })
  return { undone: acts.toSorted((one, other) => (one.id < other.id ? 1 : -1)).map(({ id }) => id), conflicts, hidden, cards, isUndone }
}
