import type { Transaction } from '../../db/database.ts'
import { parameter } from '../../db/parameters.ts'
import { sessions } from '../../db/tables/agents/sessions.ts'
import { pick, write } from '../../db/writes.ts'
import type { Principal } from '../identity/principal.ts'
import type { ActivityRow } from '../record.ts'
import type { OwnSessions } from './own-sessions.ts'

/**
 * Every act of an agent extends the lease of its session on the card, and of the session that the call names, wherever that is. An act that
 * names none says nothing of a process that holds another card.
 * Reports in a session extend it in the statement that writes their state. Specification: beyond §3.
 */
const extend = write(
  {
    ...pick(sessions, ['boardId', 'agentActorId']),
    cardIds: parameter<string[]>('uuid[]'),
    sessionIds: parameter<string[]>('uuid[]'),
    now: parameter<string>('timestamptz'),
  },
  (given) => `update sessions set lease_expires_at = ${given.now} + lease_seconds * interval '1 second'
  where board_id = ${given.boardId} and agent_actor_id = ${given.agentActorId} and ended_at is null and lease_expires_at is not null
    and (card_id = any (${given.cardIds}) or id = any (${given.sessionIds}))`,
)

type By = { principal: Principal; own: OwnSessions | undefined; now: string }

/** `recorded` = the activities of one act. Sends no statement for people, nor for acts of an agent in no session that concern no card. */
export function extendLeases(tx: Transaction, { principal: { kind, actorId }, own, now }: By, recorded: readonly ActivityRow[]): void {
  if (kind !== 'agent') return
  const acts = recorded.filter((activity) => activity.actorId === actorId)
  const reported = new Set(acts.filter(({ verb }) => verb.startsWith('agent_session.')).map(({ cardId }) => cardId))
  const others = acts.filter(({ cardId }) => !reported.has(cardId))
  const isNamedElsewhere = acts.length > 0 && own?.live.some(({ id, cardId }) => id === own.named && !reported.has(cardId))
  const sessionIds = own?.named && isNamedElsewhere ? [own.named] : []
  const onBoards = Map.groupBy(others, ({ boardId }) => boardId)
  if (own && sessionIds.length > 0 && !onBoards.has(own.boardId)) onBoards.set(own.boardId, [])
  for (const [boardId, there] of onBoards) {
    const cardIds = [...new Set(there.map(({ cardId }) => cardId))].filter((id) => id !== null)
    const under = boardId === own?.boardId ? sessionIds : []
    if (cardIds.length + under.length > 0) tx.send(extend({ boardId, agentActorId: actorId, cardIds, sessionIds: under, now }))
  }
}
