import type { Transaction } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { sessions } from '../../db/tables/agents/sessions.ts'
import { pick, write } from '../../db/writes.ts'
import type { Principal } from '../identity/principal.ts'
import type { ActivityRow } from '../record.ts'

/**
 * Every act of an agent on a card extends the lease of its session there. Reports in the session extend it in the statement that writes
 * their state. Specification: beyond §3.
 */
const extend = write(
  { ...pick(sessions, ['boardId', 'cardId', 'agentActorId']), now: parameter<string>('timestamptz') },
  (given) => `update sessions set lease_expires_at = ${given.now} + lease_seconds * interval '1 second'
  where board_id = ${given.boardId} and card_id = ${given.cardId} and agent_actor_id = ${given.agentActorId} and ended_at is null
    and lease_expires_at is not null`,
)

/** `recorded` = the activities of one act. Sends no statement for people, nor for acts of an agent that concern no card. */
export function extendLeases(tx: Transaction, { kind, actorId }: Principal, recorded: readonly ActivityRow[], now: string): void {
  if (kind !== 'agent') return
  const own = recorded.filter((activity) => activity.actorId === actorId && activity.cardId !== null)
  const isReport = ({ verb }: ActivityRow) => verb.startsWith('agent_session.')
  const reported = new Set(own.filter(isReport).map(({ cardId }) => cardId))
  const cards = new Map(own.filter(({ cardId }) => !reported.has(cardId)).map((activity) => [activity.cardId, activity.boardId]))
  for (const [cardId, boardId] of cards) if (cardId !== null) tx.send(extend({ boardId, cardId, agentActorId: actorId, now }))
}
