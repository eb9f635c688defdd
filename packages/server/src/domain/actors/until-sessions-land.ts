import type { Mutation } from '../../kernel/mutation.ts'

/** Stands in until domain/sessions has its own. */
export async function failSessionsOfAgent(_tx: Mutation<'agent_session.failed'>, _agentActorId: string, _reason: string): Promise<void> {}
export async function removeDelegationsOf(
  _tx: Mutation<'agent_session.failed' | 'card.undelegated'>,
  _agentActorId: string,
): Promise<void> {}
