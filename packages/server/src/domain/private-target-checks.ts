import type { PrivateTargetChecks } from '../kernel/handlers.ts'
import { agentTargetChecks } from './actors/agents.ts'
import { agentStatsTargetChecks } from './insights/agents.ts'
import { watchTargetChecks } from './watches/handlers.ts'
import { actorWebhookTargetChecks } from './webhooks/of-actors.ts'

/** Checks that what the path of a private operation names is the caller's. */
export const privateTargetChecks: PrivateTargetChecks = {
  ...agentTargetChecks,
  ...agentStatsTargetChecks,
  ...watchTargetChecks,
  ...actorWebhookTargetChecks,
}
