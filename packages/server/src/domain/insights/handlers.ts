import type { Database } from '../../db/database.ts'
import { answers, type Handlers } from '../../kernel/handlers.ts'
import { listAgentStats, readAgentStats } from './agents.ts'
import { createInsightsReader } from './board.ts'

export function createInsightHandlers(deps: { database: Database }) {
  return {
    'board.insights': answers(createInsightsReader(deps)),
    'agentStats.list': answers(listAgentStats),
    'agentStats.get': answers(readAgentStats),
  } satisfies Partial<Handlers>
}
