import type { Board, Role } from '@tandem/contract'
import type { BoardRow } from '../../db/tables/boards/boards.ts'

export function boardOnWire(row: Omit<BoardRow, 'lastSeq' | 'lastActivityId' | 'lastCardNumber' | 'createdBy'>, role: Role): Board {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    agentGuidance: row.agentGuidance,
    agentsPaused: row.agentsPaused,
    reviewByOthers: row.reviewByOthers,
    maxAgentSessions: row.maxAgentSessions,
    completeParents: row.completeParents,
    monthlyBudget: row.monthlyBudget,
    keyPrefix: row.keyPrefix,
    version: row.version,
    archivedAt: row.archivedAt,
    createdAt: row.createdAt,
    role,
  }
}
