import type { Session, SessionEvent } from '@tandem/contract'
import type { SessionRow } from '../../db/tables/agents/sessions.ts'
import { isStale } from '../cards/summary.ts'
import { shownAt, usedOf } from './budget/figures.ts'
import { leaseOnWire } from './claim/lease.ts'
import type { HoldOf } from './holds/hold.ts'

export type SessionEventRow = { id: string; kind: SessionEvent['kind']; body: Record<string, unknown>; createdAt: string }

export function sessionOnWire(row: SessionRow, context: { cardKey: string; now: string; staleAfterMs: number; holdOf: HoldOf }): Session {
  return {
    id: row.id,
    sessionId: row.id,
    boardId: row.boardId,
    cardId: row.cardId,
    cardKey: context.cardKey,
    agentActorId: row.agentActorId,
    initiatorActorId: row.initiatorActorId,
    state: row.state,
    onBehalfOfActorId: row.onBehalfOf,
    statusText: row.statusText,
    summary: row.summary,
    failureReason: row.failureReason,
    trigger: row.trigger,
    stale: isStale(row, context.now, context.staleAfterMs),
    question: row.question,
    plan: row.plan,
    externalUrl: row.externalUrl,
    usage: row.usage,
    budget: row.budget,
    budgetUsed: usedOf(row, shownAt(row.lastEventAt, context.now)),
    budgetExceededAt: row.budgetExceededAt,
    stopRequestedAt: row.stopRequestedAt,
    stopRequestedBy: row.stopRequestedBy,
    ...context.holdOf(row),
    startRequestedAt: row.startRequestedAt,
    startRequestedBy: row.startRequestedBy,
    lastAnswer: row.lastAnswer,
    lease: leaseOnWire(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    endedAt: row.endedAt,
    ...(row.undoneAt !== null && row.undoneBy !== null && { undone: { at: row.undoneAt, byActorId: row.undoneBy } }),
  }
}

export function eventOnWire(row: SessionEventRow): SessionEvent {
  return { id: row.id, kind: row.kind, body: row.body, createdAt: row.createdAt }
}
