import type { Database } from '../../db/database.ts'
import type { Handlers } from '../../kernel/handlers.ts'
import { listAgentStats, readAgentStats } from './agents.ts'
import { createInsightsReader } from './board.ts'

export function createInsightHandlers(deps: { database: Database }) {
  return {
    'board.insights': createInsightsReader(deps),
    'agentStats.list': listAgentStats,
    'agentStats.get': readAgentStats,
  } satisfies Partial<Handlers>
}
