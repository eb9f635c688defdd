import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import type { Mutation } from '../../kernel/mutation.ts'
import type { OnCard } from './advance.ts'
import { type BoardBudget, boardBudgetOf } from './budget/of-board.ts'
import { requireBoardWithinBudget } from './budget/require-of-board.ts'
import { capsOf, requireRoom } from './holds/caps.ts'
import { pauseOf, requireNotPaused } from './holds/pause.ts'
import { requireNotHeld } from './holds/require-not-held.ts'

/** The limits that may keep a queued session from starting, apart from who may start its agent. Specification: beyond §3 to §5. */
type Limits = {
  pause: Awaited<ReturnType<typeof pauseOf>>
  caps: Awaited<ReturnType<typeof capsOf>>
  board: BoardBudget | undefined
}

/** To be called before the first write: the cap of an agent is counted under a lock. */
export async function limitsOf(tx: Mutation<never>, session: SessionRow): Promise<Limits> {
  const [pause, caps, board] = await Promise.all([pauseOf(tx, session), capsOf(tx, session), boardBudgetOf(tx, session.boardId, tx.now)])
  return { pause, caps, board }
}

/** Throws conflict or budget_exceeded; the message names the limit that the session waits for. */
export function requireWithinLimits(tx: Mutation<never>, at: OnCard, { pause, caps, board }: Limits): void {
  requireNotPaused(tx, at, pause)
  requireNotHeld(tx, at)
  requireRoom(tx, at, caps)
  requireBoardWithinBudget(tx, at, board)
}
