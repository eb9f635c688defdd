import type { Activity } from '@tandem/contract'
import type { HandlerOf } from '../../kernel/handlers.ts'
import { originOf } from '../../kernel/identity/principal.ts'

/** Records an event of a code host on the log of a card. Specification: service §4 and §6, decisions §5. */
export const recordEvent: HandlerOf<'card.event'> = async (tx, input) => {
  const { verb, targetBranch, externalSystem, externalId, externalUrl, title } = input
  const payload = {
    filters: targetBranch === undefined ? {} : { targetBranch },
    ...(externalSystem !== undefined && { externalSystem }),
    ...(externalId !== undefined && { externalId }),
    ...(externalUrl !== undefined && { externalUrl }),
    ...(title !== undefined && { title }),
  }
  const recorded = tx.record(verb, payload, { cardId: tx.target.id, externalId })
  const activity: Activity = {
    ...recorded,
    boardId: tx.board.id,
    cardId: tx.target.id,
    actorId: tx.principal.actorId,
    verb,
    payload,
  }
  const origin = originOf(tx.principal, externalId)
  return origin ? { ...activity, origin } : activity
}
