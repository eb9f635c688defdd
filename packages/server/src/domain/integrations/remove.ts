import type { HandlerOf } from '../../kernel/handlers.ts'
import { takeOff } from '../members/remove.ts'

/** Its agent leaves the board, and with it the integration ends. Once more changes nothing. Specification: service §3. */
export const removeIntegration: HandlerOf<'integration.remove'> = async (tx) => {
  if (tx.target.status !== 'removed') await takeOff(tx, { actorId: tx.target.actorId, kind: 'agent' })
  return null
}
