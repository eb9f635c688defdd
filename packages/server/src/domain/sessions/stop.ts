import type { HandlerOf } from '../../kernel/handlers.ts'
import { advance, onCard, requireCaller } from './advance.ts'
import { failSession } from './end.ts'

const insistAfterMs = 60_000

/** A person asks the agent to stop; asked again a minute later or more, the session ends. Specification: decisions §4. */
export const stopSession: HandlerOf<'session.stop'> = async (tx) => {
  requireCaller(tx, tx.target, 'requestStop')
  const at = await onCard(tx, tx.target)
  const asked = tx.target.stopRequestedAt
  if (asked !== null && Date.parse(tx.now) - Date.parse(asked) >= insistAfterMs) return failSession(tx, at, 'insistOnStop', 'stopped')
  return advance(tx, at, 'requestStop', {
    columns: () => (asked === null ? { stopRequestedAt: tx.now, stopRequestedBy: tx.principal.actorId } : {}),
    body: () => ({ type: 'stop_requested', byActorId: tx.principal.actorId }),
    payload: ({ session }) => ({ statusText: session.statusText, plan: session.plan, stopRequested: true }),
  })
}
