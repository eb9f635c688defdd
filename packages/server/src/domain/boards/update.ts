import { TandemError } from '@tandem/contract'
import { sql } from '../../db/database.ts'
import type { BoardRow } from '../../db/rows.ts'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { changes } from '../changes.ts'
import { boardOnWire } from './wire.ts'

const readBoard = sql<BoardRow>('select * from boards where id = $1')
const updateBoard = sql(`update boards set name = $2, description = $3, agent_guidance = $4, archived_at = $5, version = $6 where id = $1`)

export const changeBoard: HandlerOf<'board.update'> = async (tx, input) => {
  const before = await tx.row(readBoard, [tx.board.id])
  if (!before) throw new TandemError('not_found', 'No such board, or it is not visible to you. Check the id.')
  refuseStale(input.ifVersion, before.version)
  const changed = changes(before, { name: input.name, description: input.description, agent_guidance: input.agentGuidance })
  const archives = input.archived === undefined ? before.archived_at !== null : input.archived
  const toggled = archives !== (before.archived_at !== null)
  if (!changed && !toggled) return boardOnWire(before, tx.role)
  const after = {
    ...before,
    ...changed?.columns,
    version: before.version + 1,
    archived_at: archives ? (before.archived_at ?? tx.now) : null,
  }
  tx.send(updateBoard, [after.id, after.name, after.description, after.agent_guidance, after.archived_at, after.version])
  if (changed) tx.record('board.updated', changed.payload)
  if (toggled) tx.record(archives ? 'board.archived' : 'board.unarchived', {})
  return boardOnWire(after, tx.role)
}

/** Optimistic concurrency. Specification: decisions §1. */
export function refuseStale(ifVersion: number | undefined, currentVersion: number): void {
  if (ifVersion === undefined || ifVersion === currentVersion) return
  throw new TandemError(
    'conflict',
    `This was changed since you read it: it is at version ${currentVersion}. Read it again and repeat your change.`,
    {
      details: { currentVersion },
    },
  )
}
