import { pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const oauthAgents = pgTable('oauth_agents', {
  humanActorId: uuid('human_actor_id').notNull(),
  clientId: text('client_id').notNull(),
  agentActorId: uuid('agent_actor_id').notNull(),
})
