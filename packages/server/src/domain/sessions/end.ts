import { sql } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import { cards as cardsTable } from '../../db/tables/cards/cards.ts'
import { pick, write } from '../../db/writes.ts'
import type { Mutation, Notice } from '../../kernel/mutation.ts'
import { watcherNotices } from '../watches/handlers.ts'
import { type Advanced, advance, type OnCard } from './advance.ts'
import { onEachSession, pageSize } from './several.ts'

/** Ends sessions, and releases the cards of an agent on a board when it leaves. Specification: service §3, decisions §2–§4. */
const liveOfAgent = sql<SessionRow>(
  `select * from sessions where board_id = $1 and agent_actor_id = $2 and ended_at is null order by id limit ${pageSize}`,
)
const delegatedTo = sql<{ id: string }>(`select id from cards where board_id = $1 and delegate_actor_id = $2 order by id limit ${pageSize}`)
const clearDelegations = write(
  { ...pick(cardsTable, ['boardId', 'updatedAt']), ids: parameter<readonly string[]>('uuid[]') },
  (given) => `update cards set delegate_actor_id = null, delegated_by = null, delegated_at = null, version = version + 1,
    updated_at = ${given.updatedAt}
  where board_id = ${given.boardId} and id = any (${given.ids})`,
)

type FailingAct = 'fail' | 'insistOnStop' | 'withdraw' | 'timeOut' | 'loseForGood'

/** The reason of a session whose delegation was removed. It is shown as canceled, so agents cannot give this reason. */
export const undelegated = 'undelegated'

/** Ends a session in error. */
export function failSession(
  tx: Mutation<'agent_session.failed'>,
  at: OnCard,
  act: FailingAct,
  reason: string,
  alsoNotify: readonly (string | null)[] = [],
): Advanced {
  return advance(tx, at, act, {
    // A stop that ends the session at once is a request to stop too: claims look for it.
    columns: () => ({ failureReason: reason, ...(act === 'insistOnStop' && at.session.stopRequestedAt === null && stopRequest(tx)) }),
    body: ({ from, to }) => ({ from, to, reason }),
    payload: () => ({ reason }),
    notify: endNotice(at, reason, alsoNotify),
    tells: watcherNotices(at.card, reason),
  })
}

/** Of a person who asks a session to stop. */
export const stopRequest = (tx: Mutation<never>) => ({ stopRequestedAt: tx.now, stopRequestedBy: tx.principal.actorId })

/** Notifies the person who opened the session and the card's assignees of its end. */
export function endNotice({ session, card }: OnCard, excerpt: string, alsoNotify: readonly (string | null)[] = []): Notice[] {
  const others = alsoNotify.filter((id) => id !== null)
  return [{ actorIds: [session.initiatorActorId, ...card.assigneeIds, ...others], reason: 'session_ended', excerpt }]
}

/** Fails every live session of an agent on the board: it has left, or was deactivated. */
export function failSessionsOfAgent(tx: Mutation<'agent_session.failed'>, agentActorId: string, reason: string): Promise<void> {
  return onEachSession(tx, { find: liveOfAgent, values: [tx.board.id, agentActorId] }, (at) => {
    failSession(tx, at, 'withdraw', reason)
  })
}

/** Takes back every delegation to an agent on the board. Its sessions are ended by `failSessionsOfAgent`. */
export async function removeDelegationsOf(tx: Mutation<'card.undelegated'>, agentActorId: string): Promise<void> {
  for (;;) {
    const cards = await tx.rows(delegatedTo, [tx.board.id, agentActorId])
    if (cards.length === 0) return
    const cardIds = cards.map((card) => card.id)
    tx.send(clearDelegations({ boardId: tx.board.id, ids: cardIds, updatedAt: tx.now }))
    for (const cardId of cardIds) tx.record('card.undelegated', { agentActorId }, { cardId })
    if (cards.length < pageSize) return
  }
}
