import { sql } from '../db/database.ts'
import type { CardFaceRow } from '../db/tables/cards/cards.ts'
import { attributeColumns } from './cards/attributes.ts'

/** `$1` board, `$2` card. */
export const readSummaryRow = sql<CardFaceRow>('select * from card_faces where board_id = $1 and id = $2')

/** The columns of `card_faces c` that a summary needs: all but the description, which may be long. */
export const summaryColumns = `c.id, c.list_id, c.number, c.title, c.title_external, c.rank, ${attributeColumns('c')}, c.completed_at, c.archived_at,
  c.version, c.updated_at, c.delegate_actor_id, c.delegated_by, c.delegated_at, c.latest_session_id, c.review,
  c.checklist_total, c.checklist_done, c.comment_count, c.attachment_count, c.cover_attachment_id, c.assignee_ids, c.label_ids, c.blocked, c.children,
  c.session_state, c.session_status_text, c.session_last_event_at, c.session_stop_requested_at, c.session_lease_expires_at,
  c.session_failure_reason, c.session_expires_at, c.session_default_option`
