import type { CardModel } from '../live/board-model.ts'

type Delegation = CardModel['delegation']

/**
 * The delegation to show until the service has answered. Delegating to the same agent again may change nothing, and an undo compares the
 * time of the delegation: so the standing one stays.
 */
export const delegated = (standing: Delegation, agentActorId: string, delegatedByActorId: string): Delegation =>
  standing?.agentActorId === agentActorId ? standing : { agentActorId, delegatedByActorId, delegatedAt: new Date().toISOString() }
