import type { AuthorRole, ImportedCard } from '@tandem/contract'
import type { CardFaceRow } from './tables/cards/cards.ts'
import { roleOfOldText } from './text-authors.ts'

/**
 * A card for the answer that has everything on it: what is short comes with the row, and of all else it says whether there is any. Most
 * cards have little, and starting a statement costs more than such a look (docs/performance.md).
 */
export type CardDetailRow = Omit<CardFaceRow, 'blocked' | 'blocks' | 'children' | 'hasParent' | 'watched'> & {
  watcherIds: string[]
  imported: ImportedCard | null
  /** Of the author of a description that is older than its role. */
  oldRole: AuthorRole | null
} & Record<Has, boolean>

type Has = `has${'Attachments' | 'Comments' | 'FieldValues' | 'Items' | 'Links' | 'Relations' | 'Sessions'}`

const any = (table: string, column = 'card_id'): string => `exists (select from ${table} x where x.${column} = c.id)`

export const cardDetails = `(select c.*,
    array(select a.actor_id from card_assignees a where a.card_id = c.id order by a.assigned_at, a.actor_id) as assignee_ids,
    array(select l.label_id from card_labels l where l.card_id = c.id order by l.label_id) as label_ids,
    array(select w.actor_id from watches w where w.board_id = c.board_id and w.card_id = c.id
      order by w.created_at, w.actor_id limit 1000) as watcher_ids,
    (select n.imported from imported_cards n where n.card_id = c.id) as imported,
    case when c.description_role is null then ${roleOfOldText('c.board_id', 'coalesce(c.described_by, c.created_by)')} end as old_role,
    c.attachment_count > 0 as has_attachments, c.checklist_total > 0 as has_items,
    ${any('comments')} as has_comments, ${any('field_values')} as has_field_values, ${any('links')} as has_links,
    ${any('relations')} or ${any('relations', 'other_card_id')} as has_relations, ${any('sessions')} as has_sessions,
    s.state as session_state, s.status_text as session_status_text, s.last_event_at as session_last_event_at,
    s.stop_requested_at as session_stop_requested_at, s.lease_expires_at as session_lease_expires_at,
    left(s.failure_reason, 200) as session_failure_reason,
    s.question ->> 'expiresAt' as session_expires_at, left(s.question ->> 'defaultOption', 200) as session_default_option
  from cards c left join sessions s on s.id = c.latest_session_id)`
