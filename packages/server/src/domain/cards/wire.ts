import type { CardRecord, CardSummary } from '@tandem/contract'
import type { CardFaceRow } from '../../db/rows.ts'

export type FaceContext = { keyPrefix: string; now: string; staleAfterMs: number }

/** What a summary shows of a card. */
export type CardFace = Omit<
  CardFaceRow,
  'board_id' | 'description' | 'created_by' | 'created_at' | 'archived_with_list' | 'blocks' | 'watched'
>

export const keyOf = (prefix: string, number: number): string => `${prefix}-${number}`

/** Derived, never stored: a working session that has been silent for too long. Specification: service §3, decisions §4. */
export function isStale(session: { state: string; lastEventAt: string }, now: string, staleAfterMs: number): boolean {
  return session.state === 'working' && Date.parse(now) - Date.parse(session.lastEventAt) >= staleAfterMs
}

export function cardSummaryOf(row: CardFace, context: FaceContext): CardSummary {
  return {
    id: row.id,
    number: row.number,
    key: keyOf(context.keyPrefix, row.number),
    title: row.title,
    listId: row.list_id,
    rank: row.rank,
    priority: row.priority,
    startAt: row.start_at,
    dueAt: row.due_at,
    completedAt: row.completed_at,
    archivedAt: row.archived_at,
    labelIds: row.label_ids,
    assigneeActorIds: row.assignee_ids,
    delegation: delegationOf(row),
    checklist: { done: row.checklist_done, total: row.checklist_total },
    blocked: row.blocked,
    commentCount: row.comment_count,
    attachmentCount: row.attachment_count,
    session: sessionFaceOf(row, context),
    version: row.version,
    updatedAt: row.updated_at,
  }
}

export function cardRecordOf(row: CardFaceRow, context: FaceContext): CardRecord {
  return {
    ...cardSummaryOf(row, context),
    boardId: row.board_id,
    description: row.description,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }
}

export function delegationOf(row: Pick<CardFaceRow, 'delegate_actor_id' | 'delegated_by' | 'delegated_at'>) {
  const { delegate_actor_id, delegated_by, delegated_at } = row
  if (delegate_actor_id === null || delegated_by === null || delegated_at === null) return null
  return { agentActorId: delegate_actor_id, delegatedByActorId: delegated_by, delegatedAt: delegated_at }
}

function sessionFaceOf(row: CardFace, { now, staleAfterMs }: FaceContext): CardSummary['session'] {
  if (row.latest_session_id === null || row.session_state === null || row.session_last_event_at === null) return null
  const session = { state: row.session_state, lastEventAt: row.session_last_event_at }
  return {
    id: row.latest_session_id,
    state: session.state,
    statusText: row.session_status_text,
    stale: isStale(session, now, staleAfterMs),
  }
}
