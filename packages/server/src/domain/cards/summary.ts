import { attributesOf, type CardRecord, type CardSummary } from '@tandem/contract'
import type { CardFaceRow } from '../../db/tables/cards/cards.ts'

export type SummaryContext = { keyPrefix: string; now: string; staleAfterMs: number }

/** The columns of a card that a summary needs. */
export type SummaryRow = Omit<
  CardFaceRow,
  'boardId' | 'description' | 'createdBy' | 'createdAt' | 'archivedWithList' | 'blocks' | 'watched' | 'hasParent'
>

export const keyOf = (prefix: string, number: number): string => `${prefix}-${number}`

type Seen = { state: string; lastEventAt: string; leaseExpiresAt: string | null }

/**
 * Derived, never stored: a working session that has been silent for too long. Not under a lease: heartbeats leave no event, and the lease
 * says how long silence may last. Specification: service §3, decisions §4, beyond §3.
 */
export function isStale(session: Seen, now: string, staleAfterMs: number): boolean {
  if (session.state !== 'working' || session.leaseExpiresAt !== null) return false
  return Date.parse(now) - Date.parse(session.lastEventAt) >= staleAfterMs
}

export function cardSummaryOf(row: SummaryRow, context: SummaryContext): CardSummary {
  return {
    id: row.id,
    number: row.number,
    key: keyOf(context.keyPrefix, row.number),
    title: row.title,
    ...(row.titleExternal && { external: true }),
    listId: row.listId,
    rank: row.rank,
    ...attributesOf(row),
    completedAt: row.completedAt,
    archivedAt: row.archivedAt,
    labelIds: row.labelIds,
    assigneeActorIds: row.assigneeIds,
    delegation: delegationOf(row),
    checklist: { done: row.checklistDone, total: row.checklistTotal },
    blocked: row.blocked,
    progress: { done: row.children[0], total: row.children[1] },
    commentCount: row.commentCount,
    attachmentCount: row.attachmentCount,
    coverAttachmentId: row.coverAttachmentId,
    session: sessionSummaryOf(row, context),
    review: row.review && { state: 'waiting', ...row.review },
    version: row.version,
    updatedAt: row.updatedAt,
  }
}

export function cardRecordOf(
  row: SummaryRow & Pick<CardFaceRow, 'boardId' | 'description' | 'createdBy' | 'createdAt'>,
  context: SummaryContext,
): CardRecord {
  return {
    ...cardSummaryOf(row, context),
    boardId: row.boardId,
    description: row.description,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
  }
}

export function delegationOf(row: Pick<CardFaceRow, 'delegateActorId' | 'delegatedBy' | 'delegatedAt'>) {
  const { delegateActorId, delegatedBy, delegatedAt } = row
  if (delegateActorId === null || delegatedBy === null || delegatedAt === null) return null
  return { agentActorId: delegateActorId, delegatedByActorId: delegatedBy, delegatedAt }
}

function sessionSummaryOf(row: SummaryRow, { now, staleAfterMs }: SummaryContext): CardSummary['session'] {
  if (row.latestSessionId === null || row.sessionState === null || row.sessionLastEventAt === null) return null
  const session = { state: row.sessionState, lastEventAt: row.sessionLastEventAt, leaseExpiresAt: row.sessionLeaseExpiresAt }
  return {
    id: row.latestSessionId,
    state: session.state,
    statusText: row.sessionStatusText,
    stale: isStale(session, now, staleAfterMs),
    stopRequestedAt: row.sessionStopRequestedAt,
    ...(row.sessionFailureReason !== null && { failureReason: row.sessionFailureReason }),
    ...(row.sessionExpiresAt !== null && { expiresAt: row.sessionExpiresAt }),
    ...(row.sessionDefaultOption !== null && { defaultOption: row.sessionDefaultOption }),
  }
}
