import type { PrivateSights } from '../kernel/handlers.ts'
import { agentSights } from './actors/agents.ts'
import { agentStatsSights } from './insights/agents.ts'
import { watchSights } from './watches/handlers.ts'
import { actorWebhookSights } from './webhooks/of-actors.ts'

/** Whose the things are that private operations name in their paths. */
export const privateSights: PrivateSights = { ...agentSights, ...agentStatsSights, ...watchSights, ...actorWebhookSights }
