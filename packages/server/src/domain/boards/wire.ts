import type { Board, Role } from '@tandem/contract'
import type { BoardRow } from '../../db/rows.ts'

export function boardOnWire(row: Omit<BoardRow, 'last_seq' | 'last_activity_id' | 'last_card_number' | 'created_by'>, role: Role): Board {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    agentGuidance: row.agent_guidance,
    keyPrefix: row.key_prefix,
    version: row.version,
    archivedAt: row.archived_at,
    createdAt: row.created_at,
    role,
  }
}
