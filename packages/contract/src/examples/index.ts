import type { OperationName } from '../catalogue.ts'
import { actorExamples } from './actors.ts'
import { agentExamples } from './agents.ts'
import { attachmentExamples } from './attachments.ts'
import { authExamples } from './auth.ts'
import { boardExamples } from './boards.ts'
import { cardExamples } from './cards.ts'
import { checklistExamples } from './checklists.ts'
import { commentExamples } from './comments.ts'
import type { AnyExample, Example } from './example.ts'
import { fieldExamples } from './fields.ts'
import { insightExamples } from './insights.ts'
import { integrationExamples } from './integrations.ts'
import { labelExamples } from './labels.ts'
import { linkExamples } from './links.ts'
import { listExamples } from './lists.ts'
import { liveExamples } from './live.ts'
import { memberExamples } from './members.ts'
import { notificationExamples } from './notifications.ts'
import { oauthExamples } from './oauth.ts'
import { relationExamples } from './relations.ts'
import { reviewExamples } from './reviews.ts'
import { ruleExamples } from './rules.ts'
import { searchExamples } from './search.ts'
import { serviceExamples } from './service.ts'
import { sessionExamples } from './sessions.ts'
import { tokenExamples } from './tokens.ts'
import { transferExamples } from './transfer.ts'
import { viewExamples } from './views.ts'
import { waitExamples } from './waits.ts'
import { watchExamples } from './watch.ts'
import { webhookExamples } from './webhooks.ts'

export type { AnyExample, Sender, Step } from './example.ts'
export { opening } from './opening.ts'
export { refusals } from './refusals.ts'
export * as story from './story.ts'

/** One example for every operation that is served, all of one story: what the document shows is what the tests send. */
export const examples = {
  ...boardExamples,
  ...listExamples,
  ...cardExamples,
  ...reviewExamples,
  ...waitExamples,
  ...commentExamples,
  ...checklistExamples,
  ...sessionExamples,
  ...memberExamples,
  ...authExamples,
  ...actorExamples,
  ...agentExamples,
  ...tokenExamples,
  ...notificationExamples,
  ...webhookExamples,
  ...serviceExamples,
  ...labelExamples,
  ...fieldExamples,
  ...attachmentExamples,
  ...linkExamples,
  ...relationExamples,
  ...watchExamples,
  ...searchExamples,
  ...viewExamples,
  ...transferExamples,
  ...ruleExamples,
  ...integrationExamples,
  ...liveExamples,
  ...oauthExamples,
  ...insightExamples,
} satisfies { [N in OperationName]: Example<N> }

export const exampleOf = (name: OperationName): AnyExample | undefined => (examples as { [N in OperationName]?: AnyExample })[name]
