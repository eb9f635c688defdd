import { refusal } from '@tandem/contract'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { advance, onCard, onWire, requireCaller, requireState } from './advance.ts'
import { isHeld } from './holds/require-not-held.ts'

/** A person lets a session begin although its card is blocked. Specification: beyond §4. */
export const startSession: HandlerOf<'session.start'> = async (tx) => {
  requireCaller(tx, tx.target, 'startAnyway')
  const at = await onCard(tx, tx.target)
  requireState(tx, at, 'startAnyway')
  if (!isHeld(at)) throw refusal('sessionNotHeld', {}, { details: { session: onWire(tx, at) } })
  return advance(tx, at, 'startAnyway', {
    columns: () => ({ startRequestedAt: tx.now, startRequestedBy: tx.principal.actorId }),
    body: () => ({ type: 'start_requested', byActorId: tx.principal.actorId }),
    payload: ({ session }) => ({ statusText: session.statusText, plan: session.plan, startRequested: true }),
  })
}
