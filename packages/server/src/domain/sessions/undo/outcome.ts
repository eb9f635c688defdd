import { type Explained, explained, type LeftByUndo, type ReasonToLeave, type Scope, TandemError, type Verb } from '@tandem/contract'
import { requireScope } from '../../../kernel/access.ts'
import type { Mutation } from '../../../kernel/mutation.ts'
import { MoreBoards } from '../../../kernel/mutation-context.ts'
import { countingWrites } from '../../counting-writes.ts'
import type { Act } from './acts.ts'
import type { Goal, Left } from './goals.ts'
import { type Part, partsOfBoard } from './inverses.ts'

/** The restored activities, and those that an undo has left. */
export type Outcome = { undone: Set<Act>; conflicts: LeftByUndo[] }
export type Tx = Mutation<Verb>

const sentences = {
  changed_since: 'undoChangedSince',
  card_deleted: 'undoCardDeleted',
  other_board: 'undoOtherBoard',
  gone: 'undoGone',
  in_use: 'undoInUse',
  before_unknown: 'undoUnknown',
  attachment: 'undoAttachment',
  setting: 'undoSetting',
  final: 'undoFinal',
} as const satisfies Record<Exclude<ReasonToLeave, 'refused'>, Parameters<typeof explained>[0]>

export function leave(outcome: Outcome, { act, field, because }: Left): void {
  if (because !== 'refused') addConflict(outcome, act, { field, because, why: explained(sentences[because]) })
}

export function leaveRefused(outcome: Outcome, acts: readonly Act[], why: TandemError): void {
  for (const act of acts) addConflict(outcome, act, { field: undefined, because: 'refused', why })
}

type Because = { field: string | undefined; because: ReasonToLeave; why: Explained }

function addConflict({ conflicts }: Outcome, { cardId, id }: Act, { field, because, why }: Because): void {
  const { message, reason, params } = why
  const more = { ...(reason !== undefined && { reason }), ...(params && { params }) }
  conflicts.push({ cardId, ...(field !== undefined && { field }), activityId: id, because, message, ...more })
}

export function leaveGoal(outcome: Outcome, { steps }: Goal, because: Exclude<ReasonToLeave, 'refused'>): void {
  for (const { act, part } of steps) leave(outcome, { act, field: part.field, because })
}

/**
 * Restores parts with `change`. A refusal before the first write leaves the part, with the reason; several parts are then tried one by one.
 * A later failure ends the transaction.
 */
export async function putBackBy(
  outcome: Outcome,
  tx: Tx,
  goals: readonly Goal[],
  change: (tx: Tx, goals: readonly Goal[]) => Promise<unknown>,
): Promise<void> {
  const counted = countingWrites(tx)
  try {
    for (const { part } of goals) requireScope(tx.principal, scopeOf(part))
    await change(counted.tx, goals)
    for (const { steps } of goals) for (const { act } of steps) outcome.undone.add(act)
  } catch (thrown) {
    const isAnswer = thrown instanceof TandemError && !(thrown instanceof MoreBoards)
    if (!isAnswer || counted.writes() > 0 || thrown.retryAfterSeconds !== undefined) throw thrown
    if (goals.length > 1) for (const goal of goals) await putBackBy(outcome, tx, [goal], change)
    else for (const { steps } of goals) leaveSteps(outcome, steps, thrown)
  }
}

/** A token undoes no more than it could change. */
const scopeOf = ({ kind }: Part): Scope => (kind === 'comment' ? 'comments:write' : partsOfBoard.has(kind) ? 'boards:write' : 'cards:write')

function leaveSteps(outcome: Outcome, steps: Goal['steps'], thrown: TandemError): void {
  for (const { act, part } of steps) {
    if (thrown.code === 'not_found') leave(outcome, { act, field: part.field, because: 'gone' })
    else addConflict(outcome, act, { field: part.field, because: 'refused', why: thrown })
  }
}
