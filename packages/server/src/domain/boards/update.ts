import { type Budget, refusal } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import { type BoardRow, boards } from '../../db/tables/boards/boards.ts'
import { update } from '../../db/writes.ts'
import { requireOpenBoard } from '../../kernel/access.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { isSameBudget } from '../budgets.ts'
import { changes } from '../changes.ts'
import { findBlockedElsewhere, recordBlocked, recordUnblocked } from '../relations/blocked.ts'
import { setExtensions } from '../sessions/budget/of-board.ts'
import { restartSilence } from '../sessions/silence.ts'
import { stopAllAtWork } from '../sessions/stop.ts'
import { refuseChangedTexts } from '../unchanged-texts.ts'
import { pauseAfter, requirePerson } from './pause.ts'
import { boardOnWire } from './record.ts'

const readBoard = sql<BoardRow>('select * from boards where id = $1')
const updateBoard = update(boards, {
  key: ['id'],
  set: [
    'name',
    'description',
    'agentGuidance',
    'agentsPaused',
    'maxAgentSessions',
    'reviewByOthers',
    'completeParents',
    'monthlyBudget',
    'archivedAt',
    'version',
  ],
})

export const changeBoard: HandlerOf<'board.update'> = async (tx, input) => {
  if (input.agentsPaused !== undefined) requirePerson(tx)
  if (input.reviewByOthers !== undefined && tx.principal.kind !== 'human') throw refusal('reviewRuleOfPeople')
  if (input.monthlyBudget !== undefined && tx.principal.kind !== 'human') throw refusal('boardBudgetOfPeople')
  const before = await tx.row(readBoard, [tx.board.id])
  if (!before) throw refusal('noSuch', { target: 'board' })
  refuseStale(input.ifVersion, before.version)
  refuseChangedTexts({ name: before.name, description: before.description }, { name: input.ifName, description: input.ifDescription })
  const { name, description, agentGuidance, maxAgentSessions, reviewByOthers, completeParents } = input
  const agentsPaused = pauseAfter(tx, before.agentsPaused, input.agentsPaused)
  const monthlyBudget = isGiven(input.monthlyBudget, before.monthlyBudget) ? input.monthlyBudget : undefined
  const wanted = { name, description, agentGuidance, agentsPaused, maxAgentSessions, reviewByOthers, completeParents, monthlyBudget }
  const changed = changes(before, wanted)
  const archives = input.archived === undefined ? before.archivedAt !== null : input.archived
  const toggled = archives !== (before.archivedAt !== null)
  const stops = input.agentsPaused?.stop === true
  if (!changed && !toggled && !stops) return boardOnWire({ ...before, role: tx.role })
  // One request may bring it back and change it.
  if (archives) requireOpenBoard(tx.board)
  // It reads and locks other boards, so it comes before the first write.
  const elsewhere = toggled ? await findBlockedElsewhere(tx) : []
  const archivedAt = archives ? (before.archivedAt ?? tx.now) : null
  const after = changed || toggled ? { ...before, ...changed?.columns, version: before.version + 1, archivedAt } : before
  if (after !== before) tx.send(updateBoard(after))
  // Others that share the transaction find it so.
  tx.board.archivedAt = after.archivedAt
  if (changed) tx.record('board.updated', changed.payload)
  if (toggled) tx.record(archives ? 'board.archived' : 'board.unarchived', {})
  if (archives) await recordUnblocked(tx, elsewhere)
  else recordBlocked(tx, elsewhere)
  if (monthlyBudget !== undefined) setExtensions(tx, 0)
  if (stops) await stopAllAtWork(tx)
  const isLetGo = before.agentsPaused !== null && after.agentsPaused === null
  if (isLetGo || monthlyBudget !== undefined || after.maxAgentSessions !== before.maxAgentSessions) restartSilence(tx)
  return boardOnWire({ ...after, role: tx.role })
}

const isGiven = (wanted: Budget | null | undefined, standing: Budget | null): boolean =>
  wanted !== undefined && !isSameBudget(wanted, standing)

/** Optimistic concurrency. Specification: decisions §1. */
export function refuseStale(ifVersion: number | undefined, currentVersion: number): void {
  if (ifVersion === undefined || ifVersion === currentVersion) return
  throw refusal('changedSince', { version: currentVersion }, { details: { currentVersion } })
}
