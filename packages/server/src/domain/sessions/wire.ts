import type { Session, SessionEvent } from '@tandem/contract'
import type { SessionRow } from '../../db/rows.ts'
import { isStale } from '../cards/wire.ts'

export type SessionEventRow = { id: string; kind: SessionEvent['kind']; body: Record<string, unknown>; created_at: string }

export function sessionOnWire(row: SessionRow, context: { cardKey: string; now: string; staleAfterMs: number }): Session {
  return {
    ...{ id: row.id, sessionId: row.id, boardId: row.board_id, cardId: row.card_id, cardKey: context.cardKey },
    ...{ agentActorId: row.agent_actor_id, initiatorActorId: row.initiator_actor_id, state: row.state },
    ...{ statusText: row.status_text, summary: row.summary, failureReason: row.failure_reason, trigger: row.trigger },
    stale: isStale({ state: row.state, lastEventAt: row.last_event_at }, context.now, context.staleAfterMs),
    ...{ question: row.question, plan: row.plan, externalUrl: row.external_url, usage: row.usage },
    ...{ createdAt: row.created_at, updatedAt: row.updated_at, endedAt: row.ended_at },
  }
}

export function eventOnWire(row: SessionEventRow): SessionEvent {
  return { id: row.id, kind: row.kind, body: row.body, createdAt: row.created_at }
}
