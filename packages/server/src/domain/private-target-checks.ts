import type { PrivateTargetChecks } from '../kernel/handlers.ts'
import { agentBoardTargetChecks } from './actors/agent-boards.ts'
import { agentTargetChecks } from './actors/agents.ts'
import { favouriteTargetChecks } from './favourites/handlers.ts'
import { agentStatsTargetChecks } from './insights/agents.ts'
import { searchTargetChecks } from './search/resolve.ts'
import { claimTargetChecks } from './sessions/claim/claim-target.ts'
import { watchTargetChecks } from './watches/handlers.ts'
import { actorWebhookTargetChecks } from './webhooks/of-actors.ts'

/** Checks that the objects named by a private operation belong to the caller. */
export const privateTargetChecks: PrivateTargetChecks = {
  ...agentTargetChecks,
  ...agentBoardTargetChecks,
  ...agentStatsTargetChecks,
  ...claimTargetChecks,
  ...favouriteTargetChecks,
  ...searchTargetChecks,
  ...watchTargetChecks,
  ...actorWebhookTargetChecks,
}
